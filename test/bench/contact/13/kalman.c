/*
 * kalman - smooths a batch of noisy sensor tracks with a constant-velocity
 * Kalman filter and a Rauch-Tung-Striebel backward pass.
 *
 *   kalman [tracks] [steps] [seed]
 *
 * In parallel: the tracks.  Every track has its own random stream; the work
 * space and the per-class totals (floating point: added in track order) need
 * care.
 *
 * SMALL: 12 60 3
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define DIM 4                            /* x y vx vy */
typedef struct { double m[DIM][DIM]; } Mat;
typedef struct { double v[DIM]; } Vec;
typedef enum { TENTATIVE, CONFIRMED, COASTING, LOST, NSTATUS } Status;
static const char *status_name[NSTATUS] = { "tentative", "confirmed", "coasting", "lost" };
typedef enum { SHIP, PLANE, DRONE, NCLASS } Class;
static const struct {
    const char *name;
    double speed, turn, noise, dropout;
} class_info[NCLASS] = {
    { "ship",   8,  0.002, 12, 0.05 },
    { "plane", 90,  0.004, 25, 0.10 },
    { "drone", 20,  0.030,  6, 0.25 },
};
typedef struct { double z[2]; int seen; } Obs;
typedef struct { Vec xp, xf; Mat pp, pf; } Step;    /* predicted, filtered */
typedef struct { int n; Obs *obs; Vec *truth, *smooth; Step *step; } Space;
typedef struct {
    Class cls;
    Status status;
    int seen, gated;
    double raw, filt, smth, nll;
} Result;
typedef struct { unsigned long long s; } Rng;

static double uniform(Rng *r)
{
    unsigned long long z = (r->s += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return ((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0);
}

static double gauss(Rng *r)
{
    double u = uniform(r), v = uniform(r);
    return sqrt(-2 * log(1 - u)) * cos(6.283185307179586 * v);
}
/* ----- small matrices ----- */
static Mat product(const Mat *a, const Mat *b, int transposed)     /* a * b or a * b' */
{
    Mat c;
    for (int i = 0; i < DIM; i++)
        for (int j = 0; j < DIM; j++) {
            double s = 0;
            for (int k = 0; k < DIM; k++) s += a->m[i][k] * (transposed ? b->m[j][k] : b->m[k][j]);
            c.m[i][j] = s;
        }
    return c;
}

static Vec apply(const Mat *a, const Vec *x)
{
    Vec y;
    for (int i = 0; i < DIM; i++) {
        y.v[i] = 0;
        for (int k = 0; k < DIM; k++) y.v[i] += a->m[i][k] * x->v[k];
    }
    return y;
}

static Mat inverse(Mat a)                            /* Gauss-Jordan; covariances need no pivoting */
{
    Mat b = {{{0}}};
    for (int i = 0; i < DIM; i++) b.m[i][i] = 1;
    for (int c = 0; c < DIM; c++) {
        double d = 1 / a.m[c][c];
        for (int j = 0; j < DIM; j++) { a.m[c][j] *= d; b.m[c][j] *= d; }
        for (int i = 0; i < DIM; i++) {
            double f = a.m[i][c];
            if (i == c) continue;
            for (int j = 0; j < DIM; j++) { a.m[i][j] -= f * a.m[c][j]; b.m[i][j] -= f * b.m[c][j]; }
        }
    }
    return b;
}
/* ----- model ----- */
static const Mat F = {{ {1,0,1,0}, {0,1,0,1}, {0,0,1,0}, {0,0,0,1} }};

static void simulate(Space *sp, Class cls, Rng *rng)
{
    double sp0 = class_info[cls].speed, h = 6.28 * uniform(rng), w = 0;
    Vec x = {{ 1000 * gauss(rng), 1000 * gauss(rng), 0, 0 }};
    for (int t = 0; t < sp->n; t++) {
        w = 0.95 * w + class_info[cls].turn * gauss(rng);
        h += w;
        x.v[2] = sp0 * cos(h);
        x.v[3] = sp0 * sin(h);
        for (int k = 0; k < 2; k++) x.v[k] += x.v[k + 2];
        sp->truth[t] = x;
        Obs *o = &sp->obs[t];
        o->seen = uniform(rng) >= class_info[cls].dropout;
        double wild = uniform(rng) < 0.02 ? 8 : 1;
        for (int k = 0; k < 2; k++) o->z[k] = x.v[k] + wild * class_info[cls].noise * gauss(rng);
    }
}

static Status advance(Status s, int hit, int *run)
{
    *run = hit ? (*run > 0 ? *run + 1 : 1) : (*run < 0 ? *run - 1 : -1);
    switch (s) {
    case TENTATIVE: return *run >= 4 ? CONFIRMED : *run <= -3 ? LOST : s;
    case CONFIRMED: return hit ? s : COASTING;
    case COASTING:  return hit ? CONFIRMED : *run <= -5 ? LOST : s;
    default:        return hit ? TENTATIVE : s;
    }
}

static void filter(Space *sp, Class cls, Result *res)
{
    double R = class_info[cls].noise * class_info[cls].noise;
    double jerk = 4 * class_info[cls].speed * class_info[cls].turn, q = jerk * jerk + 0.01;
    Vec x = {{ sp->obs[0].z[0], sp->obs[0].z[1], 0, 0 }};
    Mat P = {{{0}}};
    int run = 0;
    for (int i = 0; i < DIM; i++) P.m[i][i] = i < 2 ? R : 10000;
    for (int t = 0; t < sp->n; t++) {
        Step *s = &sp->step[t];
        if (t > 0) {
            Mat fp = product(&F, &P, 0);
            x = apply(&F, &x);
            P = product(&fp, &F, 1);
            for (int k = 0; k < 2; k++) {
                P.m[k][k] += q / 3;
                P.m[k + 2][k + 2] += q;
                P.m[k][k + 2] += q / 2;
                P.m[k + 2][k] += q / 2;
            }
        }
        s->xp = x;
        s->pp = P;
        int hit = sp->obs[t].seen;
        if (hit) {
            double y0 = sp->obs[t].z[0] - x.v[0], y1 = sp->obs[t].z[1] - x.v[1];
            double a = P.m[0][0] + R, b = P.m[0][1], d = P.m[1][1] + R, det = a * d - b * b;
            double dist = (d * y0 * y0 - 2 * b * y0 * y1 + a * y1 * y1) / det;
            if (dist > 30 && t > 5) {
                res->gated++;
                hit = 0;
            } else {
                Mat K = {{{0}}};
                res->seen++;
                res->nll += dist + log(det);
                for (int i = 0; i < DIM; i++) {
                    K.m[i][0] = (P.m[i][0] * d - P.m[i][1] * b) / det;
                    K.m[i][1] = (P.m[i][1] * a - P.m[i][0] * b) / det;
                    x.v[i] += K.m[i][0] * y0 + K.m[i][1] * y1;
                }
                Mat kp = product(&K, &P, 0);
                for (int i = 0; i < DIM; i++)
                    for (int j = 0; j < DIM; j++) P.m[i][j] -= kp.m[i][j];
            }
        }
        res->status = advance(res->status, hit, &run);
        s->xf = x;
        s->pf = P;
    }
}

static void smooth(Space *sp)
{
    sp->smooth[sp->n - 1] = sp->step[sp->n - 1].xf;
    for (int t = sp->n - 2; t >= 0; t--) {
        Step *s = &sp->step[t], *nx = &sp->step[t + 1];
        Mat pft = product(&s->pf, &F, 1), inv = inverse(nx->pp), G = product(&pft, &inv, 0);
        Vec d = sp->smooth[t + 1];
        for (int i = 0; i < DIM; i++) d.v[i] -= nx->xp.v[i];
        d = apply(&G, &d);
        for (int i = 0; i < DIM; i++) d.v[i] += s->xf.v[i];
        sp->smooth[t] = d;
    }
}

static double sq(double dx, double dy) { return dx * dx + dy * dy; }
static Result process(Space *sp, int id, unsigned long long seed)
{
    Rng rng = { seed + 1000003ULL * (unsigned)id };
    Result r = { .cls = (Class)(id % NCLASS) };
    int n = 0;
    simulate(sp, r.cls, &rng);
    filter(sp, r.cls, &r);
    smooth(sp);
    for (int t = 0; t < sp->n; t++) {
        const double *x = sp->truth[t].v;
        if (sp->obs[t].seen) { n++; r.raw += sq(sp->obs[t].z[0] - x[0], sp->obs[t].z[1] - x[1]); }
        r.filt += sq(sp->step[t].xf.v[0] - x[0], sp->step[t].xf.v[1] - x[1]);
        r.smth += sq(sp->smooth[t].v[0] - x[0], sp->smooth[t].v[1] - x[1]);
    }
    r.raw = sqrt(r.raw / (n ? n : 1));
    r.filt = sqrt(r.filt / sp->n);
    r.smth = sqrt(r.smth / sp->n);
    return r;
}

static Space space_new(int n)
{
    Space sp = { n, malloc(n * sizeof(Obs)), malloc(n * sizeof(Vec)), malloc(n * sizeof(Vec)), malloc(n * sizeof(Step)) };
    if (!sp.obs || !sp.truth || !sp.smooth || !sp.step) { perror("kalman"); exit(1); }
    return sp;
}

static void space_free(Space *sp) { free(sp->obs); free(sp->truth); free(sp->smooth); free(sp->step); }

int main(int argc, char **argv)
{
    int tracks = argc > 1 ? atoi(argv[1]) : 5000, steps = argc > 2 ? atoi(argv[2]) : 500;
    unsigned long long seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 99;
    Result tot[NCLASS] = {{0}};
    int count[NCLASS] = {0}, ends[NSTATUS] = {0};
    if (steps < 2) steps = 2;
    Space sp = space_new(steps);

    for (int i = 0; i < tracks; i++) {
        Result r = process(&sp, i, seed);
        Result *c = &tot[r.cls];
        count[r.cls]++;
        ends[r.status]++;
        c->seen += r.seen, c->gated += r.gated;
        c->raw += r.raw;
        c->filt += r.filt;
        c->smth += r.smth;
        c->nll += r.nll;
        if (i % (tracks / 10 + 1) == 0)
            printf("track %5d %-6s %-9s seen %4d gated %3d rms raw %8.4f filtered %8.4f smoothed %8.4f\n",
                   i, class_info[r.cls].name, status_name[r.status], r.seen, r.gated, r.raw, r.filt, r.smth);
    }
    for (int k = 0; k < NCLASS; k++)
        if (count[k])
            printf("%-6s %5d tracks, seen %d, gated %d, rms %.6f -> %.6f -> %.6f, nll %.6f\n", class_info[k].name, count[k],
                   tot[k].seen, tot[k].gated, tot[k].raw / count[k], tot[k].filt / count[k], tot[k].smth / count[k], tot[k].nll);
    for (int k = 0; k < NSTATUS; k++) printf("%s %d\n", status_name[k], ends[k]);
    space_free(&sp);
    return 0;
}
