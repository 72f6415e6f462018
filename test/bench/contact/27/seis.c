/* seis.c: synthetic local network -> band-pass -> STA/LTA picks -> grid search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NSTA   28
#define RATE   100.0        /* samples per second */
#define NX     48
#define NY     48
#define NZ     20
#define DXY    2.0          /* km */
#define DZ     1.5

struct station { double x, y, z; char name[6]; };
struct hypo { double x, y, z, t0, res; };

struct trace {
    struct station *sta;
    int n;
    float *data;            /* counts */
    int npick, cappick, *pick;      /* sample numbers */
    double energy;
};

struct biquad { double b0, b1, b2, a1, a2, z1, z2; };

static struct station sta[NSTA]; static struct trace trace[NSTA];

/* half space with a gradient: effective straight-ray slowness by mean depth */
static double travel_time(double x, double y, double z, const struct station *s)
{
    double dx = x - s->x, dy = y - s->y, dz = z - s->z;
    double v = 5.2 + 0.045 * (z + s->z);
    return sqrt(dx * dx + dy * dy + dz * dz) / v;
}

static unsigned lcg(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static double urand(unsigned *s) { return lcg(s) / 16777216.0; }

static void section(struct biquad *q, double fc, int high)
{
    double w = 2 * 3.14159265358979 * fc / RATE, c = cos(w), al = sin(w) / 1.41421356237;
    double g = high ? 1 + c : 1 - c;
    memset(q, 0, sizeof *q);
    q->b0 = q->b2 = g / 2 / (1 + al);
    q->b1 = (high ? -g : g) / (1 + al);
    q->a1 = -2 * c / (1 + al);
    q->a2 = (1 - al) / (1 + al);
}

static void filter(struct biquad *q, float *d, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        double x = d[i], y = q->b0 * x + q->z1;
        q->z1 = q->b1 * x - q->a1 * y + q->z2;
        q->z2 = q->b2 * x - q->a2 * y;
        d[i] = (float)y;
    }
}

static void make_trace(struct trace *t, int k, const struct hypo *ev, int nev)
{
    unsigned seed = 977u * (unsigned)k + 5u;
    int i, e, j;
    double drift = 0;
    for (i = 0; i < t->n; i++) {
        drift += 0.2 * (urand(&seed) - 0.5);
        t->data[i] = (float)(urand(&seed) + urand(&seed) + urand(&seed) - 1.5 + drift);
    }
    for (e = 0; e < nev; e++) {
        double tt = travel_time(ev[e].x, ev[e].y, ev[e].z, t->sta);
        double amp = 60.0 / (1.0 + tt);
        int i0 = (int)((ev[e].t0 + tt) * RATE + 0.5);
        for (j = 0; j < 400 && i0 + j < t->n; j++)
            t->data[i0 + j] += (float)(amp * exp(-j / 60.0) * sin(j * 0.45 + 0.3));
    }
}

static void add_pick(struct trace *t, int i)
{
    if (t->npick == t->cappick) {
        t->cappick = t->cappick ? 2 * t->cappick : 16;
        t->pick = realloc(t->pick, t->cappick * sizeof *t->pick);
        if (t->pick == NULL) {
            fprintf(stderr, "seis: too many picks on %s\n", t->sta->name);
            exit(1);
        }
    }
    t->pick[t->npick++] = i;
}

static void sta_lta(struct trace *t)
{
    double s = 0, l = 1e-3, ratio;
    int i, armed = 1;
    t->energy = 0;
    for (i = 0; i < t->n; i++) {
        double e = (double)t->data[i] * t->data[i];
        t->energy += e;
        s += (e - s) / 20.0; l += (e - l) / 1000.0;
        if (i < 1500) continue;
        ratio = s / l;
        if (armed && ratio > 6.0) {
            add_pick(t, i);
            armed = 0;
        } else if (!armed && ratio < 1.0) armed = 1;
    }
}

/* L1 misfit around the median-like mean origin time */
static double misfit(double x, double y, double z, const double *obs, double *t0)
{
    double r[NSTA], sum = 0, res = 0;
    int k, n = 0;
    for (k = 0; k < NSTA; k++) {
        if (obs[k] < 0) continue;
        r[n] = obs[k] - travel_time(x, y, z, &sta[k]);
        sum += r[n++];
    }
    *t0 = sum / n;
    for (k = 0; k < n; k++) res += fabs(r[k] - *t0);
    return res / n;
}

static void locate(const double *obs, struct hypo *best)
{
    int ix, iy, iz;
    best->res = 1e30;
    for (iz = 0; iz < NZ; iz++)
        for (iy = 0; iy < NY; iy++)
            for (ix = 0; ix < NX; ix++) {
                double t0, m = misfit(ix * DXY, iy * DXY, iz * DZ, obs, &t0);
                if (m < best->res) {
                    best->x = ix * DXY; best->y = iy * DXY; best->z = iz * DZ;
                    best->t0 = t0;
                    best->res = m;
                }
            }
}

int main(int argc, char **argv)
{
    int nev = argc > 1 ? atoi(argv[1]) : 75, per = argc > 2 ? atoi(argv[2]) : 6000;
    int k, e, nloc = 0, npick = 0;
    unsigned seed = 19890u;
    double err = 0, energy = 0;
    struct hypo *ev = malloc((nev > 0 ? nev : 1) * sizeof *ev);

    if (nev < 1 || per < 4000 || ev == NULL) {
        fprintf(stderr, "usage: seis [events>0 [samples>=4000]]\n");
        return 1;
    }
    for (k = 0; k < NSTA; k++) {
        sta[k].x = 96 * urand(&seed); sta[k].y = 96 * urand(&seed);
        sta[k].z = -0.8 * urand(&seed);
        sprintf(sta[k].name, "ST%02d", k);
    }
    for (e = 0; e < nev; e++) {
        ev[e].x = 10 + 74 * urand(&seed); ev[e].y = 10 + 74 * urand(&seed);
        ev[e].z = 2 + 24 * urand(&seed);
        ev[e].t0 = (e * (double)per + 2500) / RATE + 3 * urand(&seed);
    }
    for (k = 0; k < NSTA; k++) {
        struct biquad hp, lp;
        trace[k].sta = &sta[k];
        trace[k].n = nev * per + 3000;
        trace[k].data = malloc(trace[k].n * sizeof(float));
        if (trace[k].data == NULL) {
            fprintf(stderr, "seis: no memory\n");
            return 1;
        }
        make_trace(&trace[k], k, ev, nev);
        section(&hp, 2.0, 1);
        section(&lp, 15.0, 0);
        filter(&hp, trace[k].data, trace[k].n);
        filter(&lp, trace[k].data, trace[k].n);
        sta_lta(&trace[k]);
        npick += trace[k].npick;
        energy += trace[k].energy;
    }
    printf("%d stations, %d picks, energy %.2f\n", NSTA, npick, energy);
    for (e = 0; e < nev; e++) {
        double obs[NSTA], dx, dy, dz;
        int n = 0, i;
        struct hypo h = { 0, 0, 0, 0, 0 };
        for (k = 0; k < NSTA; k++) {       /* first pick in the event's window */
            obs[k] = -1;
            for (i = 0; i < trace[k].npick; i++)
                if (trace[k].pick[i] >= e * per + 2400 && trace[k].pick[i] < e * per + 5400) {
                    obs[k] = trace[k].pick[i] / RATE;
                    n++;
                    break;
                }
        }
        if (n < 5) {
            printf("event %d: only %d picks\n", e, n);
            continue;
        }
        locate(obs, &h);
        dx = h.x - ev[e].x; dy = h.y - ev[e].y; dz = h.z - ev[e].z;
        err += sqrt(dx * dx + dy * dy + dz * dz);
        nloc++;
        if (e % 8 == 0)
            printf("event %3d  %5.1f %5.1f %5.1f  t0 %.4f  res %.6f  (%d)\n", e, h.x, h.y, h.z, h.t0, h.res, n);
    }
    if (nloc) printf("%d located, mean error %.8f km\n", nloc, err / nloc);
    for (k = 0; k < NSTA; k++) {
        free(trace[k].data); free(trace[k].pick);
    }
    free(ev);
    return 0;
}
