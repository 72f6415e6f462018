/* SPDX-License-Identifier: Apache-2.0
 *
 * For the guest, compiled by hocketcc for fake_clocks.yaml: a loop with a
 * deadline that prints what the clocks are really set to.
 */
#include <stdio.h>

enum { SIZE = 200000 };
static double samples[SIZE];

static void filter(int frame) {
  for (int i = 0; i < SIZE; i++)
    samples[i] = samples[i] * 0.5 + frame;
}

static void print_clocks(void) {
  char text[200] = "";
  FILE *file = fopen("/sys/module/fake_clocks/parameters/khz", "r");
  if (!file || !fgets(text, sizeof text, file))
    text[0] = 0;
  if (file)
    fclose(file);
  fputs(text, stdout);
}

int main(void) {
#pragma hocket deadline(5s)
  for (int frame = 0; frame < 4; frame++) {
    filter(frame);
    print_clocks();
  }
  printf("%.17g\n", samples[7]);
  return 0;
}
