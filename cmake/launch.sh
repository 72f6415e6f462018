#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs hocketcc in the place of a project's compiler: CMake puts this before a
# target's commands (C_COMPILER_LAUNCHER, C_LINKER_LAUNCHER).
#   launch.sh [--after=WORDS] COMMAND COMPILER ARGUMENT...
# runs COMMAND ARGUMENT... WORDS. COMMAND and WORDS are quoted for the shell.
# One argument is for this script: --hocket-remarks=FILE, where remarks go.
after=
case $1 in
--after=*)
  after=${1#--after=}
  shift
  ;;
esac
command=$1
# ccache sees that hocketcc is another one; the compiler behind it is looked at, too.
export CCACHE_EXTRAFILES="${CCACHE_EXTRAFILES:+$CCACHE_EXTRAFILES:}$2"
shift 2
case "$*" in
*--hocket-remarks=* | *--dependency-file*) ;;
*) eval "exec $command \"\$@\" $after" ;;
esac

remarks=
for word; do
  shift
  case $word in
  --hocket-remarks=*) remarks=${word#*=} ;;
  # The linker would name objects that are gone when hocketcc ends: CMake would
  # link again each time.
  -Wl,--dependency-file[=,]*) ;;
  *) set -- "$@" "$word" ;;
  esac
done
[ -n "$remarks" ] || eval "exec $command \"\$@\" $after"
said=$(mktemp) || exit
trap 'rm -f "$said"' EXIT
eval "$command \"\$@\" $after" 2> "$said"
status=$?
: > "$remarks" || exit
# A remark has its notes and its help below it. The rest is for the terminal.
awk -v file="$remarks" '
  /(^|: )remark: .*\[-Rhocket/ { remark = 1; print > file; next }
  remark && /(^|: )(note|help): / { print > file; next }
  { remark = 0; print }' "$said" >&2
exit $status
