#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The ABI as codegen pastes it: a preprocessed unit that begins with it compiles
# in each C standard without a warning, in C++ too, and so does hocket.h.
#   abi_text.sh PRINTER INCLUDE-DIR CC
set -eu
printer=$1 include=$2 cc=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$printer" > "$dir/unit.i"
if grep -n '^#' "$dir/unit.i"; then
  echo "a line that begins with '#'" >&2
  exit 1
fi
cat "$include/hocket/abi.h" "$include/hocket/abi_divide.h" "$include/hocket/abi_net.h" "$include/hocket/abi_overlap.h" "$include/hocket/abi_order.h" | grep -v '^#' | diff - "$dir/unit.i" > "$dir/diff" || {
  cat "$dir/diff" >&2
  exit 1
}
echo 'int f(struct hk_region *r) { return hk_run(r, 0); }' >> "$dir/unit.i"
for std in gnu89 gnu99 c99 c11 gnu17; do
  "$cc" -x cpp-output -std=$std -Wall -Wextra -Werror -O2 -c -o "$dir/unit.o" "$dir/unit.i"
done
"$printer" > "$dir/spec.i" # which stands before it
grep -v '^#' "$include/hocket/abi_spec.h" >> "$dir/spec.i"
for std in gnu89 gnu99 gnu17; do
  "$cc" -x cpp-output -std=$std -Wall -Wextra -Werror -O2 -c -o "$dir/spec.o" "$dir/spec.i"
done
"$cc" -x cpp-output -std=c99 -pedantic -Wall -Wextra -Werror -O2 -c -o "$dir/spec.o" "$dir/spec.i"
printf '#include <hocket/hocket.h>\nint main() { return hk_cores() == 0; }\n' > "$dir/user.c"
"$cc" -std=c99 -Wall -Wextra -Werror -I"$include" -fsyntax-only "$dir/user.c"
"$cc" -x c++ -Wall -Wextra -Werror -I"$include" -fsyntax-only "$dir/user.c"
