#!/usr/bin/env bash
# tools/build.sh PRESET TARGET...: installs what is missing, configures build/PRESET and builds the targets there.
# Run again, it does only what changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=$1
shift

if [[ $preset == clang* ]]; then tools/install_dependencies.sh clang; else tools/install_dependencies.sh; fi
# Ninja itself configures again when a CMake file changed, but only CMake reads the presets.
if [[ ! -e build/$preset/build.ninja || CMakePresets.json -nt build/$preset/build.ninja ]]; then cmake --preset "$preset"; fi
cmake --build "build/$preset" --parallel "$(getconf _NPROCESSORS_ONLN)" --target "$@"
