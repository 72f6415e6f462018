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
  double ra, dec, mag, x[3];    /* scratch of the propagation */
  double best; int bestnight;   /* brightest appearance so far */
  struct body *next;            /* catalogue */

};

static struct body *catalog = NULL;
#define BLOCK 64                /* nights worked on together */
struct obs { double x[3]; int tile; };          /* tile < 0: too faint */
struct pair { int a, b; double s; };
struct pairs { struct pair *p; int n, cap; };
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
  b->next = NULL;
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

static int place(struct body *b, double t, const double X[3]) {
  double xv, yv, r = 0, d = 0, R = 0, ca, al, p1, p2, g[3], h;
  int k, steps;
  /* the anomaly of last night, advanced by the mean motion, is a good start */
  b->E += b->n;
  steps = kepler(b->M0 + b->n * t, b->e, &b->E);
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
  return steps;
}

static void tile_of(const struct body *b, int *i, int *j) {
  *i = (int)((b->dec / DEG + 90) * NDEC / 180); if (*i >= NDEC) *i = NDEC - 1;
  *j = (int)(b->ra / DEG * NRA / 360); if (*j >= NRA) *j = NRA - 1;
}

static void compare(const struct obs *o, int a, int b, struct pairs *out) {
  double dx = o[a].x[0] - o[b].x[0], dy = o[a].x[1] - o[b].x[1], dz = o[a].x[2] - o[b].x[2];
  double s = sqrt(dx * dx + dy * dy + dz * dz);
  if (s > angle) return;
  if (out->n == out->cap) {
    out->cap = out->cap ? 2 * out->cap : 32;
    out->p = realloc(out->p, out->cap * sizeof *out->p);
    if (!out->p) { fprintf(stderr, "no memory for pairs\n"); exit(EXIT_FAILURE); }
  }
  out->p[out->n].a = a; out->p[out->n].b = b; out->p[out->n++].s = s;
}

/* one night: o[] holds all bodies, head/link are the caller's own tiles */
static long search(const struct obs *o, int nbody, int *head, int *link, struct pairs *out) {
  int i, j, di, dj, a, b;
  long n = 0;
  for (i = 0; i < NDEC * NRA; i++) head[i] = -1;
  for (a = 0; a < nbody; a++)
    if (o[a].tile >= 0) { link[a] = head[o[a].tile]; head[o[a].tile] = a; n++; }
  out->n = 0;
  for (i = 0; i < NDEC; i++)
    for (j = 0; j < NRA; j++)
      for (a = head[i * NRA + j]; a >= 0; a = link[a]) {
        for (b = link[a]; b >= 0; b = link[b]) compare(o, a, b, out);
        for (di = 0; di <= 1; di++)
          for (dj = di ? -1 : 1; dj <= 1; dj++)
            if (i + di < NDEC)
              for (b = head[(i + di) * NRA + (j + dj + NRA) % NRA]; b >= 0; b = link[b]) compare(o, a, b, out);
      }
  return n;
}

/* the pairs of one night, booked in order */
static void book(const struct pairs *q, int night) {
  int k;
  for (k = 0; k < q->n; k++) {
    double s = q->p[k].s;
    int a = q->p[k].a + 1, b = q->p[k].b + 1;
    appulses++;
    mix((unsigned)night); mix((unsigned)(a * 65536 + b));
    mix((unsigned)(s / DEG * 3600 * 100));
    if (s < closest) { closest = s; close_a = a; close_b = b; close_night = night; }
  }
}

int main(int argc, char *argv[]) {
  int nbody = 4000, nights = 400, k;
  struct body *b, **tail = &catalog;
  double X[BLOCK][3];
  struct body **all;
  struct obs *obs;
  static struct pairs found[BLOCK];
  unsigned long hist[4] = {0, 0, 0, 0};
  if (argc > 1) nbody = atoi(argv[1]);
  if (argc > 2) nights = atoi(argv[2]);
  if (nbody < 1 || nbody > 65535 || nights < 1) { fprintf(stderr, "usage: %s bodies nights\n", argv[0]); return 2; }
  for (k = 1; k <= nbody; k++) { *tail = new_body(k); tail = &(*tail)->next; }
  all = malloc(nbody * sizeof *all);
  obs = malloc((size_t)BLOCK * nbody * sizeof *obs);
  if (!all || !obs) { fprintf(stderr, "no memory for observations\n"); return EXIT_FAILURE; }
  for (b = catalog, k = 0; b; b = b->next) all[k++] = b;
  #pragma omp parallel private(b)
  {
    int *head = malloc(NDEC * NRA * sizeof *head), *link = malloc(nbody * sizeof *link);
    int i, j, n, k, k0;
    if (!head || !link) { fprintf(stderr, "no memory for tiles\n"); exit(EXIT_FAILURE); }
    for (k0 = 0; k0 < nights; k0 += BLOCK) {
      int m = nights - k0 < BLOCK ? nights - k0 : BLOCK;
      #pragma omp single
      for (k = 0; k < m; k++) earth(k0 + k, X[k]);
      /* each body goes through the nights on its own */
      #pragma omp for schedule(dynamic, 64) reduction(+:kepler_steps)
      for (n = 0; n < nbody; n++) {
        b = all[n];
        for (k = 0; k < m; k++) {
          struct obs *o = &obs[(size_t)k * nbody + n];
          kepler_steps += place(b, k0 + k, X[k]);
          if (b->mag < b->best) { b->best = b->mag; b->bestnight = k0 + k; }
          o->tile = -1;
          if (b->mag > maglimit) continue;
          tile_of(b, &i, &j);
          o->tile = i * NRA + j;
          o->x[0] = b->x[0]; o->x[1] = b->x[1]; o->x[2] = b->x[2];
        }
      }
      #pragma omp for schedule(dynamic) reduction(+:seen)
      for (k = 0; k < m; k++)
        seen += search(obs + (size_t)k * nbody, nbody, head, link, &found[k]);
      #pragma omp single
      for (k = 0; k < m; k++) book(&found[k], k0 + k);
    }
    free(head); free(link);
  }
  for (b = catalog; b; b = b->next) {
    mix((unsigned)b->bestnight); mix((unsigned)(b->best * 1e4));
    if (b->best < 13) hist[0]++; else if (b->best < 15) hist[1]++; else if (b->best < 17) hist[2]++; else hist[3]++;
  }
  printf("%d bodies, %d nights: %ld observations, %ld Kepler steps\n", nbody, nights, seen, kepler_steps);
  printf("appulses %ld; closest %d with %d on night %d: %.6f arcsec\n", appulses, close_a, close_b, close_night, closest / DEG * 3600);
  printf("at best <13: %lu <15: %lu <17: %lu fainter: %lu\n", hist[0], hist[1], hist[2], hist[3]);
  printf("check %08x\n", checksum);
  for (k = 0; k < BLOCK; k++) free(found[k].p);
  free(all); free(obs);
  while (catalog) { b = catalog->next; free(catalog); catalog = b; }
  return 0;
}
