/* ephem.c -- nightly ephemerides of minor planets and a search for appulses.
   A catalogue of osculating elements is propagated night by night (unperturbed
   two-body motion), the bodies brighter than the limit are sorted into sky
   tiles, and every pair nearer than the limit angle is reported. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define DEG   0.017453292519943295
#define GAUSS 0.01720209895
#define NRA   72
#define NDEC  36

struct body {
  int number;
  double a, e, M0, n;           /* semimajor axis, eccentricity, anomaly, motion */
  double P[3], Q[3];            /* Gaussian vectors, equatorial */
  double H, G;                  /* absolute magnitude and slope */
  double E;                     /* eccentric anomaly last found */
  double ra, dec, mag, x[3];    /* tonight */
  double best; int bestnight;   /* brightest appearance so far */
  struct body *next;            /* catalogue */
  struct body *intile;          /* chain of the sky tile */
};

static struct body *catalog = NULL;
static struct body *tile[NDEC][NRA];
static double maglimit = 19.0, angle = 0.12 * DEG;
static long seen, kepler_steps, appulses;
static double closest = 1e9;
static int close_a, close_b, close_night;
static unsigned int checksum = 2166136261u;

static unsigned long seed = 4711;
static double rnd(void) {
  seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
  return seed / 2147483648.0;
}

static void mix(unsigned int v) {
  int k;
  for (k = 0; k < 4; k++) { checksum = (checksum ^ (v & 255)) * 16777619u; v >>= 8; }
}

static struct body *new_body(int number) {
  struct body *b = malloc(sizeof *b);
  double om, w, inc, co, so, cw, sw, ci, si, p[3], q[3];
  const double ce = cos(23.4392911 * DEG), se = sin(23.4392911 * DEG);
  if (!b) { fprintf(stderr, "no memory for body %d\n", number); exit(EXIT_FAILURE); }
  b->number = number;
  b->a = 2.1 + 1.2 * rnd();
  b->e = 0.3 * rnd() * rnd() + 0.02;
  b->M0 = 360 * DEG * rnd();
  b->n = GAUSS / (b->a * sqrt(b->a));
  om = 360 * DEG * rnd(); w = 360 * DEG * rnd(); inc = 18 * DEG * rnd();
  b->H = 10.5 + 5.0 * sqrt(rnd());
  b->G = 0.10 + 0.1 * rnd();
  co = cos(om); so = sin(om); cw = cos(w); sw = sin(w); ci = cos(inc); si = sin(inc);
  p[0] = cw * co - sw * so * ci;  q[0] = -sw * co - cw * so * ci;
  p[1] = cw * so + sw * co * ci;  q[1] = -sw * so + cw * co * ci;
  p[2] = sw * si;                 q[2] = cw * si;
  b->P[0] = p[0]; b->P[1] = p[1] * ce - p[2] * se; b->P[2] = p[1] * se + p[2] * ce;
  b->Q[0] = q[0]; b->Q[1] = q[1] * ce - q[2] * se; b->Q[2] = q[1] * se + q[2] * ce;
  b->E = b->M0;
  b->best = 99; b->bestnight = -1;
  b->next = NULL; b->intile = NULL;
  return b;
}

/* low precision position of the Earth, equatorial rectangular */
static void earth(double t, double X[3]) {
  double g = (357.528 + 0.9856003 * t) * DEG;
  double l = (280.460 + 0.9856474 * t) * DEG + (1.915 * sin(g) + 0.020 * sin(2 * g)) * DEG;
  double R = 1.00014 - 0.01671 * cos(g) - 0.00014 * cos(2 * g);
  X[0] = -R * cos(l);
  X[1] = -R * sin(l) * cos(23.4392911 * DEG);
  X[2] = -R * sin(l) * sin(23.4392911 * DEG);
}

static int kepler(double M, double e, double *E) {
  int k;
  for (k = 1; k < 30; k++) {
    double d = (*E - e * sin(*E) - M) / (1 - e * cos(*E));
    *E -= d;
    if (fabs(d) < 1e-13) break;
  }
  return k;
}

static void place(struct body *b, double t, const double X[3]) {
  double xv, yv, r = 0, d = 0, R = 0, ca, al, p1, p2, g[3], h;
  int k;
  /* the anomaly of last night, advanced by the mean motion, is a good start */
  b->E += b->n;
  kepler_steps += kepler(b->M0 + b->n * t, b->e, &b->E);
  xv = b->a * (cos(b->E) - b->e);
  yv = b->a * sqrt(1 - b->e * b->e) * sin(b->E);
  for (k = 0; k < 3; k++) {
    h = xv * b->P[k] + yv * b->Q[k];
    g[k] = h - X[k];
    r += h * h; d += g[k] * g[k]; R += X[k] * X[k];
  }
  r = sqrt(r); d = sqrt(d); R = sqrt(R);
  for (k = 0; k < 3; k++) b->x[k] = g[k] / d;
  b->ra = atan2(g[1], g[0]); if (b->ra < 0) b->ra += 360 * DEG;
  b->dec = asin(b->x[2]);
  ca = (r * r + d * d - R * R) / (2 * r * d); if (ca > 1) ca = 1;
  al = tan(0.5 * acos(ca));
  p1 = exp(-3.33 * pow(al, 0.63)); p2 = exp(-1.87 * pow(al, 1.22));
  b->mag = b->H + 5 * log10(r * d) - 2.5 * log10((1 - b->G) * p1 + b->G * p2);
}

static void tile_of(const struct body *b, int *i, int *j) {
  *i = (int)((b->dec / DEG + 90) * NDEC / 180); if (*i >= NDEC) *i = NDEC - 1;
  *j = (int)(b->ra / DEG * NRA / 360); if (*j >= NRA) *j = NRA - 1;
}

static void compare(const struct body *a, const struct body *b, int night) {
  double dx = a->x[0] - b->x[0], dy = a->x[1] - b->x[1], dz = a->x[2] - b->x[2];
  double s = sqrt(dx * dx + dy * dy + dz * dz);
  if (s > angle) return;
  appulses++;
  mix((unsigned)night); mix((unsigned)(a->number * 65536 + b->number));
  mix((unsigned)(s / DEG * 3600 * 100));
  if (s < closest) { closest = s; close_a = a->number; close_b = b->number; close_night = night; }
}

static void search(int night) {
  int i, j, di, dj;
  struct body *a, *b;
  for (i = 0; i < NDEC; i++)
    for (j = 0; j < NRA; j++)
      for (a = tile[i][j]; a; a = a->intile) {
        for (b = a->intile; b; b = b->intile) compare(a, b, night);
        /* half of the neighbours, so that each pair is met once */
        for (di = 0; di <= 1; di++)
          for (dj = di ? -1 : 1; dj <= 1; dj++)
            if (i + di < NDEC)
              for (b = tile[i + di][(j + dj + NRA) % NRA]; b; b = b->intile) compare(a, b, night);
      }
}

int main(int argc, char *argv[]) {
  int nbody = 4000, nights = 400, k, i, j;
  struct body *b, **tail = &catalog;
  double X[3];
  unsigned long hist[4] = {0, 0, 0, 0};
  if (argc > 1) nbody = atoi(argv[1]);
  if (argc > 2) nights = atoi(argv[2]);
  if (nbody < 1 || nbody > 65535 || nights < 1) { fprintf(stderr, "usage: %s bodies nights\n", argv[0]); return 2; }
  for (k = 1; k <= nbody; k++) { *tail = new_body(k); tail = &(*tail)->next; }
  for (k = 0; k < nights; k++) {
    earth(k, X);
    for (i = 0; i < NDEC; i++) for (j = 0; j < NRA; j++) tile[i][j] = NULL;
    for (b = catalog; b; b = b->next) {
      place(b, k, X);
      if (b->mag < b->best) { b->best = b->mag; b->bestnight = k; }
      if (b->mag > maglimit) continue;
      seen++;
      tile_of(b, &i, &j);
      b->intile = tile[i][j]; tile[i][j] = b;
    }
    search(k);
  }
  for (b = catalog; b; b = b->next) {
    mix((unsigned)b->bestnight); mix((unsigned)(b->best * 1e4));
    if (b->best < 13) hist[0]++; else if (b->best < 15) hist[1]++; else if (b->best < 17) hist[2]++; else hist[3]++;
  }
  printf("%d bodies, %d nights: %ld observations, %ld Kepler steps\n", nbody, nights, seen, kepler_steps);
  printf("appulses %ld; closest %d with %d on night %d: %.6f arcsec\n", appulses, close_a, close_b, close_night, closest / DEG * 3600);
  printf("at best <13: %lu <15: %lu <17: %lu fainter: %lu\n", hist[0], hist[1], hist[2], hist[3]);
  printf("check %08x\n", checksum);
  while (catalog) { b = catalog->next; free(catalog); catalog = b; }
  return 0;
}
