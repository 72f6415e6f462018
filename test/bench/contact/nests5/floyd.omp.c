/* Floyd-Warshall, hand optimised: blocks of KB intermediate nodes.  Row k and
 * column k as they are at step k are recorded while the pivot rows and columns
 * are advanced; then every other entry takes all KB steps in a register.  So
 * also the successors are those of the original order.  Distances are kept in
 * 16 bits (saturating) when that turns out to be exact, else in 32. */
#pragma GCC target("prefer-vector-width=512")
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

#define FAR (INT_MAX / 2 - 1)
#define KB 32

static unsigned rs = 31337u;
static int n;
static size_t ld;
static int *dist;
static short *succ;
#define D(i, j) dist[(size_t)(i) * ld + (j)]
#define S(i, j) succ[(size_t)(i) * ld + (j)]

static int rnd(int k)
{
    rs = rs * 1103515245u + 12345u;
    return (int)((rs >> 16) % (unsigned)k);
}

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static int *parent;

static int root(int a)
{
    while (parent[a] != a)
        a = parent[a] = parent[parent[a]];
    return a;
}

static void road(int a, int b, int len)
{
    if (a == b)
        return;
    if (len < D(a, b)) {
        D(a, b) = len;
        S(a, b) = (short)b;
    }
    if (len + 2 < D(b, a)) {
        D(b, a) = len + 2;
        S(b, a) = (short)a;
    }
    parent[root(a)] = root(b);
}

static void make_network(void)
{
    int w = 1;

    while (w * w < n)
        w++;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (int)ld; j++) {
            D(i, j) = i == j ? 0 : FAR;
            S(i, j) = i == j ? (short)i : -1;
        }
    for (int i = 0; i < n; i++)
        parent[i] = i;
    for (int i = 0; i < n; i++) {
        if ((i + 1) % w != 0 && i + 1 < n && rnd(10) < 8)
            road(i, i + 1, 10 + rnd(30));
        if (i + w < n && rnd(10) < 8)
            road(i, i + w, 10 + rnd(30));
    }
    for (int i = 0; i < n / 12; i++) {
        int from = rnd(n), to = rnd(n);
        road(from, to, 20 + rnd(60));
    }
}

static void plain(void)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++) {
            int dk = D(i, k), *restrict a = &D(i, 0);
            const int *restrict b = &D(k, 0);
            short sk = S(i, k), *restrict s = &S(i, 0);
            if (i == k || dk >= FAR)
                continue;
            for (int j = 0; j < n; j++) {
                int t = dk + b[j];
                s[j] = t < a[j] ? sk : s[j];
                a[j] = t < a[j] ? t : a[j];
            }
        }
    }
}

#ifdef __AVX512BW__
typedef uint16_t u16;

/* rows i..i+r-1 (r <= 4): block column first, then everything */
static inline __attribute__((always_inline))
void rows(int r, int i, int k0, u16 *d, u16 *s, const u16 *snap, __m512i (*cd)[4], __m512i (*cs)[4])
{
    __m512i a[4], b[4];

#pragma GCC unroll 4
    for (int q = 0; q < r; q++) {
        a[q] = _mm512_load_si512(d + (i + q) * ld + k0);
        b[q] = _mm512_load_si512(s + (i + q) * ld + k0);
    }
    for (int k = 0; k < KB; k++) {
        __m512i pos = _mm512_set1_epi16((short)k), y = _mm512_load_si512(snap + k * ld + k0);
#pragma GCC unroll 4
        for (int q = 0; q < r; q++) {
            __m512i x = _mm512_permutexvar_epi16(pos, a[q]), z = _mm512_permutexvar_epi16(pos, b[q]);
            __m512i t = _mm512_adds_epu16(x, y);
            __mmask32 m = _mm512_cmplt_epu16_mask(t, a[q]);
            cd[k][q] = x;
            cs[k][q] = z;
            a[q] = _mm512_min_epu16(a[q], t);
            b[q] = _mm512_mask_mov_epi16(b[q], m, z);
        }
    }
    for (size_t j = 0; j < ld; j += 64) {
        __m512i e[4][2], f[4][2];
#pragma GCC unroll 4
        for (int q = 0; q < r; q++)
#pragma GCC unroll 2
            for (int v = 0; v < 2; v++) {
                e[q][v] = _mm512_load_si512(d + (i + q) * ld + j + 32 * v);
                f[q][v] = _mm512_load_si512(s + (i + q) * ld + j + 32 * v);
            }
        for (int k = 0; k < KB; k++) {
            __m512i y0 = _mm512_load_si512(snap + k * ld + j);
            __m512i y1 = _mm512_load_si512(snap + k * ld + j + 32);
#pragma GCC unroll 4
            for (int q = 0; q < r; q++) {
                __m512i x = cd[k][q], z = cs[k][q];
                __m512i t0 = _mm512_adds_epu16(x, y0), t1 = _mm512_adds_epu16(x, y1);
                __mmask32 m0 = _mm512_cmplt_epu16_mask(t0, e[q][0]);
                __mmask32 m1 = _mm512_cmplt_epu16_mask(t1, e[q][1]);
                e[q][0] = _mm512_min_epu16(e[q][0], t0);
                e[q][1] = _mm512_min_epu16(e[q][1], t1);
                f[q][0] = _mm512_mask_mov_epi16(f[q][0], m0, z);
                f[q][1] = _mm512_mask_mov_epi16(f[q][1], m1, z);
            }
        }
#pragma GCC unroll 4
        for (int q = 0; q < r; q++)
#pragma GCC unroll 2
            for (int v = 0; v < 2; v++) {
                _mm512_store_si512(d + (i + q) * ld + j + 32 * v, e[q][v]);
                _mm512_store_si512(s + (i + q) * ld + j + 32 * v, f[q][v]);
            }
    }
}

/* returns 0 if 16 bits were not enough (nothing of dist is changed then) */
static int blocked(void)
{
    size_t nr = ((size_t)n + KB - 1) / KB * KB;
    u16 *d = get(nr * ld * 2), *s = get(nr * ld * 2), *snap = get(KB * ld * 2);
    u16 (*cd)[KB] = get(sizeof(u16) * KB * KB), (*cs)[KB] = get(sizeof(u16) * KB * KB);
    int exact = 1;

#pragma omp parallel
    {
        __m512i bd[KB][4], bs[KB][4];
#pragma omp for schedule(static)
        for (int i = 0; i < (int)nr; i++)
            for (size_t j = 0; j < ld; j++) {
                d[i * ld + j] = i < n && j < (size_t)n && D(i, j) < FAR ? (u16)D(i, j) : 65535;
                s[i * ld + j] = i < n && j < (size_t)n ? (u16)S(i, j) : 65535;
            }
        for (int k0 = 0; k0 < n; k0 += KB) {
#pragma omp single
            {
                /* diagonal tile on a copy, remember column k at step k */
                u16 td[KB][KB], ts[KB][KB];
                for (int i = 0; i < KB; i++)
                    for (int j = 0; j < KB; j++) {
                        td[i][j] = d[(k0 + i) * ld + k0 + j];
                        ts[i][j] = s[(k0 + i) * ld + k0 + j];
                    }
                for (int k = 0; k < KB; k++) {
                    __m512i y = _mm512_loadu_si512(td[k]);
                    for (int i = 0; i < KB; i++) {
                        u16 x = td[i][k], z = ts[i][k];
                        cd[k][i] = x;
                        cs[k][i] = z;
                        __m512i a = _mm512_loadu_si512(td[i]), b = _mm512_loadu_si512(ts[i]);
                        __m512i t = _mm512_adds_epu16(_mm512_set1_epi16((short)x), y);
                        __mmask32 m = _mm512_cmplt_epu16_mask(t, a);
                        _mm512_storeu_si512(td[i], _mm512_min_epu16(a, t));
                        _mm512_storeu_si512(ts[i], _mm512_mask_mov_epi16(b, m, _mm512_set1_epi16((short)z)));
                    }
                }
            }
            /* pivot rows, by columns of vectors */
#pragma omp for schedule(static)
            for (size_t j = 0; j < ld; j += 32) {
                __m512i a[KB], b[KB];
                for (int i = 0; i < KB; i++) {
                    a[i] = _mm512_load_si512(d + (k0 + i) * ld + j);
                    b[i] = _mm512_load_si512(s + (k0 + i) * ld + j);
                }
                for (int k = 0; k < KB; k++) {
                    __m512i y = a[k];
                    _mm512_store_si512(snap + k * ld + j, y);
                    for (int i = 0; i < KB; i++) {
                        __m512i t = _mm512_adds_epu16(_mm512_set1_epi16((short)cd[k][i]), y);
                        __mmask32 m = _mm512_cmplt_epu16_mask(t, a[i]);
                        a[i] = _mm512_min_epu16(a[i], t);
                        b[i] = _mm512_mask_mov_epi16(b[i], m, _mm512_set1_epi16((short)cs[k][i]));
                    }
                }
                for (int i = 0; i < KB; i++) {
                    _mm512_store_si512(d + (k0 + i) * ld + j, a[i]);
                    _mm512_store_si512(s + (k0 + i) * ld + j, b[i]);
                }
            }
#pragma omp for schedule(static)
            for (int i = 0; i < (int)nr; i += 4)
                if (i < k0 || i >= k0 + KB)
                    rows(4, i, k0, d, s, snap, bd, bs);
        }
#pragma omp for schedule(static) reduction(&&:exact)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * ld + j] == 65535 && parent[i] == parent[j])
                    exact = 0;
        if (exact) {
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    D(i, j) = d[i * ld + j] == 65535 ? FAR : d[i * ld + j];
                    S(i, j) = (short)s[i * ld + j];
                }
        }
    }
    free(d);
    free(s);
    free(snap);
    free(cd);
    free(cs);
    return exact;
}
#else
static int blocked(void)
{
    return 0;
}
#endif

static int route_hops(int from, int to)
{
    int hops = 0;

    if (S(from, to) < 0)
        return -1;
    while (from != to && hops <= n) {
        from = S(from, to);
        hops++;
    }
    return hops;
}

struct row {
    long long sum;
    unsigned hash;
    int far, top, at;
};

int main(int argc, char **argv)
{
    n = 900;
    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        rs = (unsigned)atoi(argv[2]);
    if (n < 2 || n > 4000) {
        fprintf(stderr, "usage: floyd [nodes [seed]]\n");
        return 1;
    }
    ld = ((size_t)n + 63) / 64 * 64;
    if (ld % 512 == 0)
        ld += 64;
    dist = get(sizeof(int) * n * ld);
    succ = get(sizeof(short) * n * ld);
    parent = get(sizeof(int) * n);
    struct row *info = get(sizeof(struct row) * n);
    make_network();
    for (int i = 0; i < n; i++)
        parent[i] = root(i);
    if (!blocked())
        plain();

    unsigned p31 = 1, hash = 0;
    for (int j = 0; j < n; j++)
        p31 *= 31u;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        struct row r = { 0, 0, 0, 0, 0 };
        const int *d = &D(i, 0);
        const short *s = &S(i, 0);
        for (int j = 0; j < n; j++)
            r.hash = r.hash * 31u + (unsigned)(d[j] % 65521) * 7u + (unsigned)s[j];
        for (int j = 0; j < n; j++) {
            int far = d[j] >= FAR;
            r.far += far;
            r.sum += far ? 100000 : d[j];
            int x = far ? 0 : d[j];
            r.top = x > r.top ? x : r.top;
        }
        if (r.top > 0)
            while (d[r.at] != r.top)
                r.at++;
        info[i] = r;
    }
    long long total = 0, bestsum = -1;
    int unreachable = 0, diameter = 0, di = 0, dj = 0, centre = 0;
    for (int i = 0; i < n; i++) {
        hash = hash * p31 + info[i].hash;
        unreachable += info[i].far;
        total += info[i].sum;
        if (info[i].top > diameter) {
            diameter = info[i].top;
            di = i;
            dj = info[i].at;
        }
        if (bestsum < 0 || info[i].sum < bestsum) {
            bestsum = info[i].sum;
            centre = i;
        }
    }
    printf("%d nodes, %d unreachable pairs\n", n, unreachable);
    printf("total %lld, centre %d (%lld)\n", total, centre, bestsum);
    printf("diameter %d from %d to %d in %d hops\n", diameter, di, dj, route_hops(di, dj));
    printf("hash %08x\n", hash);
    return 0;
}
