/*
 * Matrix balancing (Sinkhorn / iterative proportional fitting) of a contingency
 * table: columns are scaled to the wanted totals, the table is transposed, and
 * the same is done for what were the rows.
 *
 * usage: sinkhorn [rows] [cols] [rounds]
 *
 * OpenMP version: column totals walk rows, scaling fused into a tiled transpose.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct table {
    int rows, cols;
    double *cell;
};

static struct table table_new(int rows, int cols)
{
    struct table t = { rows, cols, malloc((size_t)rows * cols * sizeof(double)) };
    return t;
}

#define TJ 128       /* columns per task */
#define TB 32        /* transposition tile */

static void column_totals(const struct table *t, double *total)
{
    int rows = t->rows, cols = t->cols;
#pragma omp parallel for schedule(static)
    for (int j0 = 0; j0 < cols; j0 += TJ) {
        int j1 = j0 + TJ < cols ? j0 + TJ : cols;
        for (int j = j0; j < j1; j++)
            total[j] = 0.0;
        for (int i = 0; i < rows; i++)
            for (int j = j0; j < j1; j++)
                total[j] += t->cell[i * cols + j];
    }
}

/* b = transpose of a with its columns scaled to the wanted totals */
static void scale_transpose(const struct table *a, struct table *b,
                            const double *total, const double *wanted)
{
    int rows = a->rows, cols = a->cols;
    b->rows = cols;
    b->cols = rows;
#pragma omp parallel for schedule(static)
    for (int j0 = 0; j0 < cols; j0 += TB) {
        int j1 = j0 + TB < cols ? j0 + TB : cols;
        double ratio[TB];
        for (int j = j0; j < j1; j++)
            ratio[j - j0] = wanted[j] / total[j];
        for (int i0 = 0; i0 < rows; i0 += TB) {
            int i1 = i0 + TB < rows ? i0 + TB : rows;
            for (int j = j0; j < j1; j++)
                for (int i = i0; i < i1; i++)
                    b->cell[j * rows + i] = a->cell[i * cols + j] * ratio[j - j0];
        }
    }
}

static double misfit(const double *total, const double *wanted, int n)
{
    double worst = 0.0;
    for (int j = 0; j < n; j++) {
        double d = fabs(total[j] - wanted[j]);
        if (d > worst)
            worst = d;
    }
    return worst;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 1900;
    int cols = argc > 2 ? atoi(argv[2]) : 1500;
    int rounds = argc > 3 ? atoi(argv[3]) : 28;
    int big = rows > cols ? rows : cols;
    struct table a = table_new(rows, cols), b = table_new(cols, rows);
    double *colwant = malloc(cols * sizeof(double));
    double *rowwant = malloc(rows * sizeof(double));
    double *total = malloc(big * sizeof(double));

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            a.cell[i * cols + j] = 0.05 + ((i * 17 + j * 29 + (i & j)) % 97) / 97.0;
    for (int j = 0; j < cols; j++)
        colwant[j] = rows * (1.0 + 0.4 * ((j * 7) % 5 - 2) / 2.0);
    double sc = 0.0;
    for (int j = 0; j < cols; j++)
        sc += colwant[j];
    for (int i = 0; i < rows; i++)
        rowwant[i] = sc / rows;

    for (int r = 0; r < rounds; r++) {
        column_totals(&a, total);
        double e1 = misfit(total, colwant, cols);
        scale_transpose(&a, &b, total, colwant);
        column_totals(&b, total);
        double e2 = misfit(total, rowwant, rows);
        scale_transpose(&b, &a, total, rowwant);
        if (r < 3 || r == rounds - 1)
            printf("round %d: column misfit %.10f row misfit %.10f\n", r, e1, e2);
    }

    double h = 0.0, diag = 0.0;
    for (int i = 0; i < rows; i++) {
        h += a.cell[i * cols + i % cols] * (i + 1);
        if (i < cols)
            diag += a.cell[i * cols + i];
    }
    printf("weighted sum %.17g  diagonal %.17g\n", h, diag);
    free(a.cell);
    free(b.cell);
    free(colwant);
    free(rowwant);
    free(total);
    return 0;
}
