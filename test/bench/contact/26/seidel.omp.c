/*
 * Steady heat conduction in a plate of varying conductivity.
 * Five-point finite volumes, successive over-relaxation in natural order.
 *
 *   seidel [n] [maxsweeps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <sched.h>
#include <omp.h>

#define CHECK_EVERY 24

typedef struct
{
    int n;              /* interior points per side */
    int ld;             /* n + 2 */
    double omega;
    double *u;          /* temperature */
    double *k;          /* conductivity per cell */
    double *ke, *kn;    /* face conductivities, east and north */
    double *rhs;
    double *dinv;       /* 1 / diagonal */
} Plate;

static uint32_t rng_state = 12345u;

static double uniform(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state / 4294967296.0;
}

static double *vec(size_t n)
{
    double *v = calloc(n, sizeof *v);
    if (!v)
    {
        fprintf(stderr, "seidel: out of memory\n");
        exit(1);
    }
    return v;
}

static void plate_init(Plate *p, int n)
{
    p->n = n;
    p->ld = n + 2;
    p->omega = 1.9;
    size_t sz = (size_t)p->ld * p->ld;
    p->u = vec(sz);
    p->k = vec(sz);
    p->ke = vec(sz);
    p->kn = vec(sz);
    p->rhs = vec(sz);
    p->dinv = vec(sz);
}

static void plate_free(Plate *p)
{
    free(p->u);
    free(p->k);
    free(p->ke);
    free(p->kn);
    free(p->rhs);
    free(p->dinv);
}

/* copper background with round inclusions of poorer material */
static void set_material(Plate *p, int inclusions)
{
    int ld = p->ld;
    for (int i = 0; i < ld * ld; i++)
        p->k[i] = 1.0;
    for (int c = 0; c < inclusions; c++)
    {
        int r = 2 + (int)(uniform() * p->n / 16);
        int ci = (int)(uniform() * p->n), cj = (int)(uniform() * p->n);
        double cond = 0.05 + 0.4 * uniform();
        for (int i = ci - r; i <= ci + r; i++)
            for (int j = cj - r; j <= cj + r; j++)
            {
                if (i < 0 || j < 0 || i >= ld || j >= ld)
                    continue;
                if ((i - ci) * (i - ci) + (j - cj) * (j - cj) <= r * r)
                    p->k[i * ld + j] = cond;
            }
    }
}

static void assemble(Plate *p)
{
    int ld = p->ld;
    for (int i = 0; i < ld - 1; i++)
        for (int j = 0; j < ld - 1; j++)
        {
            int q = i * ld + j;
            double a = p->k[q], e = p->k[q + 1], s = p->k[q + ld];
            p->ke[q] = 2.0 * a * e / (a + e);
            p->kn[q] = 2.0 * a * s / (a + s);
        }
    for (int i = 1; i <= p->n; i++)
        for (int j = 1; j <= p->n; j++)
        {
            int q = i * ld + j;
            p->dinv[q] = 1.0 / (p->ke[q] + p->ke[q - 1] + p->kn[q] + p->kn[q - ld]);
            p->rhs[q] = (uniform() > 0.995) ? 0.25 : 0.0;
        }
    for (int i = 0; i < ld; i++)
    {
        p->u[i * ld] = 1.0;                     /* hot west side */
        p->u[i * ld + ld - 1] = (double)i / ld;  /* ramp on the east side */
    }
}

static double flow_in(const Plate *p, int q)
{
    const double *u = p->u;
    int ld = p->ld;
    return p->ke[q] * u[q + 1] + p->ke[q - 1] * u[q - 1]
         + p->kn[q] * u[q + ld] + p->kn[q - ld] * u[q - ld] + p->rhs[q];
}

static void sweep_row(Plate *p, int i)
{
    double *u = p->u;
    for (int j = 1; j <= p->n; j++)
    {
        int q = i * p->ld + j;
        double gs = flow_in(p, q) * p->dinv[q];
        u[q] += p->omega * (gs - u[q]);
    }
}

static double residual_row(const Plate *p, int i)
{
    double worst = 0.0;
    for (int j = 1; j <= p->n; j++)
    {
        int q = i * p->ld + j;
        double r = fabs(flow_in(p, q) - p->u[q] / p->dinv[q]);
        if (r > worst)
            worst = r;
    }
    return worst;
}

/* Several sweeps in flight: thread t does sweeps t, t+T, ..., each sweep staying
   one finished row behind its predecessor. */
static void sweeps_pipelined(Plate *p)
{
    struct progress { int row; char pad[60]; } *done = calloc(CHECK_EVERY, sizeof *done);
    if (!done)
        exit(1);
    #pragma omp parallel
    {
        int nt = omp_get_num_threads();
        for (int s = omp_get_thread_num(); s < CHECK_EVERY; s += nt)
        {
            int seen = s == 0 ? p->n : 0;
            for (int i = 1; i <= p->n; i++)
            {
                int need = i < p->n ? i + 1 : i;
                for (int spin = 0; seen < need; spin++)
                {
                    #pragma omp atomic read acquire
                    seen = done[s - 1].row;
                    if (spin > 2000)
                        sched_yield();
                }
                sweep_row(p, i);
                #pragma omp atomic write release
                done[s].row = i;
            }
        }
    }
    free(done);
}

static int solve(Plate *p, int maxsweeps, double tol, double *res)
{
    int done = 0;
    while (done < maxsweeps)
    {
        double worst = 0.0;
        sweeps_pipelined(p);
        done += CHECK_EVERY;
        #pragma omp parallel for reduction(max:worst) schedule(static)
        for (int i = 1; i <= p->n; i++)
        {
            double r = residual_row(p, i);
            if (r > worst)
                worst = r;
        }
        *res = worst;
        if (*res < tol)
            break;
    }
    return done;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 480;
    int maxsweeps = argc > 2 ? atoi(argv[2]) : 312;
    Plate p;
    double res = 0.0;

    if (n < 4 || maxsweeps < 1)
    {
        fprintf(stderr, "usage: %s [n] [maxsweeps]\n", argv[0]);
        return 1;
    }
    plate_init(&p, n);
    set_material(&p, 60);
    assemble(&p);
    int sweeps = solve(&p, maxsweeps, 1e-9, &res);

    double flux = 0.0, mean = 0.0;
    uint64_t h = 1469598103934665603ULL;
    for (int i = 1; i <= n; i++)
    {
        flux += p.ke[i * p.ld] * (p.u[i * p.ld] - p.u[i * p.ld + 1]);
        for (int j = 1; j <= n; j++)
        {
            uint64_t bits;
            memcpy(&bits, &p.u[i * p.ld + j], sizeof bits);
            h = (h ^ bits) * 1099511628211ULL;
            mean += p.u[i * p.ld + j];
        }
    }
    printf("grid %d x %d, %d sweeps, residual %.6e\n", n, n, sweeps, res);
    printf("mean %.12f west flux %.12f\n", mean / ((double)n * n), flux);
    printf("field %016llx\n", (unsigned long long)h);
    plate_free(&p);
    return 0;
}
