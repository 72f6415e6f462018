/*
 * Heat conduction in a plate by explicit (Jacobi) time stepping:
 *   left edge   held at a fixed temperature profile
 *   right edge  loses heat to the surroundings
 *   top edge    insulated
 *   bottom edge receives a constant heat flux
 *
 * usage: jacobi2d [rows] [cols] [steps]
 *
 * OpenMP version: eight time steps per pass over overlapped bands of rows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AMBIENT 20.0
#define LOSS    0.08
#define FLUX    0.4

typedef struct {
    int rows, cols;
    double *t, *tnew;
} Plate;

static void plate_init(Plate *p, int rows, int cols)
{
    p->rows = rows;
    p->cols = cols;
    p->t = malloc((size_t)rows * cols * sizeof(double));
    p->tnew = malloc((size_t)rows * cols * sizeof(double));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            p->t[i * cols + j] = AMBIENT + ((i * 3 + j * 5) % 17) * 0.1;
    for (int i = 0; i < rows; i++)
        p->t[i * cols] = 100.0 + 50.0 * i / rows;
}

static void boundary(Plate *p, double *a)
{
    int rows = p->rows, cols = p->cols;
    for (int j = 1; j < cols - 1; j++) {
        a[j] = a[cols + j];
        a[(rows - 1) * cols + j] = a[(rows - 2) * cols + j] + FLUX;
    }
    for (int i = 0; i < rows; i++) {
        a[i * cols] = 100.0 + 50.0 * i / rows;
        a[i * cols + cols - 1] = (1.0 - LOSS) * a[i * cols + cols - 2] + LOSS * AMBIENT;
    }
}

#define TB 8         /* time steps per pass */
#define BAND 48      /* rows per task */

/* one time step on local rows [a,b) of a band whose row 0 is global row 'first' */
static void local_step(const double *t, double *restrict tnew, int a, int b, int first,
                       int rows, int cols)
{
    for (int g = a; g < b; g++) {
        if (g == 0 || g == rows - 1)
            continue;
        const double *c = t + (size_t)(g - first) * cols, *n = c - cols, *s = c + cols;
        double *restrict o = tnew + (size_t)(g - first) * cols;
#pragma omp simd
        for (int j = 1; j < cols - 1; j++)
            o[j] = 0.5 * c[j] + 0.125 * (n[j] + s[j] + c[j - 1] + c[j + 1]);
    }
    if (a == 0)
        memcpy(tnew - (size_t)first * cols + 1, tnew + (size_t)(1 - first) * cols + 1,
               (cols - 2) * sizeof(double));
    if (b == rows) {
        double *o = tnew + (size_t)(rows - 1 - first) * cols;
        for (int j = 1; j < cols - 1; j++)
            o[j] = o[j - cols] + FLUX;
    }
    for (int g = a; g < b; g++) {
        double *o = tnew + (size_t)(g - first) * cols;
        o[0] = 100.0 + 50.0 * g / rows;
        o[cols - 1] = (1.0 - LOSS) * o[cols - 2] + LOSS * AMBIENT;
    }
}

/* 'depth' steps at once: overlapped bands, halo rows recomputed */
static void steps_blocked(Plate *p, int depth)
{
    int rows = p->rows, cols = p->cols;

#pragma omp parallel
    {
        size_t cells = (size_t)(BAND + 2 * TB) * cols;
        double *u = malloc(cells * sizeof(double)), *v = malloc(cells * sizeof(double));
#pragma omp for schedule(static)
        for (int r0 = 0; r0 < rows; r0 += BAND) {
            int r1 = r0 + BAND < rows ? r0 + BAND : rows;
            int first = r0 > depth ? r0 - depth : 0;
            int last = r1 + depth < rows ? r1 + depth : rows;
            memcpy(u, p->t + (size_t)first * cols, (size_t)(last - first) * cols * sizeof(double));
            for (int s = 1; s <= depth; s++) {
                int a = r0 - (depth - s), b = r1 + (depth - s);
                local_step(u, v, a > 0 ? a : 0, b < rows ? b : rows, first, rows, cols);
                double *x = u;
                u = v;
                v = x;
            }
            memcpy(p->tnew + (size_t)r0 * cols, u + (size_t)(r0 - first) * cols,
                   (size_t)(r1 - r0) * cols * sizeof(double));
        }
        free(u);
        free(v);
    }
    double *x = p->t;
    p->t = p->tnew;
    p->tnew = x;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 1200;
    int cols = argc > 2 ? atoi(argv[2]) : 1000;
    int steps = argc > 3 ? atoi(argv[3]) : 560;
    Plate p;

    plate_init(&p, rows, cols);
    boundary(&p, p.t);
    for (int s = 0; s < steps; s += TB)
        steps_blocked(&p, steps - s < TB ? steps - s : TB);

    double sum = 0.0, rowsum = 0.0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sum += p.t[i * cols + j];
    for (int j = 0; j < cols; j++)
        rowsum += p.t[(rows / 2) * cols + j];
    printf("plate %d x %d after %d steps\n", rows, cols, steps);
    printf("mean temperature     %.17g\n", sum / ((double)rows * cols));
    printf("mean of middle row   %.17g\n", rowsum / cols);
    printf("probe near left edge %.17g\n", p.t[(rows / 3) * cols + 5]);
    printf("corner               %.17g\n", p.t[rows * cols - 1]);
    free(p.t);
    free(p.tnew);
    return 0;
}
