/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit RISC-V: instructions that wait for a word (Zawrs) are not used yet, as
 * few chips have them.
 */
#pragma once

#include "../generic/doze_instruction.h"
