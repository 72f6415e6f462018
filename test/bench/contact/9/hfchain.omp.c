/*
 * hfchain - restricted Hartree-Fock energies of a slightly crooked chain of
 * hydrogen atoms (even-tempered s Gaussians).  Usage: hfchain [atoms] [spacings]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define PER_ATOM 3
typedef struct {
    double r[3];
    double alpha, coef;         /* coef is the normalisation */
} Shell;

typedef struct {
    int natom, nbf;
    Shell *sh;
    double *S, *H;              /* nbf x nbf */
    double *eri;                /* packed, 8-fold symmetry */
    double enuc;
    double eelec, change;
    int iterations, kept;
} Molecule;

static double rnd(void)
{
    static unsigned rng_state = 20240611u;
    rng_state = rng_state * 1664525u + 1013904223u;
    return (double)(rng_state >> 8) / 16777216.0;
}

static size_t pair_index(size_t i, size_t j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

static double boys0(double t)
{
    if (t < 1e-8)
        return 1.0 - t / 3.0;
    return 0.5 * sqrt(M_PI / t) * erf(sqrt(t));
}

static double dist2(const double *a, const double *b)
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

/* exponent, centre and prefactor of the product of two Gaussians */
static double product(const Shell *a, const Shell *b, double *r, double *k)
{
    double p = a->alpha + b->alpha;
    for (int x = 0; x < 3; x++)
        r[x] = (a->alpha * a->r[x] + b->alpha * b->r[x]) / p;
    *k = a->coef * b->coef * exp(-a->alpha * b->alpha / p * dist2(a->r, b->r));
    return p;
}

static void one_electron(const Molecule *m, const Shell *a, const Shell *b, double *s, double *h)
{
    double r[3], k, p = product(a, b, r, &k);
    double mu = a->alpha * b->alpha / p, nuc = 0.0;
    *s = k * pow(M_PI / p, 1.5);
    for (int i = 0; i < m->natom; i++)
        nuc -= 2.0 * M_PI / p * k * boys0(p * dist2(r, m->sh[PER_ATOM * i].r));
    *h = mu * (3.0 - 2.0 * mu * dist2(a->r, b->r)) * *s + nuc;
}

static double two_electron(const Shell *a, const Shell *b, const Shell *c, const Shell *d)
{
    double pr[3], qr[3], kab, kcd;
    double p = product(a, b, pr, &kab), q = product(c, d, qr, &kcd);
    return kab * kcd * 2.0 * pow(M_PI, 2.5) / (p * q * sqrt(p + q))
        * boys0(p * q / (p + q) * dist2(pr, qr));
}

static void build_molecule(Molecule *m, int natom, double spacing, double (*jitter)[2])
{
    m->natom = natom;
    m->nbf = PER_ATOM * natom;
    m->sh = calloc(m->nbf, sizeof *m->sh);
    m->S = malloc(sizeof(double) * m->nbf * m->nbf);
    m->H = malloc(sizeof(double) * m->nbf * m->nbf);
    size_t np = pair_index(m->nbf - 1, m->nbf - 1) + 1;
    m->eri = calloc(np * (np + 1) / 2, sizeof(double));
    for (int i = 0; i < natom; i++) {
        double r[3] = { i * spacing, jitter[i][0], jitter[i][1] };
        for (int j = 0; j < i; j++)
            m->enuc += 1.0 / sqrt(dist2(r, m->sh[PER_ATOM * j].r));
        for (int k = 0; k < PER_ATOM; k++) {
            Shell *s = &m->sh[PER_ATOM * i + k];
            memcpy(s->r, r, sizeof r);
            s->alpha = 0.16 * pow(4.2, k);
            s->coef = pow(2.0 * s->alpha / M_PI, 0.75);
        }
    }
}

static void compute_integrals(Molecule *m)
{
    int n = m->nbf;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            one_electron(m, &m->sh[i], &m->sh[j], &m->S[i * n + j], &m->H[i * n + j]);

    double *bound = malloc(sizeof(double) * (pair_index(n - 1, n - 1) + 1));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            bound[pair_index(i, j)] =
                sqrt(fabs(two_electron(&m->sh[i], &m->sh[j], &m->sh[i], &m->sh[j])));

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k <= i; k++)
                for (int l = 0; l <= (k == i ? j : k); l++) {
                    size_t ij = pair_index(i, j), kl = pair_index(k, l);
                    if (bound[ij] * bound[kl] < 1e-10)
                        continue;
                    m->eri[pair_index(ij, kl)] =
                        two_electron(&m->sh[i], &m->sh[j], &m->sh[k], &m->sh[l]);
                    m->kept++;
                }
    free(bound);
}

static void rotate(int n, double *x, double *y, int stride, double c, double s)
{
    for (int k = 0; k < n * stride; k += stride) {
        double t = c * x[k] - s * y[k];
        y[k] = s * x[k] + c * y[k];
        x[k] = t;
    }
}

/* cyclic Jacobi; a becomes diagonal, eigenvectors in columns of v */
static void jacobi(int n, double *a, double *v)
{
    for (int i = 0; i < n * n; i++)
        v[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    for (int sweep = 0; sweep < 50; sweep++) {
        double off = 0.0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                off += a[p * n + q] * a[p * n + q];
        if (off < 1e-18)
            break;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (fabs(a[p * n + q]) < 1e-14)
                    continue;
                double th = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
                double t = (th >= 0 ? 1.0 : -1.0) / (fabs(th) + sqrt(th * th + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                rotate(n, a + p, a + q, n, c, s);
                rotate(n, v + p, v + q, n, c, s);
                rotate(n, a + p * n, a + q * n, 1, c, s);
            }
    }
}

/* c = a b, with row stride ra and column stride ca in a */
static void matmul(int n, const double *a, int ra, int ca, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) {
        c[i] = 0.0;
        for (int k = 0; k < n; k++)
            c[i] += a[i / n * ra + k * ca] * b[k * n + i % n];
    }
}

static void fock(const Molecule *m, const double *P, double *F)
{
    int n = m->nbf;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double g = 0.0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    g += P[k * n + l] *
                        (m->eri[pair_index(pair_index(i, j), pair_index(k, l))]
                         - 0.5 * m->eri[pair_index(pair_index(i, k), pair_index(j, l))]);
            F[i * n + j] = F[j * n + i] = m->H[i * n + j] + g;
        }
}

static void scf(Molecule *m)
{
    int n = m->nbf, nn = n * n, nocc = m->natom / 2;
    double *w = calloc(7 * (size_t)nn, sizeof(double));
    double *X = w, *V = w + nn, *P = w + 2 * nn, *F = w + 3 * nn, *T = w + 4 * nn,
        *T2 = w + 5 * nn, *C = w + 6 * nn;

    memcpy(T, m->S, sizeof(double) * nn);
    jacobi(n, T, V);
    for (int i = 0; i < nn; i++)        /* canonical orthogonalisation */
        X[i] = V[i] / sqrt(T[i % n * (n + 1)]);
    for (m->iterations = 1; m->iterations < 40; m->iterations++) {
        fock(m, P, F);
        double e = 0.0;
        for (int i = 0; i < nn; i++)
            e += 0.5 * P[i] * (m->H[i] + F[i]);
        m->change = fabs(e - m->eelec);
        m->eelec = e;
        if (m->iterations > 2 && m->change < 1e-6)
            break;
        matmul(n, F, n, 1, X, T);
        matmul(n, X, 1, n, T, T2);
        jacobi(n, T2, V);
        matmul(n, X, n, 1, V, C);
        memset(T, 0, sizeof(double) * nn);
        for (int q = 0; q < n; q++) {
            int rank = 0;
            for (int r = 0; r < n; r++)
                rank += T2[r * n + r] < T2[q * n + q];
            for (int i = 0; i < nn && rank < nocc; i++)
                T[i] += 2.0 * C[i / n * n + q] * C[i % n * n + q];
        }
        for (int i = 0; i < nn; i++)
            P[i] = m->iterations == 1 ? T[i] : 0.5 * P[i] + 0.5 * T[i];
    }
    free(w);
}

int main(int argc, char **argv)
{
    int natom = argc > 1 ? atoi(argv[1]) : 12, npoint = argc > 2 ? atoi(argv[2]) : 8, best = 0;
    Molecule *mol = calloc(npoint, sizeof *mol);
    double (*jitter)[2] = malloc(sizeof *jitter * natom);
    for (int i = 0; i < natom; i++)
        for (int k = 0; k < 2; k++)
            jitter[i][k] = 0.4 * (rnd() - 0.5);

    #pragma omp parallel for schedule(dynamic, 1)
    for (int p = 0; p < npoint; p++) {
        Molecule *m = &mol[p];
        build_molecule(m, natom, 1.4 + 0.1 * p, jitter);
        compute_integrals(m);
        scf(m);
        free(m->sh); free(m->S); free(m->H); free(m->eri);
    }
    for (int p = 0; p < npoint; p++) {
        double e = mol[p].eelec + mol[p].enuc;
        printf("R %.2f  integrals %6d  %s after %2d  total %.6f\n", 1.4 + 0.1 * p, mol[p].kept,
               mol[p].change < 1e-6 ? "converged" : "stopped", mol[p].iterations, e);
        if (e < mol[best].eelec + mol[best].enuc)
            best = p;
    }
    printf("minimum of H%d near R = %.2f\n", natom, 1.4 + 0.1 * best);
    free(mol), free(jitter);
}
