/* Encoder block, hand optimised: weights are generated in parallel straight
 * into packed panels of 32 outputs, products use 8 x 32 register tiles,
 * attention works on blocks of rows with K transposed per head. */
#pragma GCC target("prefer-vector-width=512")
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

typedef float vf __attribute__((vector_size(64)));
typedef float vfu __attribute__((vector_size(64), aligned(4)));
typedef unsigned long long u64;

#define PW 32

static u64 lcg_state = 42;

static inline float draw(u64 *s, float scale)
{
    *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((float)(int)(*s >> 40) / 16777216.0f - 0.5f) * scale;
}

static u64 jump(u64 s, size_t k)
{
    u64 a = 6364136223846793005ULL, c = 1442695040888963407ULL;
    for (; k; k >>= 1) {
        if (k & 1)
            s = s * a + c;
        c = c * a + c;
        a *= a;
    }
    return s;
}

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

/* packed matrix: [panel of 32 outputs][in][32], output o, input i */
struct mat {
    int out, in;
    float *w;
};

static struct mat mat_new(int out, int in)
{
    struct mat m = { out, in, get(sizeof(float) * ((size_t)out + PW - 1) / PW * PW * in) };
    return m;
}

/* inside a parallel region */
static void fill(struct mat *m, u64 start)
{
    float scale = 2.0f / sqrtf((float)m->in);
    int np = (m->out + PW - 1) / PW;
#pragma omp for schedule(static) nowait
    for (int p = 0; p < np; p++) {
        float *w = m->w + (size_t)p * m->in * PW;
        u64 s[PW] = { 0 };
        int n = m->out - p * PW < PW ? m->out - p * PW : PW;
        for (int o = 0; o < n; o++)
            s[o] = jump(start, (size_t)(p * PW + o) * m->in);
        for (int i = 0; i < m->in; i++)
            for (int o = 0; o < PW; o++)
                w[(size_t)i * PW + o] = draw(&s[o], scale);
    }
}

/* y[t][o] for nt rows (8 at most) and one panel; relu and add as asked */
static inline __attribute__((always_inline))
void tile(int nt, float *y, int ldy, const float *x, int ldx, const float *w, const float *b,
          int in, int nout, int relu, const float *addto)
{
    vf acc[8][2];
    const vf zero = {0};

#pragma GCC unroll 8
    for (int t = 0; t < nt; t++) {
        acc[t][0] = b ? *(const vfu *)b : zero;
        acc[t][1] = b ? *(const vfu *)(b + 16) : zero;
    }
    for (int i = 0; i < in; i++) {
        vf w0 = *(const vf *)(w + (size_t)i * PW), w1 = *(const vf *)(w + (size_t)i * PW + 16);
#pragma GCC unroll 8
        for (int t = 0; t < nt; t++) {
            float a = x[t * ldx + i];
            acc[t][0] += w0 * a;
            acc[t][1] += w1 * a;
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < nt; t++) {
        float *r = y + t * ldy;
        if (nout == PW && !relu && !addto) {
            *(vfu *)r = acc[t][0];
            *(vfu *)(r + 16) = acc[t][1];
        } else {
            float v[PW];
            memcpy(v, acc[t], sizeof v);
            for (int o = 0; o < nout; o++) {
                float z = v[o];
                if (relu)
                    z = z < 0.0f ? 0.0f : z;
                if (addto)
                    z = addto[t * ldy + o] + z;
                r[o] = z;
            }
        }
    }
}

/* y = x w' + b; with addto: y = addto + (...) */
static void linear(float *y, const float *x, const struct mat *m, const float *b, int len,
                   int relu, const float *addto)
{
    int np = (m->out + PW - 1) / PW, nb = (len + 7) / 8;
    /* blocks of rows share a panel in L2, the panel changes slowest */
#pragma omp for schedule(static)
    for (int q = 0; q < np * nb; q++) {
        int p = q / nb, t = q % nb * 8, nt = len - t < 8 ? len - t : 8;
        int n = m->out - p * PW < PW ? m->out - p * PW : PW;
        const float *w = m->w + (size_t)p * m->in * PW;
        const float *bb = b ? b + p * PW : NULL;
        float *yy = y + (size_t)t * m->out + p * PW;
        const float *ad = addto ? addto + (size_t)t * m->out + p * PW : NULL;
        if (nt == 8)
            tile(8, yy, m->out, x + (size_t)t * m->in, m->in, w, bb, m->in, n, relu, ad);
        else
            for (int k = 0; k < nt; k++)
                tile(1, yy + (size_t)k * m->out, m->out, x + (size_t)(t + k) * m->in, m->in, w, bb,
                     m->in, n, relu, ad ? ad + (size_t)k * m->out : NULL);
    }
}

#define TB 8

/* kt: [heads][hd][lp], vp: [heads][len][hp] */
static void attention(float *out, const float *q, const float *kt, const float *vp, float *a,
                      float *self, int len, int dim, int heads, int lp, int hp)
{
    int hd = dim / heads, nb = (len + TB - 1) / TB;
    float scale = 1.0f / sqrtf((float)hd);

#pragma omp for schedule(dynamic, 2)
    for (int z = 0; z < heads * nb; z++) {
        int h = z % heads, t0 = (nb - 1 - z / heads) * TB;
        int nt = len - t0 < TB ? len - t0 : TB, smax = t0 + nt;
        const float *K = kt + (size_t)h * hd * lp, *V = vp + (size_t)h * len * hp;
        const float *qr[TB];
        for (int t = 0; t < TB; t++)
            qr[t] = q + (size_t)(t0 + (t < nt ? t : 0)) * dim + h * hd;
        for (int s = 0; s < smax; s += 32) {
            vf acc[TB][2] = { { {0} } };
            for (int d = 0; d < hd; d++) {
                vf k0 = *(const vf *)(K + (size_t)d * lp + s), k1 = *(const vf *)(K + (size_t)d * lp + s + 16);
#pragma GCC unroll 8
                for (int t = 0; t < TB; t++) {
                    float x = qr[t][d];
                    acc[t][0] += x * k0;
                    acc[t][1] += x * k1;
                }
            }
#pragma GCC unroll 8
            for (int t = 0; t < TB; t++) {
                *(vf *)(a + (size_t)t * lp + s) = acc[t][0] * scale;
                *(vf *)(a + (size_t)t * lp + s + 16) = acc[t][1] * scale;
            }
        }
        for (int t = 0; t < nt; t++) {
            float *row = a + (size_t)t * lp, mx = row[0], sum = 0.0f;
            int n = t0 + t + 1;
#pragma omp simd reduction(max:mx)
            for (int i = 0; i < n; i++)
                mx = row[i] > mx ? row[i] : mx;
            for (int i = 0; i < n; i++) {
                float e = expf(row[i] - mx);
                row[i] = e;
                sum += e;
            }
            for (int i = 0; i < n; i++)
                row[i] /= sum;
            if (h == 0)
                self[t0 + t] = row[t0 + t];
        }
        for (int d = 0; d < hp; d += 32) {
            vf acc[TB][2] = { { {0} } };
            int s = 0;
            for (; s <= t0; s++) {
                vf v0 = *(const vf *)(V + (size_t)s * hp + d), v1 = *(const vf *)(V + (size_t)s * hp + d + 16);
#pragma GCC unroll 8
                for (int t = 0; t < TB; t++) {
                    float x = a[(size_t)t * lp + s];
                    acc[t][0] += x * v0;
                    acc[t][1] += x * v1;
                }
            }
            for (; s < smax; s++) {
                vf v0 = *(const vf *)(V + (size_t)s * hp + d), v1 = *(const vf *)(V + (size_t)s * hp + d + 16);
                for (int t = s - t0; t < nt; t++) {
                    float x = a[(size_t)t * lp + s];
                    acc[t][0] += x * v0;
                    acc[t][1] += x * v1;
                }
            }
            int n = hd - d < 32 ? hd - d : 32;
            for (int t = 0; t < nt; t++) {
                float tmp[32];
                memcpy(tmp, acc[t], sizeof tmp);
                memcpy(out + (size_t)(t0 + t) * dim + h * hd + d, tmp, n * sizeof(float));
            }
        }
    }
}

static void layer_norm(float *x, int len, int dim)
{
#pragma omp for schedule(static)
    for (int t0 = 0; t0 < len; t0 += 8) {
        int n = len - t0 < 8 ? len - t0 : 8;
        float mean[8] = { 0 }, var[8] = { 0 };
        const float *r[8];
        for (int t = 0; t < 8; t++)
            r[t] = x + (size_t)(t0 + (t < n ? t : 0)) * dim;
        for (int i = 0; i < dim; i++)
#pragma GCC unroll 8
            for (int t = 0; t < 8; t++)
                mean[t] += r[t][i];
        for (int t = 0; t < 8; t++)
            mean[t] /= dim;
        for (int i = 0; i < dim; i++)
#pragma GCC unroll 8
            for (int t = 0; t < 8; t++) {
                float d = r[t][i] - mean[t];
                var[t] += d * d;
            }
        for (int t = 0; t < n; t++) {
            float inv = 1.0f / sqrtf(var[t] / dim + 1e-5f), m = mean[t];
            float *row = x + (size_t)(t0 + t) * dim;
            for (int i = 0; i < dim; i++)
                row[i] = (row[i] - m) * inv;
        }
    }
}

int main(int argc, char **argv)
{
    int len = argc > 1 ? atoi(argv[1]) : 500;
    int dim = argc > 2 ? atoi(argv[2]) : 320;
    int heads = argc > 3 ? atoi(argv[3]) : 5;
    int layers = argc > 4 ? atoi(argv[4]) : 2;

    if (len < 1 || heads < 1 || dim < heads || dim % heads != 0) {
        fprintf(stderr, "usage: attention [len [dim [heads [layers]]]]\n");
        return 1;
    }
    int hidden = 2 * dim, hd = dim / heads;
    int lp = (len + 31) / 32 * 32, hp = (hd + 31) / 32 * 32;
    size_t n = (size_t)len * dim;
    float *x = get(4 * n), *q = get(4 * n), *k = get(4 * n), *v = get(4 * n), *o = get(4 * n);
    float *f = get(4 * (size_t)len * hidden), *self = get(4 * (size_t)len);
    float *kt = get(4 * (size_t)heads * hd * lp), *vp = get(4 * (size_t)heads * len * hp);
    float *b1 = get(4 * (hidden + PW)), *b2 = get(4 * (dim + PW));
    struct mat wq = mat_new(dim, dim), wk = mat_new(dim, dim), wv = mat_new(dim, dim);
    struct mat wo = mat_new(dim, dim), w1 = mat_new(hidden, dim), w2 = mat_new(dim, hidden);

    u64 s0 = lcg_state;
    lcg_state = jump(lcg_state, n);
#pragma omp parallel
    {
        float *a = get(4 * (size_t)TB * lp);
        size_t dd = (size_t)dim * dim;
#pragma omp for schedule(static) nowait
        for (int t = 0; t < len; t++) {
            u64 s = jump(s0, (size_t)t * dim);
            for (int i = 0; i < dim; i++)
                x[(size_t)t * dim + i] = draw(&s, 2.0f);
        }
        for (int l = 0; l < layers; l++) {
            u64 s = lcg_state;
            fill(&wq, s);
            fill(&wk, jump(s, dd));
            fill(&wv, jump(s, 2 * dd));
            fill(&wo, jump(s, 3 * dd));
            fill(&w1, jump(s, 4 * dd));
            fill(&w2, jump(s, 6 * dd));
#pragma omp barrier
#pragma omp single
            {
                s = jump(s, 8 * dd);
                memset(b1, 0, 4 * (hidden + PW));
                memset(b2, 0, 4 * (dim + PW));
                for (int i = 0; i < hidden; i++)
                    b1[i] = draw(&s, 2.0f / sqrtf((float)hidden));
                for (int i = 0; i < dim; i++)
                    b2[i] = draw(&s, 2.0f / sqrtf((float)dim));
                lcg_state = s;
            }
            linear(q, x, &wq, NULL, len, 0, NULL);
            linear(k, x, &wk, NULL, len, 0, NULL);
            linear(v, x, &wv, NULL, len, 0, NULL);
            /* transpose K, pad V */
#pragma omp for schedule(static)
            for (int z = 0; z < heads * hd; z++) {
                float *d = kt + (size_t)z * lp;
                for (int t = 0; t < len; t++)
                    d[t] = k[(size_t)t * dim + z];
                for (int t = len; t < lp; t++)
                    d[t] = 0.0f;
            }
#pragma omp for schedule(static)
            for (int z = 0; z < heads * len; z++) {
                int h = z / len, t = z % len;
                float *d = vp + (size_t)z * hp;
                memcpy(d, v + (size_t)t * dim + h * hd, 4 * hd);
                memset(d + hd, 0, 4 * (hp - hd));
            }
            attention(o, q, kt, vp, a, self, len, dim, heads, lp, hp);
            linear(x, o, &wo, NULL, len, 0, x);
            layer_norm(x, len, dim);
            linear(f, x, &w1, b1, len, 1, NULL);
            linear(x, f, &w2, b2, len, 0, x);
            layer_norm(x, len, dim);
#pragma omp single
            {
                double entropy = 0.0;
                for (int t = 0; t < len; t++)
                    entropy += self[t];
                printf("layer %d: mean self weight %.7g\n", l, entropy / len);
            }
        }
        free(a);
    }

    double sum = 0.0, sq = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i] * (int)(1 + i % 3);
        sq += (double)x[i] * x[i];
    }
    printf("checksum %.9g  norm %.9g\n", sum, sq);
    printf("last token: %.7g %.7g %.7g\n", x[(size_t)(len - 1) * dim],
           x[(size_t)(len - 1) * dim + dim / 2], x[n - 1]);
    return 0;
}
