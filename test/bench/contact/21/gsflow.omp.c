/*
 * gsflow - steady groundwater flow in a heterogeneous confined aquifer.
 * Five-point scheme with harmonic mean transmissivities, successive
 * over-relaxation in natural row order, array of row pointers.
 */
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double real;
typedef real **field;

struct well { int row, col; real rate; };

struct aquifer {
    int nr, nc;
    field head;            /* with a ring of boundary nodes */
    field te, ts;          /* conductance to the east and south neighbour */
    field diag;            /* 1 / sum of conductances */
    field src;
};

static const struct well wells[] = {
    { 20, 30, -4.0 }, { 25, 70, -2.5 }, { 60, 45, 3.0 }, { 80, 80, -5.5 }, { 50, 90, 1.5 }, { 90, 15, -3.0 }
};

static field new_field(int rows, int cols)
{
    field f = malloc((size_t)rows * sizeof *f);
    int i;
    if (!f) abort();
    for (i = 0; i < rows; i++)
        if (!(f[i] = calloc((size_t)cols, sizeof **f))) abort();
    return f;
}

static void free_field(field f, int rows)
{
    int i;
    for (i = 0; i < rows; i++) free(f[i]);
    free(f);
}

static unsigned lfsr = 0xACE1u;
static real noise(void)
{
    int k;
    for (k = 0; k < 7; k++)
        lfsr = (lfsr >> 1) ^ (-(lfsr & 1u) & 0xB4BCD35Cu);
    return (real)(lfsr & 0xffff) / 65536.0;
}

static void setup(struct aquifer *q, int nr, int nc)
{
    field t;
    int i, j, k;
    unsigned w;
    q->nr = nr;
    q->nc = nc;
    q->head = new_field(nr + 2, nc + 2);
    q->te = new_field(nr + 2, nc + 2);
    q->ts = new_field(nr + 2, nc + 2);
    q->diag = new_field(nr + 2, nc + 2);
    q->src = new_field(nr + 2, nc + 2);
    t = new_field(nr + 2, nc + 2);
    for (i = 0; i < nr + 2; i++)
        for (j = 0; j < nc + 2; j++) {
            real lens = hypot((i - 0.4 * nr) / (0.15 * nr), (j - 0.55 * nc) / (0.25 * nc));
            t[i][j] = exp(2.0 * noise()) * (lens < 1.0 ? 0.05 : 1.0);
            q->head[i][j] = 50.0;
        }
    for (i = 0; i < nr + 2; i++) {      /* river in the west, lake in the east */
        q->head[i][0] = 52.0 + 3.0 * i / (nr + 1);
        q->head[i][nc + 1] = 45.0;
    }
    for (j = 0; j < nc + 2; j++) {
        q->head[0][j] = 52.0 - 7.0 * j / (nc + 1);
        q->head[nr + 1][j] = 55.0 - 10.0 * j / (nc + 1);
    }
    for (i = 0; i < nr + 1; i++)
        for (j = 0; j < nc + 1; j++) {
            q->te[i][j] = 2.0 * t[i][j] * t[i][j + 1] / (t[i][j] + t[i][j + 1]);
            q->ts[i][j] = 2.0 * t[i][j] * t[i + 1][j] / (t[i][j] + t[i + 1][j]);
        }
    for (i = 1; i <= nr; i++)
        for (j = 1; j <= nc; j++) {
            q->diag[i][j] = 1.0 / (q->te[i][j] + q->te[i][j - 1] + q->ts[i][j] + q->ts[i - 1][j]);
            q->src[i][j] = 1e-5 * (1.0 + noise());
        }
    for (w = 0; w < sizeof wells / sizeof wells[0]; w++) {
        i = 1 + wells[w].row * nr / 100;
        j = 1 + wells[w].col * nc / 100;
        for (k = 0; k < 4; k++) q->src[i + k / 2][j + k % 2] += 0.25 * wells[w].rate;
    }
    free_field(t, nr + 2);
}

/* one relaxation of a row; returns the largest change */
static real relax_row(struct aquifer *q, int i, real omega)
{
    real *h = q->head[i];
    const real *n = q->head[i - 1], *s = q->head[i + 1];
    const real *te = q->te[i], *ts = q->ts[i], *tn = q->ts[i - 1], *d = q->diag[i], *f = q->src[i];
    real most = 0.0;
    int j;
    for (j = 1; j <= q->nc; j++) {
        real x = (te[j] * h[j + 1] + ts[j] * s[j] + tn[j] * n[j] + f[j] + te[j - 1] * h[j - 1]) * d[j] - h[j];
        h[j] += omega * x;
        if (fabs(x) > most) most = fabs(x);
    }
    return most;
}

/*
 * Natural order kept: sweep k may relax rows up to i once sweep k-1 is past
 * row i+1.  The team takes the sweeps round robin and follows one another
 * down the grid; row[t] counts the rows thread t has finished in all.
 */
#define GROUP 8
struct progress { long rows; char pad[120]; };

static real sweeps(struct aquifer *q, int count, real omega)
{
    static struct progress *row;
    real last = 0.0;
    #pragma omp parallel
    {
        int t = omp_get_thread_num(), nt = omp_get_num_threads(), pred = (t + nt - 1) % nt, k, i;
        #pragma omp single
        if (!(row = calloc((size_t)nt, sizeof *row))) abort();
        for (k = t; k < count; k += nt) {
            real most = 0.0;
            long base = (long)((k - 1) / nt) * q->nr, mine = (long)(k / nt) * q->nr, seen = 0;
            int idle = 0;
            for (i = 1; i <= q->nr; i++) {
                long need = base + (i < q->nr ? i + 1 : q->nr);
                real c;
                while (k > 0 && nt > 1 && seen < need) {
                    #pragma omp atomic read acquire
                    seen = row[pred].rows;
                    if (seen < need && ++idle > 2000) { sched_yield(); idle = 0; }
                }
                c = relax_row(q, i, omega);
                if (c > most) most = c;
                if (i % GROUP == 0 || i == q->nr) {
                    #pragma omp atomic write release
                    row[t].rows = mine + i;
                }
            }
            if (k == count - 1) last = most;
        }
    }
    free(row);
    return last;
}

static void balance(const struct aquifer *q)
{
    real west = 0, east = 0, north = 0, south = 0, wl = 0;
    int i, j;
    for (i = 1; i <= q->nr; i++) {
        west += q->te[i][0] * (q->head[i][0] - q->head[i][1]);
        east += q->te[i][q->nc] * (q->head[i][q->nc + 1] - q->head[i][q->nc]);
        for (j = 1; j <= q->nc; j++) wl += q->src[i][j];
    }
    for (j = 1; j <= q->nc; j++) {
        north += q->ts[0][j] * (q->head[0][j] - q->head[1][j]);
        south += q->ts[q->nr][j] * (q->head[q->nr + 1][j] - q->head[q->nr][j]);
    }
    printf("west %.6f east %.6f north %.6f south %.6f source %.6f defect %.3e\n", west, east, north, south, wl,
           west + east + north + south + wl);
}

int main(int argc, char **argv)
{
    int nr = argc > 1 ? atoi(argv[1]) : 300, nc = argc > 2 ? atoi(argv[2]) : 360;
    int limit = argc > 3 ? atoi(argv[3]) : 2000, done = 0, i, j;
    struct aquifer q;
    real change;
    setup(&q, nr, nc);
    do {
        change = sweeps(&q, 50, 1.97);
        done += 50;
        if (done % 200 == 0) printf("%5d change %.6e head %.8f\n", done, change, q.head[nr / 2][nc / 2]);
    } while (change > 1e-9 && done < limit);
    printf("sweeps %d change %.6e\n", done, change);
    balance(&q);
    for (i = 1; i <= nr; i += nr / 6) {
        for (j = 1; j <= nc; j += nc / 8) printf(" %9.5f", q.head[i][j]);
        printf("\n");
    }
    return 0;
}
