#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Real traces keep to the Trace Event Format, and check_trace.py notices what does
# not.
#   format.sh PYTHON RECORDED PROGRAM...
set -eu
python=$1 recorded=$2
shift 2
check="$python $(dirname "$0")/check_trace.py"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$recorded" keep "$dir"
for program; do
  for cores in 2 4; do
    HOCKET_CORES=$cores HOCKET_TRACE="$dir/%p.json" "$program" > /dev/null
  done
done
$check "$dir"/*.json

# wrong SED-SCRIPT MESSAGE: of a trace with a mistake.
trace=$(ls "$dir"/*.json | tail -n 1)
wrong() {
  sed -e "$1" "$trace" > "$dir/wrong"
  if $check "$dir/wrong" > "$dir/said" || ! grep -q "$2" "$dir/said"; then
    echo "not noticed: $1: $(cat "$dir/said")"
    exit 1
  fi
}
wrong '2s/"ts":[0-9.]*/"ts":-1/' "'ts' is no time"
wrong '2s/"cat":"[a-z]*"/"cat":""/' "no category"
wrong '0,/"ph":"E"/s//"ph":"Q"/' "no such phase"
wrong '0,/"ph":"E".*/s//"ph":"X","name":"x","cat":"x","pid":1,"tid":0,"ts":1,"dur":-1},/' "no duration"
wrong '/"ph":"E"/{x;s/^/x/;/^x$/{x;d};x}' "without an end"
wrong '/"ph":"B"/{x;s/^/x/;/^x$/{x;d};x}' "end without a beginning"
wrong '/"thread_name"/d' "has no name"
wrong 's/"displayTimeUnit":"ns"/"displayTimeUnit":"us"/' "displayTimeUnit"
wrong 's/"begin":[0-9]*/"begin":9/;s/"end":[0-9]*/"end":10/' "outside of the recording"
wrong '0,/\("ph":"B".*"ts":\)[0-9]*/s//\19999999999999/' "time goes back"
wrong 's/"traceEvents"/"events"/' "no 'traceEvents'"
