#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# hocket_parallelize in a project of somebody else's, C and C++.
#   parallelize.sh CMAKE BUILD GENERATOR
. "$(dirname "$0")/lib.sh"
generator=$1
install_copy
must_configure -G "$generator" -DWITH_CXX=ON \
  "-DCALL=app;SOC;generic-4;CORES;3;OBJECTIVE;energy;REPORT;out/report.html;out/report.json;REMARKS;out/remarks.txt;OPTIONS;--no-speculation"
grep -q 'hocket_parallelize(mixed): only C is parallelized' "$dir/said" ||
  fail "nothing is said of C++: $(cat "$dir/said")"
must_build
if grep -q 'remark:' "$dir/said"; then fail "remarks are printed, too"; fi

export HOCKET_POWER=sim
expect app "lamps: 399998"
is_parallel app
nm "$made/app" | grep -q 'V __hocket_prices' || fail "its clocks are not planned"
expect plain "plain: 200000"
is_sequential plain
expect cores "cores: 1"
expect mixed "mixed: 4"
is_parallel mixed

# The program's library and its objects are read, so that all of it is.
for file in app filters tables; do
  grep -q "$file\.c:.*\[-Rhocket=loop" "$made/out/remarks.txt" ||
    fail "no loop of $file.c: $(cat "$made/out/remarks.txt")"
done
grep -q 'on 3 cores' "$made/out/remarks.txt" || fail "not for three cores"
grep -q '<html' "$made/out/report.html" || fail "no report as a page"
grep -q 'filters.c' "$made/out/report.json" || fail "no report for programs"

object=$(find "$made" -name 'plain.c.o')
object=${object#"$made/"}
if carries_unit "$object"; then fail "plain is compiled by hocketcc"; fi
does_nothing

# What is asked for later holds for what was built before.
"$cmake" -DPLAIN_TOO=ON "-DCALL=app;SOC;generic-4;CORES;2;REMARKS;ON" "$made" > "$dir/said"
must_build
grep -q 'filters.c.*on 2 cores' "$dir/said" || fail "no remarks: $(cat "$dir/said")"
carries_unit "$object" || fail "plain is not compiled again"
is_parallel plain
expect plain "plain: 200000"
expect app "lamps: 399998"
