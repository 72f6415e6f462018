/* Single-head causal self attention over a token sequence, weights applied to a model
 * vector by small projections. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int rows, cols;
    float *v;
} Mat;

static Mat mat(int rows, int cols)
{
    Mat m = { rows, cols, calloc((size_t)rows * cols, sizeof(float)) };
    if (!m.v)
        abort();
    return m;
}

static void fill(Mat *m, unsigned seed, float scale)
{
    for (int i = 0; i < m->rows * m->cols; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        m->v[i] = scale * ((int)(seed % 2001) - 1000) / 1000.0f;
    }
}

typedef float v16 __attribute__((vector_size(64), aligned(4)));
#define TR 6      /* token rows per register tile */

/* B (n x m, row stride ldb) into panels of 32 columns, zero filled */
static float *pack(const float *b, int n, int m, int rs, int cs)
{
    int np = (m + 31) / 32;
    float *p = aligned_alloc(64, (size_t)np * n * 32 * sizeof(float));
#pragma omp parallel for schedule(static)
    for (int j0 = 0; j0 < np; j0++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 32; j++)
                p[((size_t)j0 * n + i) * 32 + j] = j0 * 32 + j < m ? b[(size_t)i * rs + (size_t)(j0 * 32 + j) * cs] : 0.0f;
    return p;
}

/* c rows r0.. (m of them) x 32 columns = b0 + sum over i upwards */
static inline void tile(const float *const a[TR], const float *p, int n, float b0, v16 c[TR][2])
{
    for (int r = 0; r < TR; r++)
        c[r][0] = c[r][1] = (v16){ 0 } + b0;
    for (int i = 0; i < n; i++) {
        v16 x = *(const v16 *)(p + (size_t)i * 32), y = *(const v16 *)(p + (size_t)i * 32 + 16);
#pragma GCC unroll 6
        for (int r = 0; r < TR; r++) {
            float f = a[r][i];
            c[r][0] += f * x;
            c[r][1] += f * y;
        }
    }
}

static void store(const v16 c[TR][2], float *out, int ld, int m, int cols)
{
    for (int r = 0; r < m; r++)
        for (int j = 0; j < cols; j++)
            out[(size_t)r * ld + j] = ((const float *)c[r])[j];
}

/* out = x * w + b */
static void project(const Mat *x, const Mat *w, float b, Mat *out)
{
    float *p = pack(w->v, w->rows, w->cols, w->cols, 1);
    int n = x->cols;
#pragma omp parallel for schedule(static)
    for (int t = 0; t < x->rows; t += TR) {
        const float *a[TR];
        v16 c[TR][2];
        int m = x->rows - t < TR ? x->rows - t : TR;
        for (int r = 0; r < TR; r++)
            a[r] = x->v + (size_t)(t + (r < m ? r : 0)) * n;
        for (int j = 0; j < w->cols; j += 32) {
            tile(a, p + (size_t)(j / 32) * n * 32, n, b, c);
            store(c, out->v + (size_t)t * out->cols + j, out->cols, m, w->cols - j < 32 ? w->cols - j : 32);
        }
    }
    free(p);
}

static void attend(const Mat *q, const Mat *k, const Mat *v, Mat *out, float *unused)
{
    const int d = q->cols, n = q->rows, ld = (n + 31) / 32 * 32;
    const float scale = 1.0f / sqrtf((float)d);
    float *kp = pack(k->v, d, n, 1, d);                  /* K transposed */
    float *vp = pack(v->v, n, v->cols, v->cols, 1);
    (void)unused;
#pragma omp parallel
    {
        float *sc = aligned_alloc(64, (size_t)TR * ld * sizeof(float));
#pragma omp for schedule(dynamic, 4)
        for (int b = 0; b < (n + TR - 1) / TR; b++) {
            const int t = ((n + TR - 1) / TR - 1 - b) * TR, m = n - t < TR ? n - t : TR;
            const float *a[TR];
            float sum[TR] = { 0 };
            v16 c[TR][2];
            for (int r = 0; r < TR; r++)
                a[r] = q->v + (size_t)(t + (r < m ? r : 0)) * d;
            for (int u = 0; u < t + m; u += 32) {
                tile(a, kp + (size_t)(u / 32) * d * 32, d, 0.0f, c);
                for (int r = 0; r < TR; r++)
                    for (int h = 0; h < 2; h++)
                        *(v16 *)(sc + (size_t)r * ld + u + 16 * h) = c[r][h] * scale;
            }
            for (int r = 0; r < m; r++) {
                float *s = sc + (size_t)r * ld, top = -1e30f;
#pragma omp simd reduction(max : top)
                for (int u = 0; u <= t + r; u++)
                    top = s[u] > top ? s[u] : top;
                for (int u = 0; u <= t + r; u++)
                    s[u] = expf(s[u] - top);
                for (int u = t + r + 1; u < t + m; u++)
                    s[u] = 0.0f;
            }
            for (int r = m; r < TR; r++)
                for (int u = 0; u < t + m; u++)
                    sc[(size_t)r * ld + u] = 0.0f;
            /* TR sums side by side; the zeros past the diagonal do not change a sum */
            for (int u = 0; u < t + m; u++)
                for (int r = 0; r < TR; r++)
                    sum[r] += sc[(size_t)r * ld + u];
            for (int r = 0; r < m; r++) {
                float *s = sc + (size_t)r * ld;
#pragma omp simd
                for (int u = 0; u < t + m; u++)
                    s[u] /= sum[r];
            }
            for (int r = 0; r < TR; r++)
                a[r] = sc + (size_t)r * ld;
            /* rows share the columns 0..t; a row with fewer stops by itself */
            for (int j = 0; j < v->cols; j += 32) {
                const float *p = vp + (size_t)(j / 32) * n * 32;
                tile(a, p, t + 1, 0.0f, c);
                for (int r = 1; r < m; r++)
                    for (int u = t + 1; u <= t + r; u++) {
                        c[r][0] += a[r][u] * *(const v16 *)(p + (size_t)u * 32);
                        c[r][1] += a[r][u] * *(const v16 *)(p + (size_t)u * 32 + 16);
                    }
                store(c, out->v + (size_t)t * v->cols + j, v->cols, m, v->cols - j < 32 ? v->cols - j : 32);
            }
        }
        free(sc);
    }
    free(kp);
    free(vp);
}

int main(int argc, char **argv)
{
    int tokens = argc > 1 ? atoi(argv[1]) : 1700;
    int model = argc > 2 ? atoi(argv[2]) : 160;
    int head = argc > 3 ? atoi(argv[3]) : 96;
    int layers = argc > 4 ? atoi(argv[4]) : 3;
    Mat x = mat(tokens, model), q = mat(tokens, head), k = mat(tokens, head), v = mat(tokens, head);
    Mat o = mat(tokens, head), back = mat(tokens, model);
    Mat wq = mat(model, head), wk = mat(model, head), wv = mat(model, head), wo = mat(head, model);
    float *scores = malloc(tokens * sizeof(float));

    fill(&x, 17u, 1.0f);
    for (int l = 0; l < layers; l++) {
        fill(&wq, 100u + l, 0.2f);
        fill(&wk, 200u + l, 0.2f);
        fill(&wv, 300u + l, 0.2f);
        fill(&wo, 400u + l, 0.2f);
        project(&x, &wq, 0.01f, &q);
        project(&x, &wk, 0.0f, &k);
        project(&x, &wv, 0.0f, &v);
        attend(&q, &k, &v, &o, scores);
        project(&o, &wo, 0.02f, &back);
        for (int i = 0; i < tokens * model; i++)
            x.v[i] = 0.9f * x.v[i] + back.v[i];
        double s = 0;
        for (int i = 0; i < tokens * model; i++)
            s += x.v[i] * (i % 7 - 3);
        printf("layer %d: %.10g last %.9g\n", l, s, x.v[tokens * model - 1]);
    }
    free(x.v);
    free(q.v);
    free(k.v);
    free(v.v);
    free(o.v);
    free(back.v);
    free(wq.v);
    free(wk.v);
    free(wv.v);
    free(wo.v);
    free(scores);
    return 0;
}
