// SPDX-License-Identifier: Apache-2.0
//
// Sums whose target is narrower, wider, of other sign or not of the type of the
// arithmetic.
#include "../../digest.h"
#include <stdbool.h>
static int a[1500];
static float f[1500];
struct bits {
  unsigned three : 3;
  int five : 5;
  bool flag : 1;
};
int main(void) {
  for (int i = 0; i < 1500; i++) {
    a[i] = i % 37 - 18;
    f[i] = (float)(i % 21) * 0.3f - 2;
  }
  int truncated = 0, halves = 1;
  for (int i = 0; i < 1400; i++)
    truncated += 0.7; /* stays 0 */
  for (int i = 0; i < 1400; i++)
    halves += f[i]; /* converts each time */
  unsigned char c = 3;
  signed char sc = 0;
  for (int i = 0; i < 1400; i++)
    c += a[i];
  for (int i = 0; i < 1400; i++)
    c = c * 3 + 1 < 500 ? (unsigned char)(c + a[i]) : c;
  for (int i = 0; i < 1400; i++)
    sc ^= a[i];
  bool any = false, odd = false;
  for (int i = 0; i < 1400; i++)
    any += a[i] == 18; /* saturates at 1 */
  for (int i = 0; i < 1400; i++)
    odd ^= a[i] & 1;
  for (int i = 0; i < 1400; i++)
    any -= a[i] == 3;
  struct bits b = {1, 1, 0};
  for (int i = 0; i < 1400; i++)
    b.three += (unsigned)a[i];
  for (int i = 0; i < 1400; i++)
    b.five ^= a[i] & 7;
  for (int i = 0; i < 1400; i++)
    b.flag |= a[i] == 40;
  unsigned u = 0;
  long long ll = 0;
  for (int i = 0; i < 1400; i++)
    u = u > (unsigned)a[i] ? u : (unsigned)a[i];
  int lowest = 5;
  for (int i = 0; i < 1400; i++)
    if (a[i] < (long)(unsigned)lowest)
      lowest = a[i]; /* compares as unsigned once it is negative */
  for (int i = 0; i < 1400; i++)
    ll += (unsigned)a[i];
  float sum = 0;
  double wide = 0;
  for (int i = 0; i < 1400; i++)
    sum += a[i];
  for (int i = 0; i < 1400; i++)
    wide += f[i];
  float most = -9;
  for (int i = 0; i < 1400; i++)
    if (f[i] * 1.1 > most)
      most = f[i] * 1.1; /* rounds after it compared */
  printf("%d %d %d %d %d %d %u %d %d %u %d %lld %.9g %.17g %.9g\n", truncated,
         halves, c, sc, any, odd, b.three, b.five, b.flag, u, lowest, ll, sum,
         wide, most);
  return 0;
}
