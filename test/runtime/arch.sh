#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The instructions in src/arch/ARCH/arch.h assemble for their processor; needs
# Clang, which has them all, and no libraries.
#   arch.sh ARCH-DIR CLANG TARGET
set -eu
arch=$1 clang=$2 target=$3
test -x "$clang" || { echo "no clang"; exit 77; }
printf '%s\n' '#include "arch.h"' '#include "doze_instruction.h"' \
  'void wait(unsigned *word, unsigned long *capabilities) {' \
  '  hki_doze_once(hki_doze_kind(capabilities[0], capabilities[1]), word, 1); }' \
  'void swap(struct hki_fpu *fpu, unsigned *raised) {' \
  '  struct hki_fpu old = hki_fpu_control();' \
  '  hki_pause(); hki_fpu_adopt(*fpu); *fpu = old;' \
  '  *raised = hki_fpu_raised(); hki_fpu_raise(*raised); }' |
  "$clang" --target="$target" -std=c11 -O2 -Wall -Wextra -Werror -ffreestanding \
    -I"$arch" -x c -c -o /dev/null -
