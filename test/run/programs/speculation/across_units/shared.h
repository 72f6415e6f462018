// SPDX-License-Identifier: Apache-2.0
int here(int x);
int there(int x);
int far(int x);

static int work(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + (unsigned)i;
  return (int)(s & 1023);
}
