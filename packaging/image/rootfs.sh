#!/bin/sh
# Creates the root folder of the container image: svc, the shared libraries that it needs, CA certificates and a user.
# packaging/Dockerfile runs it in a build stage, test/packaging/image.test.ts in a folder.
#
# Usage: rootfs.sh [--git] SVC FOLDER
#
# Runs as root on a Debian system that has ca-certificates, and for --git also git and openssh-client.
set -eu

with_git=
if [ "${1-}" = --git ]; then
  with_git=1
  shift
fi
svc=$1
root=$2
here=$(dirname "$0")
copied=$(mktemp)
trap 'rm -f "$copied"' EXIT

# Copies a file to the same path.
copy() {
  mkdir -p "$root$(dirname "$1")"
  cp -L -p "$1" "$root$1"
  for path in "$1" "$(readlink -f "$1")"; do printf '%s\n' "$path" "${path#/usr}" "/usr$path"; done >> "$copied"
}

# The shared libraries of a program, and their loader.
libraries() {
  # A static program has none.
  (ldd "$1" || true) | sed -n 's|.*=> \(/[^ ]*\) .*|\1|p; s|^[[:space:]]*\(/[^ ]*\) .*|\1|p' | while read -r library; do
    [ -e "$root$library" ] || copy "$library"
  done
}

mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/usr/sbin" "$root/etc" "$root/tmp" "$root/dev" "$root/proc" "$root/sys"
for folder in bin lib lib64 sbin; do ln -s "usr/$folder" "$root/$folder"; done
chmod 755 "$root"
chmod 1777 "$root/tmp"

cp "$svc" "$root/usr/bin/svc"
chmod 755 "$root/usr/bin/svc"
libraries "$svc"
mkdir -p "$root/usr/share/doc/svc"
cp "$here/../../LICENSE" "$root/usr/share/doc/svc/copyright"

copy /etc/ssl/certs/ca-certificates.crt

echo 'root:x:0:0:root:/root:/sbin/nologin
svc:x:65532:65532:svc:/var/lib/svc:/sbin/nologin' > "$root/etc/passwd"
echo 'root:x:0:
svc:x:65532:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
mkdir -p "$root/var/lib/svc" "$root/work"
chown 65532:65532 "$root/var/lib/svc" "$root/work"
chmod 700 "$root/var/lib/svc"

if [ "$with_git" ]; then
  # git starts ssh and credential helpers through a shell.
  for program in /usr/bin/git /usr/lib/git-core/git-remote-http /usr/bin/ssh /bin/sh; do
    copy "$program"
    libraries "$program"
  done
  ln -s git-remote-http "$root/usr/lib/git-core/git-remote-https"
  ln -s ../../bin/git "$root/usr/lib/git-core/git"
  mkdir -p "$root/usr/share/git-core/templates"
fi

# The notice and the status of each package that a file comes from: licences require the first, scanners read the second.
echo /usr/sbin/update-ca-certificates >> "$copied"
mkdir -p "$root/var/lib/dpkg/status.d"
grep -l -x -F -f "$copied" /var/lib/dpkg/info/*.list | while read -r list; do
  # The name of its list has the architecture of a package of which a system may have several.
  installed=$(basename "${list%.list}")
  package=${installed%%:*}
  mkdir -p "$root/usr/share/doc/$package"
  cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/"
  dpkg-query -s "$installed" > "$root/var/lib/dpkg/status.d/$package"
done
