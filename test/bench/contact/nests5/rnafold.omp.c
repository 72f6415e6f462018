/* RNA folding, hand optimised: int16 table, 64 x 64 tiles along block
 * diagonals, the inner tiles by a register blocked (max,+) product, the edge
 * contributions row by row with vectors. */
#pragma GCC target("prefer-vector-width=512")
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

#define MAXLEN 2048
#define MINLOOP 3
#define B 64
#define NEG (-20000)
#define max(x, y) ((x) > (y) ? (x) : (y))

typedef int16_t vs __attribute__((vector_size(64)));
typedef int16_t vsu __attribute__((vector_size(64), aligned(2)));

static char seq[MAXLEN + 2];
static int16_t *S;              /* rows 0..n (one extra), ld columns */
static size_t ld;
static char fold[MAXLEN + 1];
static int stack_i[2 * MAXLEN], stack_j[2 * MAXLEN];
static int bondtab[256];        /* codes of two bases -> weight */
static unsigned char code[MAXLEN + B];

#define AT(i, j) S[(size_t)(i) * ld + (j)]

static inline vs vmax(vs a, vs b)
{
#ifdef __AVX512BW__
    return (vs)_mm512_max_epi16((__m512i)a, (__m512i)b);
#else
    vs m = a > b;
    return (m & a) | (~m & b);
#endif
}

static int bond(char a, char b)
{
    if ((a == 'G' && b == 'C') || (a == 'C' && b == 'G'))
        return 6;
    if ((a == 'A' && b == 'U') || (a == 'U' && b == 'A'))
        return 4;
    if ((a == 'G' && b == 'U') || (a == 'U' && b == 'G'))
        return 1;
    return 0;
}

static inline int bonded(int i, int j)
{
    return bondtab[code[i] * 4 + code[j]];
}

static int pair_score(int i, int j)
{
    int w = bonded(i, j);
    if (w && i + 1 < j - 1 - MINLOOP && bonded(i + 1, j - 1))
        w += 2;
    return w;
}

/* diagonal tile: row by row from the bottom, values pushed to the right */
static void diagonal(int I, int n)
{
    int i0 = I * B, i1 = i0 + B < n ? i0 + B : n;
    for (int i = i1 - 1; i >= i0; i--) {
        int16_t *row = &AT(i, 0);
        for (int j = i; j < i0 + B; j++)
            row[j] = 0;
        for (int j = i + 1; j < i1; j++) {
            int t = max(row[j], max(i + 1 < i1 ? AT(i + 1, j) : 0, row[j - 1]));
            if (j > i + MINLOOP && bonded(i, j))
                t = max(t, AT(i + 1, j - 1) + pair_score(i, j));
            row[j] = (int16_t)t;
            if (j + 1 < i1) {
                const int16_t *nx = &AT(j + 1, 0);
                for (int q = j + 1; q < i1; q++)
                    row[q] = (int16_t)max(row[q], t + nx[q]);
            }
        }
    }
}

/* C(i0.., j0..) = max(C, S(i,k) + S(k+1,j)), k0 <= k < k0+B, 8 rows x 64 */
static inline void product(vs c[8][2], int i, int j0, int k0)
{
    for (int k = k0; k < k0 + B; k++) {
        vs b0 = *(vs *)&AT(k + 1, j0), b1 = *(vs *)&AT(k + 1, j0 + 32);
#pragma GCC unroll 8
        for (int r = 0; r < 8; r++) {
            int16_t a = AT(i + r, k);
            c[r][0] = vmax(c[r][0], a + b0);
            c[r][1] = vmax(c[r][1], a + b1);
        }
    }
}

static void tile(int I, int J, int n)
{
    int i0 = I * B, j0 = J * B, j1 = j0 + B < n ? j0 + B : n;
    static const vs zero = {0};

    for (int i = i0; i < i0 + B; i += 8) {
        vs c[8][2];
        for (int r = 0; r < 8; r++)
            c[r][0] = c[r][1] = zero + (int16_t)NEG;
        for (int K = I + 1; K < J; K++)
            product(c, i, j0, K * B);
        for (int r = 0; r < 8; r++) {
            *(vs *)&AT(i + r, j0) = c[r][0];
            *(vs *)&AT(i + r, j0 + 32) = c[r][1];
        }
    }
    for (int i = i0 + B - 1; i >= i0; i--) {
        int16_t *row = &AT(i, 0);
        vs c0 = *(vs *)(row + j0), c1 = *(vs *)(row + j0 + 32);
        /* k inside the rows of this tile; k = i stands for S(i+1,j) */
        for (int k = i; k < i0 + B; k++) {
            int16_t a = row[k];
            c0 = vmax(c0, a + *(vs *)&AT(k + 1, j0));
            c1 = vmax(c1, a + *(vs *)&AT(k + 1, j0 + 32));
        }
        *(vs *)(row + j0) = c0;
        *(vs *)(row + j0 + 32) = c1;
        /* pairs do not depend on this row */
        int jp[B];
        for (int j = j0; j < j1; j++) {
            int w = j > i + MINLOOP ? bonded(i, j) : 0;
            if (w && i + 1 < j - 1 - MINLOOP && bonded(i + 1, j - 1))
                w += 2;
            jp[j - j0] = w ? AT(i + 1, j - 1) + w : NEG;
        }
        for (int j = j0; j < j1; j++)
            row[j] = (int16_t)max(row[j], jp[j - j0]);
        /* k inside the columns of this tile, 8 columns at a time */
        int left = row[j0 - 1];
        for (int q = j0; q < j1; q += 8) {
            int e = q + 8 < j1 ? q + 8 : j1;
            for (int j = q; j < e; j++) {
                int t = row[j];
                t = max(t, left);
                row[j] = (int16_t)t;
                left = t;
                for (int x = j + 1; x < e; x++)
                    row[x] = (int16_t)max(row[x], t + AT(j + 1, x));
            }
            if (e < j1) {
                vs d0 = *(vs *)(row + j0), d1 = *(vs *)(row + j0 + 32);
                vs o0 = d0, o1 = d1;
                for (int j = q; j < e; j++) {
                    int16_t a = row[j];
                    d0 = vmax(d0, a + *(vs *)&AT(j + 1, j0));
                    d1 = vmax(d1, a + *(vs *)&AT(j + 1, j0 + 32));
                }
                /* only columns from e on may change */
                int16_t m[64];
                memcpy(m, &d0, 64);
                memcpy(m + 32, &d1, 64);
                (void)o0;
                (void)o1;
                for (int x = e - j0; x < B; x++)
                    row[j0 + x] = m[x];
            }
        }
    }
}

static int traceback(int n)
{
    int sp = 0, pairs = 0;

    memset(fold, '.', n);
    fold[n] = 0;
    stack_i[sp] = 0;
    stack_j[sp++] = n - 1;
    while (sp > 0) {
        int i = stack_i[--sp], j = stack_j[sp];
        if (j - i <= MINLOOP)
            continue;
        if (AT(i, j) == AT(i + 1, j)) {
            stack_i[sp] = i + 1;
            stack_j[sp++] = j;
        } else if (AT(i, j) == AT(i, j - 1)) {
            stack_i[sp] = i;
            stack_j[sp++] = j - 1;
        } else if (bonded(i, j) && AT(i, j) == AT(i + 1, j - 1) + pair_score(i, j)) {
            fold[i] = '(';
            fold[j] = ')';
            pairs++;
            stack_i[sp] = i + 1;
            stack_j[sp++] = j - 1;
        } else {
            for (int k = i + 1; k < j; k++)
                if (AT(i, j) == AT(i, k) + AT(k + 1, j)) {
                    stack_i[sp] = i;
                    stack_j[sp++] = k;
                    stack_i[sp] = k + 1;
                    stack_j[sp++] = j;
                    break;
                }
        }
    }
    return pairs;
}

static unsigned power33(int e)
{
    unsigned r = 1, b = 33u;
    for (; e; e >>= 1, b *= b)
        if (e & 1)
            r *= b;
    return r;
}

int main(int argc, char **argv)
{
    static const char base[] = "ACGU";
    int n = argc > 1 ? atoi(argv[1]) : 1200;
    unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 17u;

    if (n < 1 || n > MAXLEN) {
        fprintf(stderr, "length must be 1..%d\n", MAXLEN);
        return 1;
    }
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        code[i] = (unsigned char)(seed >> 30);
        seq[i] = base[code[i]];
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            bondtab[a * 4 + b] = bond(base[a], base[b]);

    int nb = (n + B - 1) / B;
    ld = (size_t)nb * B + 32;
    S = aligned_alloc(64, (nb * B + 1) * ld * sizeof(int16_t));
    unsigned *h = malloc(n * sizeof(unsigned)), hash = 5381;
    if (!S || !h)
        return 1;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i <= nb * B; i++)
            memset(S + (size_t)i * ld, 0, ld * sizeof(int16_t));
#pragma omp for schedule(static)
        for (int I = 0; I < nb; I++)
            diagonal(I, n);
        for (int d = 1; d < nb; d++) {
#pragma omp for schedule(dynamic, 1)
            for (int I = 0; I < nb - d; I++)
                tile(I, I + d, n);
        }
#pragma omp for schedule(static, 16)
        for (int i = 0; i < n; i++) {
            unsigned x = 0;
            for (int j = i; j < n; j++)
                x = x * 33u + (unsigned)AT(i, j);
            h[i] = x;
        }
    }
    for (int i = 0; i < n; i++)
        hash = hash * power33(n - i) + h[i];
    int pairs = traceback(n), d = 0, m = 0;
    for (const char *s = fold; *s; s++) {
        d += (*s == '(') - (*s == ')');
        m = max(m, d);
    }
    printf("%.60s\n%.60s\n", seq, fold);
    printf("score %d pairs %d depth %d\n", AT(0, n - 1), pairs, m);
    printf("table %08x\n", hash);
    return 0;
}
