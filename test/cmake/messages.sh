#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What the compiler and the linker say comes through, with remarks in a file, too.
. "$(dirname "$0")/lib.sh"
install_copy
cp -r "$project" "$dir/copy"
project=$dir/copy
must_configure "-DCALL=app;REMARKS;remarks.txt"

sed 's/i < count - 1/i < counted/' "$project/filters.c" > "$dir/filters.c"
cp "$dir/filters.c" "$project/filters.c"
"$cmake" --build "$made" > "$dir/said" 2>&1 && fail "an error is not seen"
grep -q "filters.c:.*'counted' undeclared" "$dir/said" || fail "$(cat "$dir/said")"

sed 's/counted/count - 1/' "$dir/filters.c" > "$project/filters.c"
echo 'char *gets(char *to); char *unsafe(char *to) { return gets(to); }' >> "$project/app.c"
must_build
expect app "lamps: 399998"
grep -q 'warning: the .gets. function is dangerous' "$dir/said" ||
  fail "no warning of the linker: $(cat "$dir/said")"
if grep -q remark: "$dir/said"; then fail "remarks are printed, too"; fi

sed 's/void fill_table/void fill_tables/' "$project/tables.c" > "$dir/tables.c"
cp "$dir/tables.c" "$project/tables.c"
"$cmake" --build "$made" > "$dir/said" 2>&1 && fail "an error of the link is not seen"
grep -q "undefined reference to .fill_table" "$dir/said" || fail "$(cat "$dir/said")"
