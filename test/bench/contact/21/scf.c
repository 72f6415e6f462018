/* Restricted Hartree-Fock for rings and chains of hydrogen atoms, STO-3G.
 * Only s functions, so every integral has a closed form with F0(t). */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef NAT
#define NAT 26
#endif
#define NPAIR (NAT * (NAT + 1) / 2)
#define NPRIM 3
#define PI 3.14159265358979323846

#define MAT(name) double name[NAT][NAT]
#define FORALL(i, n) for (i = 0; i < (n); ++i)
#define TRI(i, j) ((i) >= (j) ? (i) * ((i) + 1) / 2 + (j) : (j) * ((j) + 1) / 2 + (i))

static const double zeta[NPRIM] = { 3.42525091, 0.62391373, 0.16885540 };
static const double coef[NPRIM] = { 0.15432897, 0.53532814, 0.44463454 };

static double xyz[NAT][3];
static double norm[NPRIM];
static MAT(S);
static MAT(H);
static MAT(F);
static MAT(P);
static MAT(C);
static MAT(X);
static MAT(W);
static double eps[NAT];
static double *eri;

static double boys0(double t)
{
    if (t < 1e-8) return 1.0 - t / 3.0;
    return 0.5 * sqrt(PI / t) * erf(sqrt(t));
}

static double dist2(const double *a, const double *b)
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

static void geometry(double bond, double pucker)
{
    int i;
    double r = bond / (2.0 * sin(PI / NAT));
    FORALL(i, NAT) {
        xyz[i][0] = r * cos(2 * PI * i / NAT);
        xyz[i][1] = r * sin(2 * PI * i / NAT);
        xyz[i][2] = ((i & 1) ? pucker : -pucker) + 0.13 * sin(2.3 * i) + 0.05 * (i * i % 7);
    }
}

static void one_electron(void)
{
    int i, j, k, a, b, d;
    FORALL(i, NAT) FORALL(j, NAT) {
        double s = 0, h = 0, r2 = dist2(xyz[i], xyz[j]);
        FORALL(a, NPRIM) FORALL(b, NPRIM) {
            double p = zeta[a] + zeta[b], m = zeta[a] * zeta[b] / p, pc[3];
            double cc = coef[a] * coef[b] * norm[a] * norm[b];
            double o = pow(PI / p, 1.5) * exp(-m * r2);
            s += cc * o;
            h += cc * m * (3 - 2 * m * r2) * o;
            FORALL(d, 3) pc[d] = (zeta[a] * xyz[i][d] + zeta[b] * xyz[j][d]) / p;
            FORALL(k, NAT) h -= cc * 2 * PI / p * exp(-m * r2) * boys0(p * dist2(pc, xyz[k]));
        }
        S[i][j] = s;
        H[i][j] = h;
    }
}

static double two_electron(int i, int j, int k, int l)
{
    int a, b, c, e, d;
    double sum = 0, rij = dist2(xyz[i], xyz[j]), rkl = dist2(xyz[k], xyz[l]);
    FORALL(a, NPRIM) FORALL(b, NPRIM) {
        double p = zeta[a] + zeta[b], P3[3], Q3[3];
        double kab = coef[a] * coef[b] * norm[a] * norm[b] * exp(-zeta[a] * zeta[b] / p * rij);
        if (kab < 1e-12) continue;
        FORALL(d, 3) P3[d] = (zeta[a] * xyz[i][d] + zeta[b] * xyz[j][d]) / p;
        FORALL(c, NPRIM) FORALL(e, NPRIM) {
            double q = zeta[c] + zeta[e];
            double kcd = coef[c] * coef[e] * norm[c] * norm[e] * exp(-zeta[c] * zeta[e] / q * rkl);
            if (kcd < 1e-12) continue;
            FORALL(d, 3) Q3[d] = (zeta[c] * xyz[k][d] + zeta[e] * xyz[l][d]) / q;
            sum += kab * kcd * 2 * pow(PI, 2.5) / (p * q * sqrt(p + q)) * boys0(p * q / (p + q) * dist2(P3, Q3));
        }
    }
    return sum;
}

static void all_two_electron(void)
{
    int i, j, k, l;
    FORALL(i, NAT) for (j = 0; j <= i; ++j)
        for (k = 0; k <= i; ++k)
            for (l = 0; l <= (k == i ? j : k); ++l)
                eri[TRI(TRI(i, j), TRI(k, l))] = two_electron(i, j, k, l);
}

static void fock(void)
{
    int i, j, k, l;
    FORALL(i, NAT) FORALL(j, NAT) {
        double g = 0;
        FORALL(k, NAT) FORALL(l, NAT)
            g += P[k][l] * (eri[TRI(TRI(i, j), TRI(k, l))] - 0.5 * eri[TRI(TRI(i, l), TRI(k, j))]);
        F[i][j] = H[i][j] + g;
    }
}

/* cyclic Jacobi; A is destroyed, V gets the vectors in columns, values sorted */
static void jacobi(MAT(A), MAT(V), double *val)
{
    int i, j, p, q, sweep;
    FORALL(i, NAT) FORALL(j, NAT) V[i][j] = i == j;
    FORALL(sweep, 60) {
        double off = 0;
        FORALL(p, NAT) for (q = p + 1; q < NAT; ++q) off += A[p][q] * A[p][q];
        if (off < 1e-22) break;
        FORALL(p, NAT) for (q = p + 1; q < NAT; ++q) {
            double th, t, c, s;
            if (fabs(A[p][q]) < 1e-18) continue;
            th = (A[q][q] - A[p][p]) / (2 * A[p][q]);
            t = (th >= 0 ? 1 : -1) / (fabs(th) + sqrt(th * th + 1));
            c = 1 / sqrt(t * t + 1); s = t * c;
            FORALL(i, NAT) { double u = A[i][p], v = A[i][q]; A[i][p] = c * u - s * v; A[i][q] = s * u + c * v; }
            FORALL(i, NAT) { double u = A[p][i], v = A[q][i]; A[p][i] = c * u - s * v; A[q][i] = s * u + c * v; }
            FORALL(i, NAT) { double u = V[i][p], v = V[i][q]; V[i][p] = c * u - s * v; V[i][q] = s * u + c * v; }
        }
    }
    FORALL(i, NAT) val[i] = A[i][i];
    FORALL(i, NAT) {
        int m = i;
        double t;
        for (j = i + 1; j < NAT; ++j) if (val[j] < val[m]) m = j;
        if (m == i) continue;
        t = val[i]; val[i] = val[m]; val[m] = t;
        FORALL(j, NAT) { t = V[j][i]; V[j][i] = V[j][m]; V[j][m] = t; }
    }
}

static void matmul(MAT(A), MAT(B), MAT(R), int transpose_a)
{
    int i, j, k;
    FORALL(i, NAT) FORALL(j, NAT) {
        double s = 0;
        FORALL(k, NAT) s += (transpose_a ? A[k][i] : A[i][k]) * B[k][j];
        R[i][j] = s;
    }
}

static double scf(int *iters)
{
    static MAT(T);
    static MAT(Y);
    int i, j, k, it;
    double e = 0, last = 0, nuc = 0;
    FORALL(i, NAT) for (j = 0; j < i; ++j) nuc += 1 / sqrt(dist2(xyz[i], xyz[j]));
    FORALL(i, NAT) FORALL(j, NAT) { T[i][j] = S[i][j]; P[i][j] = 0; }
    jacobi(T, Y, eps);
    FORALL(i, NAT) FORALL(j, NAT) {
        double s = 0;
        FORALL(k, NAT) s += Y[i][k] * Y[j][k] / sqrt(eps[k]);
        X[i][j] = s;
    }
    for (it = 1; it <= 60; ++it) {
        fock();
        e = nuc;
        FORALL(i, NAT) FORALL(j, NAT) e += 0.5 * P[i][j] * (H[i][j] + F[i][j]);
        if (it > 1 && fabs(e - last) < 1e-7) break;
        last = e;
        matmul(X, F, W, 1);
        matmul(W, X, T, 0);
        jacobi(T, Y, eps);
        matmul(X, Y, C, 0);
        FORALL(i, NAT) FORALL(j, NAT) {
            double d = 0;
            FORALL(k, NAT / 2) d += 2 * C[i][k] * C[j][k];
            P[i][j] = it < 3 ? d : 0.7 * d + 0.3 * P[i][j];
        }
    }
    *iters = it;
    return e;
}

int main(int argc, char **argv)
{
    int a, i, it, points = argc > 1 ? atoi(argv[1]) : 9;
    eri = malloc(sizeof(double) * (size_t)NPAIR * (NPAIR + 1) / 2);
    if (!eri) return 1;
    FORALL(a, NPRIM) norm[a] = pow(2 * zeta[a] / PI, 0.75);
    FORALL(i, points) {
        double bond = 1.5 + 0.25 * i, e;
        geometry(bond, 0.1 * i);
        one_electron();
        all_two_electron();
        e = scf(&it);
        printf("R %.3f  E %.10f  E/atom %.10f  iterations %d  HOMO %.8f LUMO %.8f\n", bond, e, e / NAT, it,
               eps[NAT / 2 - 1], eps[NAT / 2]);
    }
    FORALL(i, NAT) printf("%10.6f%c", eps[i], i % 8 == 7 || i == NAT - 1 ? '\n' : ' ');
    return 0;
}
