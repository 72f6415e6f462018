// SPDX-License-Identifier: Apache-2.0
//
// Prints the ABI text as codegen has it.
#include <cstdio>

int main() {
  static const char text[] =
#include "codegen/AbiText.inc"
      ;
  return std::fwrite(text, 1, sizeof text - 1, stdout) == sizeof text - 1 ? 0
                                                                          : 1;
}
