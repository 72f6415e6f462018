/* gmmfit - Gaussian mixture with diagonal covariances fitted by EM. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct gmm {
    int k, d;
    double *weight;         /* k */
    double *mean, *var;     /* k x d */
};

static unsigned long long seed = 42;

static double uni(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) * (1.0 / 9007199254740992.0);
}

static double normal(void)
{
    double s = 0.0;
    for (int i = 0; i < 12; i++)
        s += uni();
    return s - 6.0;
}

static double *dvec(size_t n)
{
    double *p = calloc(n ? n : 1, sizeof *p);
    if (!p) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    return p;
}

static double *make_data(int n, int d, int clusters)
{
    double *x = dvec((size_t)n * (size_t)d), *c = dvec((size_t)(clusters * d)), *s = dvec((size_t)clusters);
    for (int k = 0; k < clusters; k++) {
        s[k] = 0.3 + 0.9 * uni();
        for (int j = 0; j < d; j++)
            c[k * d + j] = 10.0 * uni() - 5.0;
    }
    for (int i = 0; i < n; i++) {
        int k = (int)(uni() * uni() * clusters);
        for (int j = 0; j < d; j++)
            x[(size_t)i * d + j] = c[k * d + j] + s[k] * normal();
    }
    free(c);
    free(s);
    return x;
}

static void gmm_init(struct gmm *g, const double *x, int n, int k, int d)
{
    g->k = k;
    g->d = d;
    g->weight = dvec((size_t)k);
    g->mean = dvec((size_t)(k * d));
    g->var = dvec((size_t)(k * d));
    for (int c = 0; c < k; c++) {
        int pick = (int)((long long)c * n / k);
        g->weight[c] = 1.0 / k;
        for (int j = 0; j < d; j++) {
            g->mean[c * d + j] = x[(size_t)pick * d + j];
            g->var[c * d + j] = 4.0;
        }
    }
}

/* responsibilities; returns the log likelihood */
static double e_step(const struct gmm *g, const double *x, int n, double *resp)
{
    int k = g->k, d = g->d;
    double ll = 0.0, *lognorm = dvec((size_t)k);
    for (int c = 0; c < k; c++) {
        lognorm[c] = log(g->weight[c]) - 0.5 * d * log(6.283185307179586);
        for (int j = 0; j < d; j++)
            lognorm[c] -= 0.5 * log(g->var[c * d + j]);
    }
    for (int i = 0; i < n; i++) {
        double *r = resp + (size_t)i * k, top = -1e300, z = 0.0;
        const double *p = x + (size_t)i * d;
        for (int c = 0; c < k; c++) {
            double q = 0.0;
            for (int j = 0; j < d; j++) {
                double t = p[j] - g->mean[c * d + j];
                q += t * t / g->var[c * d + j];
            }
            r[c] = lognorm[c] - 0.5 * q;
            if (r[c] > top)
                top = r[c];
        }
        for (int c = 0; c < k; c++) {
            r[c] = exp(r[c] - top);
            z += r[c];
        }
        for (int c = 0; c < k; c++)
            r[c] /= z;
        ll += top + log(z);
    }
    free(lognorm);
    return ll;
}

static void m_step(struct gmm *g, const double *x, int n, const double *resp)
{
    int k = g->k, d = g->d;
    for (int c = 0; c < k; c++) {
        double nk = 1e-10, *m = g->mean + c * d, *v = g->var + c * d;
        for (int j = 0; j < d; j++)
            m[j] = v[j] = 0.0;
        for (int i = 0; i < n; i++) {
            double r = resp[(size_t)i * k + c];
            nk += r;
            for (int j = 0; j < d; j++)
                m[j] += r * x[(size_t)i * d + j];
        }
        for (int j = 0; j < d; j++)
            m[j] /= nk;
        for (int i = 0; i < n; i++) {
            double r = resp[(size_t)i * k + c];
            for (int j = 0; j < d; j++) {
                double t = x[(size_t)i * d + j] - m[j];
                v[j] += r * t * t;
            }
        }
        for (int j = 0; j < d; j++)
            v[j] = v[j] / nk + 1e-4;
        g->weight[c] = nk / n;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30000;
    int k = argc > 2 ? atoi(argv[2]) : 7;
    int d = argc > 3 ? atoi(argv[3]) : 6;
    int iters = argc > 4 ? atoi(argv[4]) : 130;
    double *x = make_data(n, d, k), *resp = dvec((size_t)n * (size_t)k);
    struct gmm g;
    gmm_init(&g, x, n, k, d);
    for (int it = 0; it < iters; it++) {
        double ll = e_step(&g, x, n, resp);
        m_step(&g, x, n, resp);
        if (it % 10 == 9)
            printf("iteration %d: mean log likelihood %.12f\n", it + 1, ll / n);
    }
    for (int c = 0; c < k; c++)
        printf("component %d weight %.8f mean %.8f %.8f var %.8f\n", c, g.weight[c], g.mean[c * d], g.mean[c * d + d - 1],
               g.var[c * d]);
    free(x);
    free(resp);
    free(g.weight);
    free(g.mean);
    free(g.var);
    return 0;
}
