#!/usr/bin/env bash
# tools/test.sh [PRESET [CTEST ARGUMENTS...]]: builds and runs the tests, on a fresh machine too. The preset is "release"
# unless given; CMakePresets.json lists the others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}
tools/build.sh "$preset" tenon_tests
ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel 2 "${@:2}"
