#!/bin/sh
# Installs the svc executable for this machine. The checksum is verified before anything is unpacked.
# "sh install.sh --help" lists the flags.
set -eu

version='0.1.0'
downloads='https://downloads.example.com/svc'
bugs='https://git.example.com/svc/svc/issues'

usage() {
  cat <<EOF
Install svc $version.

Usage: sh install.sh [flags]

  --dir DIR          folder for the executable (default: ~/.local/bin)
  --extras           also install completions and man pages, in the folder share beside DIR
  --version VERSION  version to install (default: $version)
  --base URL         address of the releases (default: $downloads)
  --target TARGET    linux-x64, linux-arm64, linux-x64-musl, linux-arm64-musl, darwin-x64 or darwin-arm64
                     (default: this machine)
  --help             show this help

Environment: SVC_INSTALL_BASE is the default of --base. The files are URL/vVERSION/SHA256SUMS and
URL/vVERSION/svc-VERSION-TARGET.tar.gz.
EOF
}

fail() {
  printf 'Error: %s\n' "$1" >&2
  exit 1
}

usage_error() {
  printf 'Error: %s\nRun with --help for the flags.\n' "$1" >&2
  exit 2
}

has() {
  command -v "$1" > /dev/null 2>&1
}

# Everything is in functions: if this script arrives incomplete through a pipe, nothing runs.
main() {
  base=${SVC_INSTALL_BASE:-$downloads}
  dir=''
  target=''
  extras=''
  temporary=''
  while [ $# -gt 0 ]; do
    case $1 in
      --dir | --version | --base | --target)
        [ -n "${2:-}" ] || usage_error "Missing value for $1."
        set_flag "$1" "$2"
        shift
        ;;
      --dir=* | --version=* | --base=* | --target=*) set_flag "${1%%=*}" "${1#*=}" ;;
      --extras) extras=yes ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) usage_error "Unknown argument \"$1\"." ;;
    esac
    shift
  done
  if [ -z "$dir" ]; then
    [ -n "${HOME:-}" ] || usage_error 'HOME is not set. Choose a folder with --dir DIR.'
    dir=$HOME/.local/bin
  fi
  version=${version#v}
  case $version in *[!0-9A-Za-z.+-]* | '') usage_error "Invalid value \"$version\" for --version." ;; esac
  is_trusted "$base" ||
    usage_error "--base must start with https://, or with http:// and the name of this machine, such as localhost, not \"$base\"."
  [ -n "$target" ] || target=$(detect_target)
  case $target in *[!0-9a-z-]*) usage_error "Invalid value \"$target\" for --target." ;; esac
  check_tools
  prepare_folder
  download_archive
  unpack
  install_files
  report
}

# Over http, anyone in between could replace both the archive and its checksum.
is_trusted() {
  case $1 in
    https://*) return 0 ;;
    http://*) host=${1#http://} ;;
    *) return 1 ;;
  esac
  host=${host%%[/?#\\]*}
  case $host in
    *@*) return 1 ;;
    '[::1]' | '[::1]:'*) return 0 ;;
  esac
  host=${host%%:*}
  case $host in
    localhost) return 0 ;;
    127.*[!0-9.]*) return 1 ;;
    127.*) return 0 ;;
  esac
  return 1
}

set_flag() {
  case $1 in
    --dir) dir=$2 ;;
    --version) version=$2 ;;
    --base) base=${2%/} ;;
    --target) target=$2 ;;
  esac
}

detect_target() {
  system=$(uname -s)
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "svc has no executable for the processor $machine. The npm package runs on every system with Node.js." ;;
  esac
  case $system in
    Linux)
      if is_musl; then echo "linux-$machine-musl"; else echo "linux-$machine"; fi
      ;;
    Darwin)
      # An x86_64 shell under Rosetta runs on an arm64 processor.
      if [ "$(sysctl -n sysctl.proc_translated 2> /dev/null || true)" = 1 ]; then machine=arm64; fi
      echo "darwin-$machine"
      ;;
    MINGW* | MSYS* | CYGWIN*) fail "On Windows, install svc with Scoop or unpack svc-$version-windows-x64.zip." ;;
    *) fail "svc has no executable for $system. The npm package runs on every system with Node.js." ;;
  esac
}

is_musl() {
  case $(ldd --version 2>&1 || true) in
    *musl*) return 0 ;;
    *GLIBC* | *'GNU libc'* | *'Free Software Foundation'*) return 1 ;;
  esac
  for loader in /lib/ld-musl-*.so.1; do [ -e "$loader" ] && return 0; done
  return 1
}

check_tools() {
  has curl || has wget || fail 'Neither curl nor wget is installed. Install one of them and retry.'
  has tar || fail 'tar is not installed. Install it and retry.'
  has gzip || fail 'gzip is not installed. Install it and retry.'
  has sha256sum || has shasum || has openssl ||
    fail 'No program to verify SHA-256 checksums is installed. Install sha256sum, shasum or openssl and retry.'
}

# The temporary folder is in the destination: a folder that is not writable is found before the download, and the
# executable is replaced by one rename.
prepare_folder() {
  mkdir -p "$dir" 2> /dev/null || fail "Cannot create the folder $dir. Choose another one with --dir DIR."
  dir=$(CDPATH='' cd -- "$dir" && pwd)
  [ ! -d "$dir/svc" ] || fail "$dir/svc is a folder. Choose another folder with --dir DIR."
  trap clean EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  temporary=$(mktemp -d "$dir/.svc-install.XXXXXX" 2> /dev/null) ||
    fail "Cannot write to the folder $dir. Choose another one with --dir DIR."
}

clean() {
  [ -z "$temporary" ] || rm -rf "$temporary"
}

download_archive() {
  archive=svc-$version-$target.tar.gz
  fetch SHA256SUMS
  expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$temporary/SHA256SUMS")
  is_checksum "$expected" ||
    fail "$base/v$version/SHA256SUMS has no checksum for $archive. Check --version and --target."
  fetch "$archive"
  actual=$(checksum "$temporary/$archive")
  [ "$actual" = "$expected" ] || fail "The checksum of $archive is wrong. Nothing was installed.
  expected $expected
  actual   $actual"
}

is_checksum() {
  case $1 in *[!0-9a-f]*) return 1 ;; esac
  [ ${#1} -eq 64 ]
}

# fetch NAME: downloads a file of the release to the temporary folder.
fetch() {
  url=$base/v$version/$1
  # A redirect from https to http is rejected.
  case $url in https:*) protocols='=https' ;; *) protocols='=http,https' ;; esac
  if has curl; then
    curl --fail --silent --show-error --location --retry 2 --proto "$protocols" --output "$temporary/$1" \
      --connect-timeout 30 --speed-limit 1 --speed-time 60 "$url" 2> "$temporary/log" || download_failed
  else
    # Not every wget has the flag.
    https_only=''
    case $url in https:*) if wget --help 2>&1 | grep -q -e --https-only; then https_only=--https-only; fi ;; esac
    wget ${https_only:+"$https_only"} -q -T 60 -O "$temporary/$1" "$url" 2> "$temporary/log" || download_failed
  fi
}

download_failed() {
  reason=$(tail -n 1 "$temporary/log" 2> /dev/null || true)
  if ! is_writable; then
    fail "Cannot write to the folder $dir. The disk may be full. Nothing was installed."
  fi
  fail "Cannot download $url${reason:+ ($reason)}. Nothing was installed."
}

is_writable() {
  (head -c 65536 /dev/zero > "$temporary/probe") 2> /dev/null
}

checksum() {
  if has sha256sum; then
    sha256sum < "$1"
  elif has shasum; then
    shasum -a 256 < "$1"
  else
    openssl dgst -sha256 -r < "$1"
  fi | awk '{ print $1 }'
}

unpack() {
  mkdir "$temporary/files"
  tar -xzof "$temporary/$archive" -C "$temporary/files" 2> "$temporary/log" ||
    fail "Cannot unpack $archive in $dir ($(tail -n 1 "$temporary/log")). The disk may be full. Nothing was installed."
  [ -f "$temporary/files/svc" ] || fail "$archive does not contain svc. Nothing was installed."
  chmod 755 "$temporary/files/svc"
  found=$("$temporary/files/svc" --version 2> "$temporary/log" < /dev/null) ||
    fail "The executable for $target does not run on this machine ($(tail -n 1 "$temporary/log")).
Nothing was installed. Choose another one with --target TARGET, or report it at $bugs."
  [ "$found" = "svc $version" ] || fail "$archive contains \"$found\", not svc $version. Nothing was installed."
}

install_files() {
  if [ -n "$extras" ]; then
    share=${dir%/*}/share
    place completions/svc.bash "$share/bash-completion/completions/svc"
    place completions/svc.fish "$share/fish/vendor_completions.d/svc.fish"
    place completions/svc.zsh "$share/zsh/site-functions/_svc"
    for page in "$temporary"/files/man/man*/*; do
      name=${page#"$temporary"/files/}
      place "$name" "$share/$name"
    done
  fi
  mv -f "$temporary/files/svc" "$dir/svc" || fail "Cannot replace $dir/svc."
}

place() {
  { mkdir -p "${2%/*}" && cp "$temporary/files/$1" "$2" && chmod 644 "$2"; } 2> "$temporary/log" ||
    fail "Cannot write $2 ($(tail -n 1 "$temporary/log")). The executable was not installed."
}

report() {
  printf 'Installed svc %s in %s.\n' "$version" "$dir/svc"
  [ -z "$extras" ] || printf 'Installed completions and man pages in %s.\n' "$share"
  first=$(command -v svc 2> /dev/null || true)
  if [ -z "$first" ]; then
    cat <<EOF
Add the folder to your PATH:
  export PATH="$dir:\$PATH"
EOF
  elif [ "$first" != "$dir/svc" ]; then
    printf 'Your PATH finds another svc first: %s\n' "$first"
  fi
}

main "$@"
