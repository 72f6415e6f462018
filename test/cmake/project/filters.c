/* SPDX-License-Identifier: Apache-2.0 */
#include "filters.h"

void blur(const double *in, double *out, int count) {
  for (int i = 1; i < count - 1; i++)
    out[i] = in[i - 1] * 0.25 + in[i] * 0.5 + in[i + 1] * 0.25;
}
