/*
 * heatadi - two-dimensional heat conduction in a plate made of several
 * materials, solved with the Peaceman-Rachford alternating direction
 * implicit scheme until the temperature field is stationary.
 *
 *   usage: heatadi [nx [ny [maxsteps]]]
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nx, ny;             /* grid points, boundary included */
    double h;               /* mesh width */
    double *u;              /* temperature */
    double *half;           /* field after the first half step */
    double *kappa;          /* conductivity */
    double *src;            /* heat sources */
} Plate;

typedef struct {
    double *lo, *di, *up, *rhs;
} Tridiag;

#define AT(p, i, j) ((size_t)(j) * (size_t)(p)->nx + (size_t)(i))

static unsigned long long rng_state = 0x9E3779B97F4A7C15ULL;

static double rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static double *vec_new(size_t n)
{
    double *v = calloc(n, sizeof *v);
    if (!v) {
        fprintf(stderr, "heatadi: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return v;
}

static void plate_init(Plate *p, int nx, int ny)
{
    size_t n = (size_t)nx * (size_t)ny;
    p->nx = nx;
    p->ny = ny;
    p->h = 1.0 / (nx - 1);
    p->u = vec_new(n);
    p->half = vec_new(n);
    p->kappa = vec_new(n);
    p->src = vec_new(n);

    for (size_t k = 0; k < n; k++)
        p->kappa[k] = 1.0;

    /* a dozen round inclusions of other materials */
    for (int b = 0; b < 12; b++) {
        double cx = rnd() * nx, cy = rnd() * ny;
        double r = (0.04 + 0.08 * rnd()) * nx;
        double k = rnd() < 0.5 ? 0.05 : 8.0;
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++)
                if ((i - cx) * (i - cx) + (j - cy) * (j - cy) < r * r)
                    p->kappa[AT(p, i, j)] = k;
    }
    /* some point-like heaters */
    for (int b = 0; b < 20; b++) {
        int i = 1 + (int)(rnd() * (nx - 2));
        int j = 1 + (int)(rnd() * (ny - 2));
        p->src[AT(p, i, j)] += 50.0 + 400.0 * rnd();
    }
    /* hot left edge, cold right edge, linear top and bottom */
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double t = 100.0 * (1.0 - (double)i / (nx - 1));
            if (i == 0 || j == 0 || i == nx - 1 || j == ny - 1)
                p->u[AT(p, i, j)] = p->half[AT(p, i, j)] = t;
        }
}

static void plate_free(Plate *p)
{
    free(p->u);
    free(p->half);
    free(p->kappa);
    free(p->src);
}

static void tridiag_alloc(Tridiag *t, int n)
{
    t->lo = vec_new((size_t)n);
    t->di = vec_new((size_t)n);
    t->up = vec_new((size_t)n);
    t->rhs = vec_new((size_t)n);
}

static void tridiag_free(Tridiag *t)
{
    free(t->lo);
    free(t->di);
    free(t->up);
    free(t->rhs);
}

/* Thomas algorithm; the solution replaces the right hand side */
static void tridiag_solve(Tridiag *t, int n)
{
    for (int i = 1; i < n; i++) {
        double m = t->lo[i] / t->di[i - 1];
        t->di[i] -= m * t->up[i - 1];
        t->rhs[i] -= m * t->rhs[i - 1];
    }
    t->rhs[n - 1] /= t->di[n - 1];
    for (int i = n - 2; i >= 0; i--)
        t->rhs[i] = (t->rhs[i] - t->up[i] * t->rhs[i + 1]) / t->di[i];
}

/* One line of the plate: implicit along the line (stride s), explicit
 * across it (stride c); reads from, writes to.                           */
static void sweep_line(const Plate *p, Tridiag *t, const double *from,
                       double *to, size_t start, size_t s, size_t c,
                       int n, double dt)
{
    double r = 0.5 * dt / (p->h * p->h);
    const double *k = p->kappa;

    for (int i = 0; i < n; i++) {
        size_t q = start + (size_t)i * s;
        if (i == 0 || i == n - 1) {
            t->lo[i] = t->up[i] = 0.0;
            t->di[i] = 1.0;
            t->rhs[i] = from[q];
            continue;
        }
        double kw = 0.5 * (k[q] + k[q - s]), ke = 0.5 * (k[q] + k[q + s]);
        double ks = 0.5 * (k[q] + k[q - c]), kn = 0.5 * (k[q] + k[q + c]);
        t->lo[i] = -r * kw;
        t->up[i] = -r * ke;
        t->di[i] = 1.0 + r * (kw + ke);
        t->rhs[i] = from[q] + r * (kn * (from[q + c] - from[q])
                                   - ks * (from[q] - from[q - c]))
                    + 0.5 * dt * p->src[q];
    }
    tridiag_solve(t, n);
    for (int i = 0; i < n; i++)
        to[start + (size_t)i * s] = t->rhs[i];
}

/* work: one set of vectors per thread */
static void adi_step(Plate *p, Tridiag *work, double dt)
{
    size_t nx = (size_t)p->nx;

#pragma omp parallel
    {
        Tridiag *t = &work[omp_get_thread_num()];
#pragma omp for schedule(static)
        for (int j = 1; j < p->ny - 1; j++)
            sweep_line(p, t, p->u, p->half, (size_t)j * nx, 1, nx, p->nx, dt);
#pragma omp for schedule(static)
        for (int i = 1; i < p->nx - 1; i++)
            sweep_line(p, t, p->half, p->u, (size_t)i, nx, 1, p->ny, dt);
    }
}

static double row_heat(const Plate *p, int j)
{
    double s = 0.0;
    for (int i = 0; i < p->nx; i++)
        s += p->u[AT(p, i, j)];
    return s;
}

static double mean_temperature(const Plate *p, double *rows)
{
    double total = 0.0;
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->ny; j++)
        rows[j] = row_heat(p, j);
    for (int j = 0; j < p->ny; j++)
        total += rows[j];
    return total / ((double)p->nx * p->ny);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 520;
    int ny = argc > 2 ? atoi(argv[2]) : nx;
    int maxsteps = argc > 3 ? atoi(argv[3]) : 70;
    Plate plate;
    int nthreads = omp_get_max_threads();

    if (nx < 8 || ny < 8) {
        fprintf(stderr, "usage: heatadi [nx [ny [maxsteps]]]\n");
        return EXIT_FAILURE;
    }
    plate_init(&plate, nx, ny);
    Tridiag *work = malloc((size_t)nthreads * sizeof *work);
    if (!work)
        return EXIT_FAILURE;
    for (int k = 0; k < nthreads; k++)
        tridiag_alloc(&work[k], nx > ny ? nx : ny);
    double *rows = vec_new((size_t)ny);

    double mean = mean_temperature(&plate, rows), dt = 2.0 * plate.h * plate.h;
    int step = 0;
    while (step < maxsteps) {
        adi_step(&plate, work, dt);
        double now = mean_temperature(&plate, rows);
        step++;
        if (step % 20 == 0)
            printf("step %4d  dt %.3e  mean %.9f\n", step, dt, now);
        if (fabs(now - mean) < 1e-10)
            break;
        mean = now;
        if (step % 4 == 0 && dt < 0.01)
            dt *= 1.25;
    }

    double hottest = -1e300, coldest = 1e300;
#pragma omp parallel for reduction(max : hottest) reduction(min : coldest)
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double v = plate.u[AT(&plate, i, j)];
            if (v > hottest)
                hottest = v;
            if (v < coldest)
                coldest = v;
        }
    printf("%d steps, mean %.10f, range %.8f .. %.8f, centre %.8f\n", step,
           mean, coldest, hottest, plate.u[AT(&plate, nx / 2, ny / 2)]);
    for (int k = 0; k < nthreads; k++)
        tridiag_free(&work[k]);
    free(work);
    free(rows);
    plate_free(&plate);
    return EXIT_SUCCESS;
}
