#!/usr/bin/env bash
# tools/demo.sh [TEXT FILES...]: trains the character model of examples/char_lm and lets it write, on a fresh machine too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
top=$PWD
tools/build.sh release example_char_lm
cd "$OLDPWD"
exec "$top/build/release/examples/char_lm" "$@"
