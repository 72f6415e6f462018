// SPDX-License-Identifier: Apache-2.0
/* Reed-Solomon (255,223) channel simulation: encodes random messages, corrupts them, decodes with Berlekamp-Massey, Chien and Forney. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
#define NN 255
#define KK 223
#define RR (NN - KK)

static byte gexp[512];
static int  glog[256];
static byte gen[RR + 1];

static struct {
  long clean, fixed, failed, wrong;
  long nerr[RR + 1];
} stats;

static byte mul (byte a, byte b)
{
  if (a == 0 || b == 0)
    return 0;
  return gexp[glog[a] + glog[b]];
}

static byte dvd (byte a, byte b)
{
  if (a == 0)
    return 0;
  return gexp[glog[a] + 255 - glog[b]];
}

static void init_field (void)
{
  int x = 1;
  for (int i = 0; i < 255; i++)
    {
      gexp[i] = gexp[i + 255] = (byte) x;
      glog[x] = i;
      x <<= 1;
      if (x & 0x100)
        x ^= 0x11d;
    }
  gen[0] = 1;
  for (int i = 0; i < RR; i++)
    {
      gen[i + 1] = 1;
      for (int j = i; j > 0; j--)
        gen[j] = gen[j - 1] ^ mul (gen[j], gexp[i]);
      gen[0] = mul (gen[0], gexp[i]);
    }
}

/* cw[0..RR-1] parity, cw[RR..] message */
static void encode (byte *cw)
{
  byte rem[RR] = {0};
  for (int i = NN - 1; i >= RR; i--)
    {
      byte fb = cw[i] ^ rem[RR - 1];
      for (int j = RR - 1; j > 0; j--)
        rem[j] = rem[j - 1] ^ mul (fb, gen[j]);
      rem[0] = mul (fb, gen[0]);
    }
  memcpy (cw, rem, RR);
}

/* number of corrected errors, or -1 */
static int decode (byte *cw)
{
  byte syn[RR], C[RR + 1] = {1}, B[RR + 1] = {1}, T[RR + 1], om[RR];
  int bad = 0, L = 0, m = 1;
  byte b = 1;

  for (int i = 0; i < RR; i++)
    {
      byte s = 0;
      for (int j = NN - 1; j >= 0; j--)
        s = mul (s, gexp[i]) ^ cw[j];
      syn[i] = s;
      bad |= s;
    }
  if (!bad)
    return 0;

  for (int n = 0; n < RR; n++)
    {
      byte d = syn[n];
      for (int i = 1; i <= L; i++)
        d ^= mul (C[i], syn[n - i]);
      if (d == 0)
        {
          m++;
          continue;
        }
      memcpy (T, C, sizeof C);
      byte coef = dvd (d, b);
      for (int i = 0; i + m <= RR; i++)
        C[i + m] ^= mul (coef, B[i]);
      if (2 * L <= n)
        {
          L = n + 1 - L;
          memcpy (B, T, sizeof B);
          b = d;
          m = 1;
        }
      else
        m++;
    }
  if (L > RR / 2)
    return -1;

  for (int i = 0; i < RR; i++)
    {
      om[i] = 0;
      for (int j = 0; j <= i && j <= L; j++)
        om[i] ^= mul (C[j], syn[i - j]);
    }
  int found = 0;
  for (int pos = 0; pos < NN; pos++)
    {
      int inv = (255 - pos) % 255;
      byte v = 0;
      for (int i = L; i >= 0; i--)
        v = mul (v, gexp[inv]) ^ C[i];
      if (v)
        continue;
      byte num = 0, den = 0;
      for (int i = RR - 1; i >= 0; i--)
        num = mul (num, gexp[inv]) ^ om[i];
      for (int i = 1; i <= L; i += 2)
        den ^= mul (C[i], gexp[(inv * (i - 1)) % 255]);
      if (den == 0)
        return -1;
      cw[pos] ^= mul (gexp[pos], dvd (num, den));
      found++;
    }
  return found == L ? found : -1;
}

static unsigned next (unsigned *s)
{
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return *s;
}

/* decoder verdict; *wrong set when the result differs from what was sent */
static int one_word (int index, int maxerr, int *wrong)
{
  unsigned s = 0x9e3779b9u * (unsigned) (index + 1) | 1;
  byte sent[NN], got[NN];
  for (int i = RR; i < NN; i++)
    sent[i] = (byte) (next (&s) >> 11);
  encode (sent);
  memcpy (got, sent, NN);
  int e = (int) (next (&s) % (unsigned) (maxerr + 1));
  for (int i = 0; i < e; i++)
    {
      unsigned p = next (&s) % NN;
      got[p] ^= (byte) (next (&s) % 255 + 1);
    }
  int r = decode (got);
  *wrong = r >= 0 && memcmp (sent, got, NN) != 0;
  return r;
}

int main (int argc, char **argv)
{
  int words = argc > 1 ? atoi (argv[1]) : 22000;
  int maxerr = argc > 2 ? atoi (argv[2]) : 18;
  init_field ();
  long failed = 0, wrong = 0, nerr[RR + 1] = {0};
#pragma omp parallel for schedule(dynamic, 64) reduction(+:failed, wrong, nerr)
  for (int i = 0; i < words; i++)
    {
      int w, r = one_word (i, maxerr, &w);
      if (r < 0)
        failed++;
      else
        nerr[r]++;
      wrong += w;
    }
  stats.failed = failed;
  stats.wrong = wrong;
  stats.clean = nerr[0];
  memcpy (stats.nerr, nerr, sizeof nerr);
  for (int i = 1; i <= RR; i++)
    stats.fixed += nerr[i];
  printf ("words %d clean %ld fixed %ld failed %ld miscorrected %ld\n", words,
          stats.clean, stats.fixed, stats.failed, stats.wrong);
  for (int i = 0; i <= RR; i++)
    if (stats.nerr[i])
      printf ("  %2d errors: %ld\n", i, stats.nerr[i]);
  return 0;
}
