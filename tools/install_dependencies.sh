#!/usr/bin/env bash
# Installs what building Tenon needs and this Debian machine lacks; with the argument "clang" also clang 19.
# Does nothing at all when everything is there. On other systems it only says what to install.
set -euo pipefail

xsimd_minimum=13.2
packages=(g++ cmake ninja-build ccache python3 pkgconf libtbb-dev libsleef-dev libgtest-dev libbenchmark-dev)
for argument in "$@"; do
  case $argument in
    clang) packages+=(clang-19 libclang-rt-19-dev) ;;
    *) echo "install_dependencies.sh: \"$argument\" is no argument of this script, which takes only \"clang\"." >&2; exit 2 ;;
  esac
done

os_id='' codename=''
if [[ -r /etc/os-release ]]; then
  os_id=$(. /etc/os-release && echo "${ID-}")
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
fi
if [[ $os_id != debian ]]; then
  for tool in cmake ninja python3; do
    command -v "$tool" >/dev/null && continue
    echo "Tenon needs a C++20 compiler (g++ 12 or clang 19 and later), cmake, ninja, python3, xsimd >= $xsimd_minimum, oneTBB, SLEEF," \
      "GoogleTest and Google Benchmark, of which at least $tool is missing: install them with this system's package manager." >&2
    break
  done
  exit 0
fi

# Prints the version of an installed package, nothing for any other, of which dpkg-query may know nothing at all.
installed_version() {
  { dpkg-query --show --showformat '${db:Status-Status} ${Version}\n' "$1" 2>/dev/null || true; } | sed -n 's/^installed //p'
}

missing=()
for package in "${packages[@]}"; do
  [[ -n $(installed_version "$package") ]] || missing+=("$package")
done
xsimd_version=$(installed_version libxsimd-dev)
xsimd_missing=
if [[ -z $xsimd_version ]] || dpkg --compare-versions "$xsimd_version" lt "$xsimd_minimum"; then xsimd_missing=yes; fi
[[ ${#missing[@]} -gt 0 || -n $xsimd_missing ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "Tenon needs these packages, which only root can install: ${missing[*]-}${xsimd_missing:+ libxsimd-dev (>= $xsimd_minimum)}." >&2
    exit 0
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }
install_packages() { apt install --yes --no-install-recommends "$@"; }
write_as_root() { "${as_root[@]}" tee "$1" >/dev/null; }

# The machine's own source of the main archive, in either of apt's formats, with another suite's name in it.
stanza_for_suite() {  # file, old suite, new suite
  awk -v old="$2" -v new="$3" -v RS= '
    {
      count = split($0, lines, "\n"); kept = ""; suite = component = 0; binary = enabled = 1
      for (i = 1; i <= count; i++) {
        line = lines[i]
        if (line ~ /^#/) continue
        key = tolower(line); sub(/:.*/, "", key)
        value = line; sub(/^[^:]*:/, "", value); value = " " value " "; gsub(/[ \t]+/, " ", value)
        if (key == "types") { binary = index(value, " deb "); line = "Types: deb" }
        if (key == "enabled") enabled = tolower(value) !~ / no /
        if (key == "components") { component = index(value, " main "); line = "Components: main" }
        if (key == "suites") { suite = index(value, " " old " "); line = "Suites: " new }
        kept = kept line "\n"
      }
      if (suite && component && binary && enabled) { printf "%s", kept; exit }
    }' "$1"
}
line_for_suite() {  # file, old suite, new suite
  local source='[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]+)?[^[:space:]]+[[:space:]]+'
  sed -nE "/^$source$2[[:space:]]+(.*[[:space:]])?main([[:space:]]|\$)/ { s/^($source)$2[[:space:]].*/\1$3 main/p; q }" "$1"
}

# Debian 12 has xsimd 8: the next suite's package holds headers only and installs on it cleanly. Priority 100 keeps
# everything else from that suite out.
add_next_suite() {
  local suite=trixie file format text=''
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.{sources,list}; do
    [[ -r $file ]] || continue
    case $file in
      *.sources) format=sources; text=$(stanza_for_suite "$file" "$codename" "$suite") ;;
      *) format=list; text=$(line_for_suite "$file" "$codename" "$suite") ;;
    esac
    [[ -z $text ]] || break
  done
  if [[ -z $text ]]; then
    echo "apt has no source of $codename main to derive one of $suite from: install libxsimd-dev >= $xsimd_minimum by hand." >&2
    exit 1
  fi
  printf '%s\n' "$text" | write_as_root "/etc/apt/sources.list.d/tenon-$suite.$format"
  printf 'Package: *\nPin: release n=%s\nPin-Priority: 100\n' "$suite" | write_as_root "/etc/apt/preferences.d/tenon-$suite"
}

echo "Installing${missing[*]:+ ${missing[*]}}${xsimd_missing:+ libxsimd-dev}"
suite_option=()
if [[ -n $xsimd_missing && $codename == bookworm ]]; then add_next_suite; suite_option=(-t trixie); fi
apt update
if [[ ${#missing[@]} -gt 0 ]]; then install_packages "${missing[@]}"; fi
if [[ -n $xsimd_missing ]]; then install_packages "${suite_option[@]}" libxsimd-dev; fi
