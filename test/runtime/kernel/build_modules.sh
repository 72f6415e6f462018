#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds the modules in modules/ for the kernel that fetch.sh fetched.
#   build_modules.sh FOLDER     where they, and all that comes with them, shall be
set -eu
here=$(realpath "$(dirname "$0")")
kernel=$(realpath -m "${HOCKET_KERNEL_DIR:-${XDG_CACHE_HOME:-${HOME-}/.cache}/hocket/kernel}")
test -e "$kernel/complete" || { echo "no kernel in $kernel: run $here/fetch.sh"; exit 77; }
mkdir -p "$1"
cp -u "$here"/modules/* "$1"
make -s -C "$kernel/headers" M="$(realpath "$1")" CONFIG_DEBUG_INFO_BTF_MODULES= modules
