/* electrodes, optimized by hand: see electrodes.c.
 * SMALL: 40 50 12
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *u;
    double *charge;
    char *fixed;
} Box;

static void disc(Box *b, double ci, double cj, double radius, double voltage)
{
    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double di = i - ci * b->rows, dj = j - cj * b->cols;
            if (di * di + dj * dj <= radius * radius * b->rows * b->rows) {
                b->fixed[i * b->cols + j] = 1;
                b->u[i * b->cols + j] = voltage;
            }
        }
}

static Box make_box(int rows, int cols)
{
    Box b = { rows, cols, malloc(sizeof(double) * rows * cols),
              malloc(sizeof(double) * rows * cols), malloc((size_t)rows * cols) };
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int border = i == 0 || j == 0 || i == rows - 1 || j == cols - 1;
            double x = (double)j / cols, y = (double)i / rows;
            b.u[i * cols + j] = 0.0;
            b.fixed[i * cols + j] = (char)border;
            b.charge[i * cols + j] =
                0.002 * (sin(9.0 * x) * cos(7.0 * y) + (x > 0.7 && y < 0.2 ? 1.0 : 0.0));
        }
    disc(&b, 0.3, 0.25, 0.07, 10.0);
    disc(&b, 0.7, 0.4, 0.05, -6.0);
    disc(&b, 0.5, 0.8, 0.1, 3.0);
    return b;
}

#define GROUP 8 /* sweeps that follow each other closely */
#define BLOCK 32 /* diagonals a group advances in one step of the wavefront */

/* u and the charge at [i + j][i]; weight is omega, or 0 where u is fixed */
typedef struct {
    int rows, cols, diagonals;
    double *u, *charge, *weight;
} Skewed;

static Skewed skew(const Box *b, double omega)
{
    Skewed s = { b->rows, b->cols, b->rows + b->cols - 1, NULL, NULL, NULL };
    size_t count = (size_t)s.diagonals * s.rows;
    s.u = calloc(count, sizeof(double));
    s.charge = calloc(count, sizeof(double));
    s.weight = calloc(count, sizeof(double));
#pragma omp parallel for schedule(static)
    for (int d = 0; d < s.diagonals; d++)
        for (int i = d - b->cols + 1 > 0 ? d - b->cols + 1 : 0; i <= d && i < b->rows; i++) {
            size_t from = (size_t)i * b->cols + (d - i), to = (size_t)d * s.rows + i;
            s.u[to] = b->u[from];
            s.charge[to] = b->charge[from];
            s.weight[to] = b->fixed[from] ? 0.0 : omega;
        }
    return s;
}

static double relax_diagonal(const Skewed *s, int d)
{
    int from = d - (s->cols - 2) > 1 ? d - (s->cols - 2) : 1;
    int to = d - 1 < s->rows - 2 ? d - 1 : s->rows - 2;
    double *u = s->u + (size_t)d * s->rows;
    const double *before = u - s->rows, *after = u + s->rows;
    const double *charge = s->charge + (size_t)d * s->rows;
    const double *weight = s->weight + (size_t)d * s->rows;
    double largest = 0.0;
#pragma omp simd reduction(max : largest)
    for (int i = from; i <= to; i++) {
        double mean = 0.25 * (before[i - 1] + before[i] + after[i] + after[i + 1] + charge[i]);
        double change = weight[i] * (mean - u[i]);
        u[i] += change;
        double size = fabs(change);
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* count sweeps at the positions p0 .. p1 - 1 */
static void advance(const Skewed *s, int count, int p0, int p1, double *largest)
{
    for (int p = p0; p < p1; p++)
        for (int k = 0; k < count; k++) {
            int d = p - 2 * k;
            if (d < 2 || d > s->rows + s->cols - 4)
                continue;
            double size = relax_diagonal(s, d);
            if (size > largest[k])
                largest[k] = size;
        }
}

static void relax(const Skewed *s, int sweeps, double *largest)
{
    int groups = (sweeps + GROUP - 1) / GROUP;
    int positions = s->diagonals + 2 * (GROUP - 1);
    int blocks = (positions + BLOCK - 1) / BLOCK;
#pragma omp parallel
    for (int step = 0; step < blocks + 2 * (groups - 1); step++) {
#pragma omp for schedule(dynamic, 1)
        for (int g = 0; g < groups; g++) {
            int b = step - 2 * g, first = g * GROUP;
            if (b >= 0 && b < blocks)
                advance(s, sweeps - first < GROUP ? sweeps - first : GROUP, b * BLOCK,
                        (b + 1) * BLOCK, largest + first);
        }
    }
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 800;
    int cols = argc > 2 ? atoi(argv[2]) : 1000;
    int sweeps = argc > 3 ? atoi(argv[3]) : 250;
    if (rows < 3 || cols < 3)
        return 1;
    Box b = make_box(rows, cols);
    double omega = 2.0 / (1.0 + 3.14159265358979 / (rows < cols ? rows : cols));
    printf("box %d x %d, omega %.12g\n", rows, cols, omega);
    Skewed skewed = skew(&b, omega);
    double *largest = calloc(sweeps + 1, sizeof(double));
    relax(&skewed, sweeps, largest);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            b.u[i * cols + j] = skewed.u[(size_t)(i + j) * rows + i];
    for (int s = 1; s <= sweeps; s++)
        if (s % (sweeps / 6 + 1) == 0 || s == sweeps)
            printf("sweep %d: largest change %.12g\n", s, largest[s - 1]);
    free(skewed.u);
    free(skewed.charge);
    free(skewed.weight);
    free(largest);
    double sum = 0.0, energy = 0.0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            double u = b.u[i * cols + j];
            sum += u * ((i + 2 * j) % 5 + 1);
            if (i > 0 && j > 0) {
                double ei = u - b.u[(i - 1) * cols + j], ej = u - b.u[i * cols + j - 1];
                energy += ei * ei + ej * ej;
            }
        }
    printf("energy %.15g checksum %.15g\n", energy, sum);
    for (int q = 1; q < 6; q++)
        printf("u at %d/6, %d/6: %.15g\n", q, 6 - q,
               b.u[(q * rows / 6) * cols + (6 - q) * cols / 6]);
    free(b.u);
    free(b.charge);
    free(b.fixed);
    return 0;
}
