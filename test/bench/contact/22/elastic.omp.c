/*
 * ELASTIC -- P-SV wave propagation, velocity-stress staggered grid,
 *            4th order in space, 2nd order in time (Levander 1988).
 *            Free surface on top (images), sponge on the other sides.
 *
 *   vx  at (i+1/2, k    )      txx, tzz at (i, k)
 *   vz  at (i    , k+1/2)      txz      at (i+1/2, k+1/2)
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NX    480
#define NZ    340
#define NSP   40                /* sponge width      */
#define KFS   4                 /* row of free surface */
#define NREC  12
#define MAXT  5000

#define C1 (9.0/8.0)
#define C2 (-1.0/24.0)

static double vx[NZ][NX], vz[NZ][NX], txx[NZ][NX], tzz[NZ][NX], txz[NZ][NX];
static double bux[NZ][NX], buz[NZ][NX], lam[NZ][NX], l2m[NZ][NX], mux[NZ][NX];
static double damp[NZ][NX];
static double seis[NREC][MAXT];
static double esum;

static const double h = 5.0, dt = 7.0e-4, f0 = 18.0;
static const int isx = 150, isz = KFS + 12;

/* three layers with a dipping interface and a low velocity lens */
static void model(void)
{
    int i, k;
    static double rho[NZ][NX], mu[NZ][NX];

    /* first touch of the big arrays happens with the row distribution used later */
    #pragma omp parallel for private(i)
    for (k = 0; k < NZ; k++)
        for (i = 0; i < NX; i++) {
            double vp = 1800.0, vs = 900.0, r = 2000.0, a, b;
            if (k > 90 + i / 12)  { vp = 2600.0; vs = 1450.0; r = 2250.0; }
            if (k > 210 - i / 20) { vp = 3500.0; vs = 2020.0; r = 2450.0; }
            a = (i - 300) / 45.0;
            b = (k - 75) / 18.0;
            if (a * a + b * b < 1.0) { vp = 1500.0; vs = 600.0; r = 1800.0; }
            rho[k][i] = r;
            mu[k][i]  = r * vs * vs;
            l2m[k][i] = r * vp * vp;
            lam[k][i] = l2m[k][i] - 2.0 * mu[k][i];
        }
    for (k = 0; k < NZ - 1; k++)
        for (i = 0; i < NX - 1; i++) {
            bux[k][i] = 2.0 / (rho[k][i] + rho[k][i+1]);
            buz[k][i] = 2.0 / (rho[k][i] + rho[k+1][i]);
            mux[k][i] = 4.0 / (1.0/mu[k][i] + 1.0/mu[k][i+1]
                             + 1.0/mu[k+1][i] + 1.0/mu[k+1][i+1]);
        }
    for (k = 0; k < NZ; k++)
        for (i = 0; i < NX; i++) {
            int d = NSP, e;
            if (i < d) d = i;
            e = NX - 1 - i;  if (e < d) d = e;
            e = NZ - 1 - k;  if (e < d) d = e;
            damp[k][i] = exp(-pow(0.0075 * (NSP - d), 2.0));
        }
}

static double ricker(double t)
{
    double a = M_PI * f0 * (t - 1.2 / f0);
    a *= a;
    return (1.0 - 2.0 * a) * exp(-a);
}

/* velocity(), surfvel(), stress(), surfstr(), energy() are called by the whole team */
static void velocity(void)
{
    const double q = dt / h;
    int i, k;
    #pragma omp for schedule(static)
    for (k = KFS; k < NZ - 2; k++) {
        for (i = 2; i < NX - 2; i++) {
            double dxx = C1 * (txx[k][i+1] - txx[k][i]) + C2 * (txx[k][i+2] - txx[k][i-1]);
            double dxz = C1 * (txz[k][i] - txz[k-1][i]) + C2 * (txz[k+1][i] - txz[k-2][i]);
            vx[k][i] = (vx[k][i] + q * bux[k][i] * (dxx + dxz)) * damp[k][i];
        }
        for (i = 2; i < NX - 2; i++) {
            double dzx = C1 * (txz[k][i] - txz[k][i-1]) + C2 * (txz[k][i+1] - txz[k][i-2]);
            double dzz = C1 * (tzz[k+1][i] - tzz[k][i]) + C2 * (tzz[k+2][i] - tzz[k-1][i]);
            vz[k][i] = (vz[k][i] + q * buz[k][i] * (dzx + dzz)) * damp[k][i];
        }
    }
}

/* velocities one row above the surface from tzz = 0 at the surface */
static void surfvel(void)
{
    int i;
    #pragma omp single
    {
    for (i = 2; i < NX - 2; i++) {
        double e = vx[KFS][i] - vx[KFS][i-1];
        vz[KFS-1][i] = vz[KFS][i] + lam[KFS][i] / l2m[KFS][i] * e;
        vz[KFS-2][i] = vz[KFS-1][i];
    }
    for (i = 2; i < NX - 3; i++)
        vx[KFS-1][i] = vx[KFS][i] + (vz[KFS][i+1] - vz[KFS][i])
                     + (vz[KFS-1][i+1] - vz[KFS-1][i]) + vx[KFS+1][i] - vx[KFS][i];
    }
}

static void stress(void)
{
    const double q = dt / h;
    int i, k;
    #pragma omp for schedule(static)
    for (k = KFS; k < NZ - 2; k++)
        for (i = 2; i < NX - 2; i++) {
            double ex = C1 * (vx[k][i] - vx[k][i-1]) + C2 * (vx[k][i+1] - vx[k][i-2]);
            double ez = C1 * (vz[k][i] - vz[k-1][i]) + C2 * (vz[k+1][i] - vz[k-2][i]);
            double gx = C1 * (vz[k][i+1] - vz[k][i]) + C2 * (vz[k][i+2] - vz[k][i-1]);
            double gz = C1 * (vx[k+1][i] - vx[k][i]) + C2 * (vx[k+2][i] - vx[k-1][i]);
            txx[k][i] = (txx[k][i] + q * (l2m[k][i] * ex + lam[k][i] * ez)) * damp[k][i];
            tzz[k][i] = (tzz[k][i] + q * (l2m[k][i] * ez + lam[k][i] * ex)) * damp[k][i];
            txz[k][i] = (txz[k][i] + q * mux[k][i] * (gx + gz)) * damp[k][i];
        }
}

/* antisymmetric images of the tractions about row KFS */
static void surfstr(void)
{
    int i;
    for (i = 0; i < NX; i++) {
        tzz[KFS][i]   = 0.0;
        tzz[KFS-1][i] = -tzz[KFS+1][i];
        txz[KFS-1][i] = -txz[KFS][i];
        txz[KFS-2][i] = -txz[KFS+1][i];
    }
}

static void energy(void)
{
    int i, k;
    #pragma omp single
    esum = 0.0;
    #pragma omp for schedule(static) reduction(+: esum)
    for (k = KFS; k < NZ - 1; k++)
        for (i = 0; i < NX - 1; i++)
            esum += 0.5 * (vx[k][i] * vx[k][i] / bux[k][i] + vz[k][i] * vz[k][i] / buz[k][i]);
}

int main(int argc, char **argv)
{
    int nt = 1300, it, r, irec[NREC];

    if (argc > 1) nt = atoi(argv[1]);
    if (nt < 1 || nt > MAXT) { fprintf(stderr, "ELASTIC: bad NT\n"); return 2; }

    model();
    for (r = 0; r < NREC; r++) irec[r] = NSP + 10 + r * 34;
    printf(" ELASTIC   NX=%d NZ=%d NT=%d  H=%.1f DT=%.2e\n", NX, NZ, nt, h, dt);

    #pragma omp parallel private(it, r)
    for (it = 0; it < nt; it++) {
        velocity();
        surfvel();
        stress();
        #pragma omp single
        {
            double s = 1.0e6 * ricker(it * dt);
            txx[isz][isx] += s;
            tzz[isz][isx] += s;
            surfstr();
            for (r = 0; r < NREC; r++) seis[r][it] = vz[KFS][irec[r]];
        }
        if ((it + 1) % 100 == 0) {
            energy();
            #pragma omp single
            printf(" STEP %5d  T=%7.4f  EKIN=%12.5E  VZ(R6)=%13.6E\n",
                   it + 1, (it + 1) * dt, esum * h * h, seis[5][it]);
        }
    }

    printf("\n REC      X(M)     PEAK        T(PEAK)   FIRST BREAK\n");
    for (r = 0; r < NREC; r++) {
        double pk = 0.0;
        int ipk = 0, ifb = 0;
        for (it = 0; it < nt; it++)
            if (fabs(seis[r][it]) > pk) { pk = fabs(seis[r][it]); ipk = it; }
        while (ifb < nt - 1 && fabs(seis[r][ifb]) <= 0.01 * pk) ifb++;
        printf(" %3d  %8.1f  %12.5E  %8.4f  %8.4f\n", r + 1, irec[r] * h, pk, ipk * dt, ifb * dt);
    }
    return 0;
}
