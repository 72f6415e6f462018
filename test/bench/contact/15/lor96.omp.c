/*
 * lor96 - ensemble forecast with the Lorenz-96 model.
 *
 * An ensemble of perturbed states is integrated with RK4; every output
 * interval the ensemble mean, the spread and a simple predictability
 * measure are printed.
 *
 *   usage: lor96 [members] [sites] [intervals]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define STEPS_PER_OUTPUT 50
#define DT 0.01

typedef struct {
    int     id;
    double  forcing;
    double *x;          /* state, n sites */
    double  energy;
    double  peak;
} member_t;

typedef struct {
    int n;
    double *k1, *k2, *k3, *k4, *tmp;
} workspace_t;

static unsigned long long rng_state = 88172645463325252ULL;

static double rng_uniform(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static void *xmalloc(size_t sz)
{
    void *p = malloc(sz);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static workspace_t *ws_new(int n)
{
    workspace_t *w = xmalloc(sizeof *w);
    w->n = n;
    w->k1 = xmalloc(n * sizeof(double));
    w->k2 = xmalloc(n * sizeof(double));
    w->k3 = xmalloc(n * sizeof(double));
    w->k4 = xmalloc(n * sizeof(double));
    w->tmp = xmalloc(n * sizeof(double));
    return w;
}

static void ws_free(workspace_t *w)
{
    free(w->k1);
    free(w->k2);
    free(w->k3);
    free(w->k4);
    free(w->tmp);
    free(w);
}

static void tendency(const double *x, double *dx, int n, double f)
{
    dx[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + f;
    dx[1] = (x[2] - x[n - 1]) * x[0] - x[1] + f;
    for (int i = 2; i < n - 1; i++)
        dx[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + f;
    dx[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + f;
}

static void rk4_step(double *x, int n, double f, double dt, workspace_t *w)
{
    int i;

    tendency(x, w->k1, n, f);
    for (i = 0; i < n; i++)
        w->tmp[i] = x[i] + 0.5 * dt * w->k1[i];
    tendency(w->tmp, w->k2, n, f);
    for (i = 0; i < n; i++)
        w->tmp[i] = x[i] + 0.5 * dt * w->k2[i];
    tendency(w->tmp, w->k3, n, f);
    for (i = 0; i < n; i++)
        w->tmp[i] = x[i] + dt * w->k3[i];
    tendency(w->tmp, w->k4, n, f);
    for (i = 0; i < n; i++)
        x[i] += dt / 6.0 * (w->k1[i] + 2.0 * w->k2[i] + 2.0 * w->k3[i] + w->k4[i]);
}

static void member_forecast(member_t *m, int n, workspace_t *w)
{
    for (int s = 0; s < STEPS_PER_OUTPUT; s++) {
        rk4_step(m->x, n, m->forcing, DT, w);
        for (int i = 0; i < n; i++)
            if (fabs(m->x[i]) > m->peak)
                m->peak = fabs(m->x[i]);
    }
    m->energy = 0.0;
    for (int i = 0; i < n; i++)
        m->energy += 0.5 * m->x[i] * m->x[i];
    m->energy /= n;
}

int main(int argc, char **argv)
{
    int nmem = argc > 1 ? atoi(argv[1]) : 400;
    int n = argc > 2 ? atoi(argv[2]) : 240;
    int nout = argc > 3 ? atoi(argv[3]) : 100;
    struct timespec t0, t1;

    member_t *ens = xmalloc(nmem * sizeof *ens);
    double *mean = xmalloc(n * sizeof(double));
    double *spread = xmalloc(n * sizeof(double));

    for (int m = 0; m < nmem; m++) {
        ens[m].id = m;
        ens[m].forcing = 8.0 + 0.02 * (rng_uniform() - 0.5);
        ens[m].peak = 0.0;
        ens[m].x = xmalloc(n * sizeof(double));
        for (int i = 0; i < n; i++)
            ens[m].x[i] = 8.0 + sin(0.37 * i) + 1e-3 * (rng_uniform() - 0.5);
    }

    clock_gettime(CLOCK_MONOTONIC, &t0);
    printf("   time     mean   spread   energy\n");
    for (int o = 1; o <= nout; o++) {
        #pragma omp parallel
        {
            workspace_t *w = ws_new(n);
            #pragma omp for schedule(static)
            for (int m = 0; m < nmem; m++)
                member_forecast(&ens[m], n, w);
            ws_free(w);
        }

        double gm = 0.0, gs = 0.0, ge = 0.0;
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++) {
            double s = 0.0, s2 = 0.0;
            for (int m = 0; m < nmem; m++) {
                s += ens[m].x[i];
                s2 += ens[m].x[i] * ens[m].x[i];
            }
            mean[i] = s / nmem;
            spread[i] = sqrt(fmax(0.0, s2 / nmem - mean[i] * mean[i]));
        }
        for (int i = 0; i < n; i++) {
            gm += mean[i];
            gs += spread[i];
        }
        for (int m = 0; m < nmem; m++)
            ge += ens[m].energy;
        if (o % 5 == 0)
            printf("%7.2f %8.4f %8.4f %8.3f\n", o * STEPS_PER_OUTPUT * DT, gm / n, gs / n, ge / nmem);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double peak = 0.0;
    int who = 0;
    for (int m = 0; m < nmem; m++)
        if (ens[m].peak > peak) {
            peak = ens[m].peak;
            who = ens[m].id;
        }
    printf("peak %.6f in member %d\n", peak, who);
    fprintf(stderr, "forecast: %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));

    for (int m = 0; m < nmem; m++)
        free(ens[m].x);
    free(ens);
    free(mean);
    free(spread);
    return 0;
}
