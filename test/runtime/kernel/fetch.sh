#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A Linux kernel for the tests in QEMU: Debian's own, downloaded and unpacked,
# not installed. Afterwards the folder holds
#   vmlinuz   modules/   headers/ (to build modules with)   busybox   complete
#
#   fetch.sh [FLAVOUR]    cloud-amd64, the smallest, or amd64
#
# The folder is $HOCKET_KERNEL_DIR, or hocket/kernel where the user's caches
# are. A kernel that is there already is kept: remove the folder for a new one.
set -eu
flavour=${1:-cloud-amd64}
folder=$(realpath -m "${HOCKET_KERNEL_DIR:-${XDG_CACHE_HOME:-${HOME-}/.cache}/hocket/kernel}")
test ! -e "$folder/complete" || exit 0
test ! -e "$folder" || { echo "$folder: something else is there" >&2; exit 1; }
if ! command -v apt-get > /dev/null || [ "$(dpkg --print-architecture)" != amd64 ]; then
  echo "no kernel for tests in QEMU: this is not Debian on amd64" >&2
  exit 1
fi

# Those that $1 depends on whose names begin with $2.
needs() {
  apt-cache depends --important "$1" | sed -n "s/^ *Depends: \($2.*\)/\1/p"
}

find_packages() {
  image=$(needs "linux-image-$flavour" linux-image)
  headers=$(needs "linux-headers-$flavour" linux-headers)
  test -n "$image" && test -n "$headers" &&
    common=$(needs "$headers" 'linux-\(headers\|kbuild\)')
}

download() {
  find_packages && (cd "$new" && apt-get download -qq $image $headers $common busybox-static)
}

mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT
if ! download 2> "$new/errors"; then # the lists may be old, or not there
  if [ "$(id -u)" -eq 0 ]; then apt-get update -qq; else sudo apt-get update -qq; fi
  download 2> "$new/errors" || { cat "$new/errors" >&2; exit 1; }
fi

cd "$new"
for package in linux-headers-*.deb linux-kbuild-*.deb; do
  dpkg -x "$package" .
done
dpkg --fsys-tarfile busybox-static_*.deb | tar -x ./bin
dpkg --fsys-tarfile linux-image-*.deb | tar -x --wildcards './boot/vmlinuz-*' \
  './lib/modules/*/kernel/drivers/cpufreq' './lib/modules/*/kernel/drivers/uio'
find lib/modules -name '*.ko.xz' -exec unxz {} + # newer kernels have them so
ln -s boot/vmlinuz-* vmlinuz
ln -s lib/modules/* modules
ln -s bin/busybox busybox
ln -s "usr/src/$headers" headers
sed -i "s#/usr/src/#$folder/usr/src/#" headers/Makefile
rm ./*.deb errors
test -s vmlinuz && test -d modules/kernel/drivers/uio && test -x busybox
echo "$image" > complete
chmod 755 .
mv -T "$new" "$folder"
trap - EXIT
