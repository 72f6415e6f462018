/*
 * Matrix balancing (Sinkhorn / iterative proportional fitting) of a contingency
 * table: columns are scaled to the wanted totals, the table is transposed, and
 * the same is done for what were the rows.
 *
 * usage: sinkhorn [rows] [cols] [rounds]
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

static void column_totals(const struct table *t, double *total)
{
    for (int j = 0; j < t->cols; j++) {
        total[j] = 0.0;
        for (int i = 0; i < t->rows; i++)
            total[j] += t->cell[i * t->cols + j];
    }
}

static void scale_columns(struct table *t, const double *total, const double *wanted)
{
    for (int j = 0; j < t->cols; j++)
        for (int i = 0; i < t->rows; i++)
            t->cell[i * t->cols + j] *= wanted[j] / total[j];
}

static void transpose(const struct table *a, struct table *b)
{
    b->rows = a->cols;
    b->cols = a->rows;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            b->cell[j * b->cols + i] = a->cell[i * a->cols + j];
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
        scale_columns(&a, total, colwant);
        transpose(&a, &b);
        column_totals(&b, total);
        double e2 = misfit(total, rowwant, rows);
        scale_columns(&b, total, rowwant);
        transpose(&b, &a);
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
