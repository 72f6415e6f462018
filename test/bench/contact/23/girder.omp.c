/* PROGRAM GIRDER -- MOVING LOADS ON A CONTINUOUS GIRDER, MOMENT AND
   SHEAR ENVELOPES.  CONVERTED FROM MY F77 DECK, ARRAYS START AT 1.
   GIRDER [NSPAN] [NPOS]                                            */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MXSP   40
#define NPS    16                     /* ELEMENTS PER SPAN          */
#define MXND   (MXSP*NPS+1)
#define MXDF   (2*MXND)
#define MXTRK  4
#define MXAX   6
#define NBW    3

/* COMMON /GEOM/ */
static int    NSPAN, NEL, NND, NDF, NPOS;
static double XL[MXND+1], EI[MXND+1], XN[MXND+1];
/* COMMON /STIF/ */
static double A[MXDF+1][NBW+1];
static int    IFIX[MXDF+1];
/* COMMON /WORK/ */
static double P[MXDF+1], U[MXDF+1], FEM[MXND+1][4];
#pragma omp threadprivate(P, U, FEM)
/* COMMON /TRUCK/ */
static int    NAX[MXTRK+1];
static double WAX[MXTRK+1][MXAX+1], SAX[MXTRK+1][MXAX+1];
/* COMMON /ENVL/ */
static double BMMAX[MXND+1], BMMIN[MXND+1], SHMAX[MXND+1], SHMIN[MXND+1];
static int    KMMAX[MXND+1], KMMIN[MXND+1], KSMAX[MXND+1], KSMIN[MXND+1];
/* RESULTS BY CASE, SUMMED AFTERWARDS IN CASE ORDER.  ILIVE=0 MEANS EMPTY BRIDGE */
static double *EC, *DMC;
static int    *ILIVE;
/* ENVELOPE OF ONE THREAD: MMAX, MMIN, SMAX, SMIN */
struct ENVT { double B[4][MXND+1]; int K[4][MXND+1]; };

static int ISEED = 4711;

static double RANF(void)
{
    ISEED = (int)((long long)ISEED * 16807 % 2147483647);
    return ISEED / 2147483647.0;
}

static void GEOM(void)
{
    int I, J, K = 0;
    XN[1] = 0.0;
    for (I = 1; I <= NSPAN; I++) {
        double SPAN = 18.0 + 14.0 * RANF();
        for (J = 1; J <= NPS; J++) {
            K = K + 1;
            XL[K] = SPAN / NPS;
            EI[K] = 2.1e6 * (1.0 + 0.6 * fabs(2.0 * (J - 0.5) / NPS - 1.0));
            XN[K+1] = XN[K] + XL[K];
        }
    }
    NEL = K;
    NND = NEL + 1;
    NDF = 2 * NND;
    for (I = 1; I <= NND; I += NPS) IFIX[2*I-1] = 1;
}

static void TRUCKS(void)
{
    int I, J;
    for (I = 1; I <= MXTRK; I++) {
        NAX[I] = 2 + I % (MXAX - 1);
        SAX[I][1] = 0.0;
        for (J = 1; J <= NAX[I]; J++) {
            WAX[I][J] = 60.0 + 90.0 * RANF();
            if (J > 1) SAX[I][J] = SAX[I][J-1] + 1.4 + 4.0 * RANF();
        }
    }
}

/* ASSEMBLE AND FACTOR, UPPER BAND, A[I][J] = K(I,I+J) */
static int FACTOR(void)
{
    int I, J, K, L, M;
    for (K = 1; K <= NEL; K++) {
        double H = XL[K], C = EI[K] / (H * H * H), S[5][5];
        S[1][1] = 12.0*C;    S[1][2] = 6.0*C*H;    S[1][3] = -12.0*C;  S[1][4] = 6.0*C*H;
        S[2][2] = 4.0*C*H*H; S[2][3] = -6.0*C*H;   S[2][4] = 2.0*C*H*H;
        S[3][3] = 12.0*C;    S[3][4] = -6.0*C*H;   S[4][4] = 4.0*C*H*H;
        for (I = 1; I <= 4; I++)
            for (J = I; J <= 4; J++) A[2*K-2+I][J-I] += S[I][J];
    }
    for (I = 1; I <= NDF; I++) if (IFIX[I]) A[I][0] += 1.0e14;
    for (I = 1; I <= NDF; I++) {
        if (A[I][0] <= 0.0) goto L900;
        M = (NDF - I < NBW) ? NDF - I : NBW;
        for (L = 1; L <= M; L++) {
            double F = A[I][L] / A[I][0];
            for (J = L; J <= M; J++) A[I+L][J-L] -= F * A[I][J];
        }
        for (L = 1; L <= M; L++) A[I][L] /= A[I][0];
    }
    return 0;
L900:
    printf(" *** GIRDER: MATRIX NOT POSITIVE AT EQUATION %d\n", I);
    return I;
}

/* PUT THE AXLES ON.  RETURNS NUMBER OF AXLES ON THE BRIDGE */
static int LOADS(int ITRK, double X0)
{
    int I, K, N = 0, LO, HI;
    for (I = 1; I <= NDF; I++) P[I] = 0.0;
    for (I = 1; I <= NEL; I++) FEM[I][0] = FEM[I][1] = FEM[I][2] = FEM[I][3] = 0.0;
    for (I = 1; I <= NAX[ITRK]; I++) {
        double X = X0 - SAX[ITRK][I], W = WAX[ITRK][I], R, S, H;
        if (X < 0.0 || X >= XN[NND]) continue;
        LO = 1; HI = NND;
        while (HI - LO > 1) {
            K = (LO + HI) / 2;
            if (XN[K] <= X) LO = K; else HI = K;
        }
        K = LO; H = XL[K]; R = (X - XN[K]) / H; S = 1.0 - R;
        FEM[K][0] += W * S * S * (1.0 + 2.0 * R);
        FEM[K][1] += W * H * R * S * S;
        FEM[K][2] += W * R * R * (1.0 + 2.0 * S);
        FEM[K][3] -= W * H * R * R * S;
        N = N + 1;
    }
    if (N == 0) return 0;
    for (K = 1; K <= NEL; K++)
        for (I = 0; I < 4; I++) P[2*K-1+I] -= FEM[K][I];
    for (I = 1; I <= NDF; I++) if (IFIX[I]) P[I] = 0.0;
    return N;
}

static void SOLVE(void)
{
    int I;
    for (I = 1; I <= NDF; I++) {
        U[I] = P[I];
        if (I > 1) U[I] -= A[I-1][1] * U[I-1];
        if (I > 2) U[I] -= A[I-2][2] * U[I-2];
        if (I > 3) U[I] -= A[I-3][3] * U[I-3];
    }
    for (I = 1; I <= NDF; I++) U[I] /= A[I][0];
    for (I = NDF - 1; I >= 1; I--) {
        U[I] -= A[I][1] * U[I+1];
        if (I + 2 <= NDF) U[I] -= A[I][2] * U[I+2];
        if (I + 3 <= NDF) U[I] -= A[I][3] * U[I+3];
    }
}

/* MERGE ONE LINE OF AN ENVELOPE, EARLIEST CASE WINS A TIE */
static void MERGE(double SGN, const double *B, const int *K, double *BG, int *KG)
{
    int I;
    for (I = 1; I <= NEL; I++) {
        if (K[I] == 0) continue;
        if (SGN * B[I] > SGN * BG[I] || (B[I] == BG[I] && K[I] < KG[I])) { BG[I] = B[I]; KG[I] = K[I]; }
    }
}

static void CASE(int KASE, struct ENVT *T)
{
    int I, K, ITRK = (KASE - 1) / NPOS + 1, IPOS = (KASE - 1) % NPOS + 1;
    double E = 0.0, DM = 0.0;
    ILIVE[KASE] = LOADS(ITRK, (XN[NND] + 40.0) * IPOS / NPOS);
    if (ILIVE[KASE] == 0) return;
    SOLVE();
    for (I = 1; I <= NND; I++) {
        E += P[2*I-1] * U[2*I-1] + P[2*I] * U[2*I];
        if (-U[2*I-1] > DM) DM = -U[2*I-1];
    }
    for (K = 1; K <= NEL; K++) {
        double H = XL[K], C = EI[K] / (H * H * H), *D = &U[2*K-1];
        double V = C * (12.0 * (D[0] - D[2]) + 6.0 * H * (D[1] + D[3])) + FEM[K][0];
        double B = C * H * (6.0 * (D[0] - D[2]) + H * (4.0 * D[1] + 2.0 * D[3])) + FEM[K][1];
        B = -B;
        if (B > T->B[0][K]) { T->B[0][K] = B; T->K[0][K] = KASE; }
        if (B < T->B[1][K]) { T->B[1][K] = B; T->K[1][K] = KASE; }
        if (V > T->B[2][K]) { T->B[2][K] = V; T->K[2][K] = KASE; }
        if (V < T->B[3][K]) { T->B[3][K] = V; T->K[3][K] = KASE; }
    }
    EC[KASE] = E;
    DMC[KASE] = DM;
}

int main(int argc, char **argv)
{
    int K, KASE, NCASE, NOMEM = 0, NDRY = 0, NDEF = 0, KWORST = 0;
    double WORK = 0.0, WORST = 0.0;

    NSPAN = argc > 1 ? atoi(argv[1]) : 30;
    NPOS  = argc > 2 ? atoi(argv[2]) : 9000;
    if (NSPAN < 1 || NSPAN > MXSP || NPOS < 1) { printf(" BAD INPUT\n"); return 1; }
    GEOM();
    TRUCKS();
    if (FACTOR() != 0) return 2;
    NCASE = MXTRK * NPOS;
    EC = malloc(sizeof(double) * (NCASE + 1));
    DMC = malloc(sizeof(double) * (NCASE + 1));
    ILIVE = malloc(sizeof(int) * (NCASE + 1));
    if (EC == NULL || DMC == NULL || ILIVE == NULL) return 3;
#pragma omp parallel
    {
        struct ENVT *T = calloc(1, sizeof(struct ENVT));
        int KC;
        if (T == NULL) {
#pragma omp atomic write
            NOMEM = 1;
        }
#pragma omp barrier
        if (!NOMEM) {
#pragma omp for schedule(dynamic,64)
            for (KC = 1; KC <= NCASE; KC++) CASE(KC, T);
#pragma omp critical
            {
                MERGE( 1.0, T->B[0], T->K[0], BMMAX, KMMAX);
                MERGE(-1.0, T->B[1], T->K[1], BMMIN, KMMIN);
                MERGE( 1.0, T->B[2], T->K[2], SHMAX, KSMAX);
                MERGE(-1.0, T->B[3], T->K[3], SHMIN, KSMIN);
            }
        }
        free(T);
    }
    if (NOMEM) return 3;
    for (KASE = 1; KASE <= NCASE; KASE++) {
        if (ILIVE[KASE] == 0) { NDRY++; continue; }
        WORK += 0.5 * EC[KASE];
        if (DMC[KASE] > 0.00020 * XN[NND] / NSPAN) NDEF++;
        if (DMC[KASE] > WORST) { WORST = DMC[KASE]; KWORST = KASE; }
    }
    free(EC); free(DMC); free(ILIVE);
    printf(" GIRDER  SPANS %d  NODES %d  CASES %d  LENGTH %.4f\n", NSPAN, NND, NCASE, XN[NND]);
    printf("  NODE      X        MMAX   CASE        MMIN   CASE      VMAX   CASE      VMIN   CASE\n");
    for (K = 1; K <= NEL; K += NPS / 2)
        printf("%6d%9.3f%12.4f%7d%12.4f%7d%10.3f%7d%10.3f%7d\n", K, XN[K], BMMAX[K], KMMAX[K],
               BMMIN[K], KMMIN[K], SHMAX[K], KSMAX[K], SHMIN[K], KSMIN[K]);
    printf(" EMPTY %d  OVER LIMIT %d  WORST DEFLECTION %.9e CASE %d\n", NDRY, NDEF, WORST, KWORST);
    printf(" TOTAL WORK %.12e\n", WORK);
    return 0;
}
