#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# hocket_parallelize with several configurations in one build, and beside a
# launcher that the project has already.
. "$(dirname "$0")/lib.sh"
install_copy
must_configure -G "Ninja Multi-Config" \
  "-DCALL=app;SOC;generic-4;REPORT;reports/\$<CONFIG>/r.html;REMARKS;\$<CONFIG>.txt"
must_build --config Release
must_build --config Debug
expect Release/app "lamps: 399998"
is_parallel Release/app
is_sequential Release/plain
[ -s "$made/reports/Release/r.html" ] || fail "no report of the configuration"
grep -q 'app.c.*loop-reduction' "$made/Release.txt" || fail "no remarks of the configuration"
# -O0: as it is.
expect Debug/app "lamps: 998"
is_sequential Debug/app

# Somebody's launcher launches hocketcc, with the compiler behind it.
cat > "$dir/count" << END
#!/bin/sh
echo "\$1 \$2" >> "$dir/launched"
exec "\$@"
END
chmod +x "$dir/count"
must_configure "-DCMAKE_C_COMPILER_LAUNCHER=$dir/count"
must_build
is_parallel app
is_sequential plain
grep -q "/bin/hocketcc --cc=/" "$dir/launched" || fail "the launcher runs: $(cat "$dir/launched")"
cc=$(grep -c '/bin/hocketcc' "$dir/launched")
[ "$cc" = 3 ] || fail "the launcher ran $cc times for three files"

has ccache || exit 0
export CCACHE_DIR="$dir/ccache"
for time in first second; do
  must_configure -DCMAKE_C_COMPILER_LAUNCHER=ccache
  must_build
  is_parallel app
  expect app "lamps: 399998"
done
ccache --print-stats | grep -q '^\(direct\|preprocessed\)_cache_hit.5$' ||
  fail "nothing came from the cache: $(ccache --print-stats)"
