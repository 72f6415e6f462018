/* electrodes: the potential in a grounded box with electrodes held at fixed
 * voltages and space charges, by successive over-relaxation (many sweeps in
 * lexicographic order).
 * Expert: the grid is stored by diagonals, whose points are independent, so the
 * inner loop is a vector loop; eight sweeps follow each other two diagonals
 * apart, and such groups of sweeps run as a wavefront over threads.
 * SMALL: 40 50 12
 * Usage: electrodes [rows] [columns] [sweeps]
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

/* the over-relaxed change of one point */
static double change(const Box *b, int i, int j, double omega)
{
    const double *u = b->u + i * b->cols + j;
    double mean = 0.25 * (u[-b->cols] + u[-1] + u[1] + u[b->cols] + b->charge[i * b->cols + j]);
    return omega * (mean - u[0]);
}

static double sweep(Box *b, double omega)
{
    double largest = 0.0;
    for (int i = 1; i < b->rows - 1; i++)
        for (int j = 1; j < b->cols - 1; j++) {
            if (b->fixed[i * b->cols + j])
                continue;
            double d = change(b, i, j, omega);
            b->u[i * b->cols + j] += d;
            if (fabs(d) > largest)
                largest = fabs(d);
        }
    return largest;
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
    for (int s = 1; s <= sweeps; s++) {
        double largest = sweep(&b, omega);
        if (s % (sweeps / 6 + 1) == 0 || s == sweeps)
            printf("sweep %d: largest change %.12g\n", s, largest);
    }
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
