/* trackfuse - extended Kalman tracking of many targets seen by a few radars.
 * Every scan all tracks are predicted, each radar delivers one range/bearing
 * plot per visible target and the tracks are updated sequentially. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NS 4            /* x, y, vx, vy */

typedef struct { double v[NS]; } State;
typedef struct { double m[NS][NS]; } Cov;

typedef struct Tracker Tracker;

typedef struct {
    double x, y, sigma_r, sigma_b, range;
} Radar;

static const Radar radars[] = {
    { -20.0, -10.0, 0.05, 0.004, 90.0 },
    { 35.0, 15.0, 0.08, 0.003, 70.0 },
    { 0.0, 60.0, 0.04, 0.006, 80.0 },
};
#define NRADARS ((int)(sizeof radars / sizeof radars[0]))

struct Tracker {
    int n, scan;
    double dt, q;
    State *est, *truth;
    Cov *cov;
    double *err2;          /* squared position error of the last scan */
    int *updates, *rejected;
};

static unsigned hashu(unsigned a, unsigned b, unsigned c)
{
    unsigned h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca77u ^ c * 0xc2b2ae3du;
    h ^= h >> 15; h *= 0x2c1b3c6du;
    h ^= h >> 12; h *= 0x297a2d39u;
    return h ^ (h >> 15);
}

static double gauss(unsigned a, unsigned b, unsigned c)
{
    double u = (hashu(a, b, c) + 1.0) / 4294967297.0, w = hashu(a, b, c + 97u) / 4294967296.0;
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * w);
}

Tracker *tracker_open(int n)
{
    Tracker *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->n = n;
    t->dt = 0.5;
    t->q = 0.02;
    t->est = calloc((size_t)n, sizeof *t->est);
    t->truth = calloc((size_t)n, sizeof *t->truth);
    t->cov = calloc((size_t)n, sizeof *t->cov);
    t->err2 = calloc((size_t)n, sizeof *t->err2);
    t->updates = calloc((size_t)n, sizeof *t->updates);
    t->rejected = calloc((size_t)n, sizeof *t->rejected);
    if (!t->est || !t->truth || !t->cov || !t->err2 || !t->updates || !t->rejected)
        exit(1);
    for (int i = 0; i < n; i++) {
        double *s = t->truth[i].v;
        s[0] = 50.0 * gauss((unsigned)i, 1, 5);
        s[1] = 50.0 * gauss((unsigned)i, 2, 5);
        s[2] = 0.3 * gauss((unsigned)i, 3, 5);
        s[3] = 0.3 * gauss((unsigned)i, 4, 5);
        t->est[i].v[0] = s[0] + 0.5;
        t->est[i].v[1] = s[1] - 0.5;
        for (int k = 0; k < NS; k++)
            t->cov[i].m[k][k] = k < 2 ? 1.0 : 0.25;
    }
    return t;
}

void tracker_close(Tracker *t)
{
    free(t->est); free(t->truth); free(t->cov); free(t->err2); free(t->updates); free(t->rejected);
    free(t);
}

static void predict(State *s, Cov *p, double dt, double q)
{
    double f[NS][NS] = { { 1, 0, dt, 0 }, { 0, 1, 0, dt }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } }, tmp[NS][NS];
    s->v[0] += dt * s->v[2];
    s->v[1] += dt * s->v[3];
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            tmp[i][j] = 0.0;
            for (int k = 0; k < NS; k++)
                tmp[i][j] += f[i][k] * p->m[k][j];
        }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            p->m[i][j] = i == j ? q * (i < 2 ? dt * dt : 1.0) : 0.0;
            for (int k = 0; k < NS; k++)
                p->m[i][j] += tmp[i][k] * f[j][k];
        }
}

/* scalar update with measurement row h; returns 0 if gated out */
static int update(State *s, Cov *p, const double *h, double innov, double var)
{
    double ph[NS], S = var, k[NS];
    for (int i = 0; i < NS; i++) {
        ph[i] = 0.0;
        for (int j = 0; j < NS; j++)
            ph[i] += p->m[i][j] * h[j];
    }
    for (int i = 0; i < NS; i++)
        S += h[i] * ph[i];
    if (innov * innov > 16.0 * S)
        return 0;
    for (int i = 0; i < NS; i++) {
        k[i] = ph[i] / S;
        s->v[i] += k[i] * innov;
    }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++)
            p->m[i][j] -= k[i] * ph[j];
    return 1;
}

static void track_scan(Tracker *t, int i)
{
    State *e = &t->est[i], *tr = &t->truth[i];
    unsigned id = (unsigned)i, sc = (unsigned)t->scan;
    tr->v[2] += 0.05 * gauss(id, sc, 11);
    tr->v[3] += 0.05 * gauss(id, sc, 12);
    tr->v[0] += t->dt * tr->v[2];
    tr->v[1] += t->dt * tr->v[3];
    predict(e, &t->cov[i], t->dt, t->q);
    for (int r = 0; r < NRADARS; r++) {
        const Radar *rd = &radars[r];
        double dx = tr->v[0] - rd->x, dy = tr->v[1] - rd->y, range = sqrt(dx * dx + dy * dy);
        if (range > rd->range || hashu(id, sc, 50u + (unsigned)r) % 10u == 0)
            continue;
        double zr = range + rd->sigma_r * gauss(id, sc, 20u + (unsigned)r);
        double zb = atan2(dy, dx) + rd->sigma_b * gauss(id, sc, 30u + (unsigned)r);
        if (hashu(id, sc, 60u + (unsigned)r) % 50u == 0)
            zr += 5.0;                      /* clutter */
        double ex = e->v[0] - rd->x, ey = e->v[1] - rd->y, er = sqrt(ex * ex + ey * ey) + 1e-9;
        double hr[NS] = { ex / er, ey / er, 0, 0 }, hb[NS] = { -ey / (er * er), ex / (er * er), 0, 0 };
        double db = zb - atan2(ey, ex);
        if (db > 3.141592653589793) db -= 6.283185307179586;
        if (db < -3.141592653589793) db += 6.283185307179586;
        int ok = update(e, &t->cov[i], hr, zr - er, rd->sigma_r * rd->sigma_r);
        ok += update(e, &t->cov[i], hb, db, rd->sigma_b * rd->sigma_b);
        t->updates[i] += ok;
        t->rejected[i] += 2 - ok;
    }
    double ux = e->v[0] - tr->v[0], uy = e->v[1] - tr->v[1];
    t->err2[i] = ux * ux + uy * uy;
}

void tracker_scan(Tracker *t)
{
    for (int i = 0; i < t->n; i++)
        track_scan(t, i);
    t->scan++;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000, scans = argc > 2 ? atoi(argv[2]) : 700;
    Tracker *t = tracker_open(n);
    if (!t) return 1;
    for (int s = 0; s < scans; s++) {
        tracker_scan(t);
        if ((s + 1) % (scans / 4 + 1) == 0 || s + 1 == scans) {
            double sum = 0.0;
            long up = 0, rej = 0;
            for (int i = 0; i < n; i++) {
                sum += t->err2[i] < 100.0 ? t->err2[i] : 100.0;
                up += t->updates[i];
                rej += t->rejected[i];
            }
            printf("scan %4d rms %.10f updates %ld rejected %ld\n", s + 1, sqrt(sum / n), up, rej);
        }
    }
    tracker_close(t);
    return 0;
}
