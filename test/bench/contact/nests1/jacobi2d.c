/*
 * Heat conduction in a plate by explicit (Jacobi) time stepping:
 *   left edge   held at a fixed temperature profile
 *   right edge  loses heat to the surroundings
 *   top edge    insulated
 *   bottom edge receives a constant heat flux
 *
 * usage: jacobi2d [rows] [cols] [steps]
 */
#include <stdio.h>
#include <stdlib.h>

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

static void step(Plate *p)
{
    int rows = p->rows, cols = p->cols;
    double *t = p->t, *tnew = p->tnew;

    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < cols - 1; j++)
            tnew[i * cols + j] = 0.5 * t[i * cols + j]
                + 0.125 * (t[(i - 1) * cols + j] + t[(i + 1) * cols + j]
                         + t[i * cols + j - 1] + t[i * cols + j + 1]);
    boundary(p, tnew);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            t[i * cols + j] = tnew[i * cols + j];
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 1200;
    int cols = argc > 2 ? atoi(argv[2]) : 1000;
    int steps = argc > 3 ? atoi(argv[3]) : 560;
    Plate p;

    plate_init(&p, rows, cols);
    boundary(&p, p.t);
    for (int s = 0; s < steps; s++)
        step(&p);

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
