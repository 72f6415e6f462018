#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# libhocket defines no name that a program could have: hk_ for the interface,
# hki_ inside, __hocket_ for what emitted code calls, __wrap_ for what the linker
# is asked to take instead of a function. It makes no constructor,
# so nothing happens at load.
#   symbols.sh NM ARCHIVE...
set -eu
nm=$1
shift
bad=$("$nm" -g --defined-only "$@" | awk 'NF == 3 {print $3}' |
  grep -Ev '^(hk_|hki_|__hocket_|__tsan_|__wrap_)' || true)
test -z "$bad" || { echo "names of others: $bad" >&2; exit 1; }
for archive; do
  if "$nm" -a "$archive" | grep -E '\.(init_array|ctors)'; then
    echo "$archive: code that runs at load" >&2
    exit 1
  fi
done
