/* Calibration of a sensor model: accumulates the normal equations of a
 * linear least squares problem sample by sample, then solves them.
 * The run is described by a small text, e.g.
 *      samples=20000 degree=3 channels=5 ridge=0.001
 * given as arguments (any subset, any order).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXP 256

struct config {
    int samples, degree, channels;
    double ridge;
};

static double ata[MAXP][MAXP];
static double atb[MAXP];
static double coef[MAXP];
static double lower[MAXP][MAXP];

static void parse(struct config *c, const char *text)
{
    const char *eq = strchr(text, '=');
    size_t len;

    if (!eq) {
        fprintf(stderr, "ignored: %s\n", text);
        return;
    }
    len = (size_t)(eq - text);
    if (len == 7 && !strncmp(text, "samples", len))
        c->samples = atoi(eq + 1);
    else if (len == 6 && !strncmp(text, "degree", len))
        c->degree = atoi(eq + 1);
    else if (len == 8 && !strncmp(text, "channels", len))
        c->channels = atoi(eq + 1);
    else if (len == 5 && !strncmp(text, "ridge", len))
        c->ridge = atof(eq + 1);
    else
        fprintf(stderr, "unknown key in %s\n", text);
}

static unsigned long state = 1;

static double noise(void)
{
    state = (state * 48271u) % 2147483647u;
    return (double)state / 2147483647.0 - 0.5;
}

/* reads one sample; slowly drifting channels */
static double sample(const struct config *c, int t, double *x)
{
    double y = 0.3;
    int ch;

    for (ch = 0; ch < c->channels; ch++) {
        double ramp = (double)((t * (ch + 3)) % 997) / 997.0 - 0.5;
        x[ch] = ramp + 0.4 * noise();
    }
    for (ch = 0; ch < c->channels; ch++)
        y += x[ch] / (ch + 1.0) - 0.5 * x[ch] * x[(ch + 1) % c->channels];
    return y + 0.05 * noise();
}

/* powers of each channel, and pairwise products */
static int features(const struct config *c, const double *x, double *phi)
{
    int ch, ch2, d, p = 0;

    phi[p++] = 1.0;
    for (ch = 0; ch < c->channels; ch++) {
        double v = x[ch];
        for (d = 1; d <= c->degree; d++) {
            phi[p++] = v;
            v *= x[ch];
        }
    }
    for (ch = 0; ch < c->channels; ch++)
        for (ch2 = 0; ch2 < ch; ch2++)
            phi[p++] = x[ch] * x[ch2];
    return p;
}

static void accumulate(int p, const double *phi, double y)
{
    int i, j;

    for (i = 0; i < p; i++) {
        for (j = 0; j <= i; j++)
            ata[i][j] += phi[i] * phi[j];
        atb[i] += phi[i] * y;
    }
}

static int solve(int p, double ridge)
{
    int i, j, k;

    for (i = 0; i < p; i++)
        for (j = 0; j <= i; j++) {
            double s = ata[i][j] + (i == j ? ridge : 0.0);
            for (k = 0; k < j; k++)
                s -= lower[i][k] * lower[j][k];
            if (i == j) {
                if (s <= 0.0)
                    return -1;
                lower[i][i] = sqrt(s);
            } else
                lower[i][j] = s / lower[j][j];
        }
    for (i = 0; i < p; i++) {
        double s = atb[i];
        for (k = 0; k < i; k++)
            s -= lower[i][k] * coef[k];
        coef[i] = s / lower[i][i];
    }
    for (i = p - 1; i >= 0; i--) {
        double s = coef[i];
        for (k = i + 1; k < p; k++)
            s -= lower[k][i] * coef[k];
        coef[i] = s / lower[i][i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct config c = { 90000, 6, 13, 0.001 };
    double x[64], phi[MAXP], sse = 0.0, trace = 0.0, sum = 0.0;
    int i, j, p, t;

    for (i = 1; i < argc; i++)
        parse(&c, argv[i]);
    p = 1 + c.channels * c.degree + c.channels * (c.channels - 1) / 2;
    if (c.channels < 1 || c.channels > 64 || c.degree < 1 || p > MAXP) {
        fprintf(stderr, "too many features\n");
        return 1;
    }

    for (t = 0; t < c.samples; t++) {
        double y = sample(&c, t, x);
        p = features(&c, x, phi);
        accumulate(p, phi, y);
    }
    if (solve(p, c.ridge) != 0) {
        printf("normal equations are not positive definite\n");
        return 0;
    }

    /* replay for the residual */
    state = 1;
    for (t = 0; t < c.samples; t++) {
        double y = sample(&c, t, x), e;
        features(&c, x, phi);
        e = y;
        for (i = 0; i < p; i++)
            e -= coef[i] * phi[i];
        sse += e * e;
    }
    for (i = 0; i < p; i++) {
        trace += ata[i][i];
        for (j = 0; j < i; j++)
            sum += ata[i][j];
    }
    printf("%d samples, %d features\n", c.samples, p);
    printf("trace %.10g lower sum %.10g\n", trace, sum);
    printf("rms %.9g\n", c.samples > 0 ? sqrt(sse / c.samples) : 0.0);
    for (i = 0; i < p && i < 6; i++)
        printf("coef[%d] = %.7g\n", i, coef[i]);
    return 0;
}
