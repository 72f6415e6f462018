/* SPDX-License-Identifier: Apache-2.0 */
#include <hocket/hocket.h>

#include <stdio.h>

int main(void) {
  printf("cores: %d\n", hk_cores() > 0);
  return 0;
}
