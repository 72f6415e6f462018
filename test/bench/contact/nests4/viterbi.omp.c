/* Most likely state path of a hidden Markov model, several observation strings.
 * Log probabilities in float, back pointers as int rows. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int states, symbols;
    float *init;
    float **trans;      /* trans[from][to] */
    float **emit;       /* emit[state][symbol] */
} hmm;

static float **rows(int r, int c)
{
    float **p = malloc(r * sizeof(float *));
    int i;
    for (i = 0; i < r; i++)
        p[i] = malloc(c * sizeof(float));
    return p;
}

static void free_rows(float **p, int r)
{
    while (r-- > 0)
        free(p[r]);
    free(p);
}

static unsigned long lcg = 1;
static double uniform(void)
{
    lcg = lcg * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(lcg >> 33) / 2147483648.0;
}

static void random_distribution(float *p, int n, double peak)
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++) {
        p[i] = (float)pow(uniform() + 1e-3, peak);
        s += p[i];
    }
    for (i = 0; i < n; i++)
        p[i] = (float)log(p[i] / s);
}

static hmm hmm_random(int states, int symbols)
{
    hmm h;
    int i;
    h.states = states;
    h.symbols = symbols;
    h.init = malloc(states * sizeof(float));
    h.trans = rows(states, states);
    h.emit = rows(states, symbols);
    random_distribution(h.init, states, 1.0);
    for (i = 0; i < states; i++) {
        random_distribution(h.trans[i], states, 4.0);
        random_distribution(h.emit[i], symbols, 6.0);
    }
    return h;
}

/* tr: S x P row-major (padded), em: symbol-major.  64 destination states at a time keep
 * best and argument in registers while the sources run; the strings go to threads. */
#define JB 64

static float viterbi(const hmm *h, const float *tr, const float *em, int P, const int *obs, int n, int *path)
{
    int S = h->states, arg;
    float *score = aligned_alloc(64, P * sizeof(float));
    float *next = aligned_alloc(64, P * sizeof(float));
    int *back = aligned_alloc(64, (size_t)n * P * sizeof(int));
    float best;

    for (int i = 0; i < S; i++)
        score[i] = h->init[i] + h->emit[i][obs[0]];
    for (int t = 1; t < n; t++) {
        const float *e = em + (size_t)obs[t] * P;
        for (int j0 = 0; j0 < P; j0 += JB) {
            float b[JB];
            int a[JB];
            for (int j = 0; j < JB; j++) {
                b[j] = -INFINITY;
                a[j] = 0;
            }
            for (int i = 0; i < S; i++) {
                const float *r = tr + (size_t)i * P + j0;
                float si = score[i];
#pragma omp simd
                for (int j = 0; j < JB; j++) {
                    float c = si + r[j];
                    a[j] = c > b[j] ? i : a[j];
                    b[j] = c > b[j] ? c : b[j];
                }
            }
            for (int j = 0; j < JB; j++) {
                next[j0 + j] = b[j] + e[j0 + j];
                back[(size_t)t * P + j0 + j] = a[j];
            }
        }
        float *tmp = score;
        score = next;
        next = tmp;
    }
    best = score[0];
    arg = 0;
    for (int i = 1; i < S; i++)
        if (score[i] > best) {
            best = score[i];
            arg = i;
        }
    for (int t = n - 1; t >= 0; t--) {
        path[t] = arg;
        if (t > 0)
            arg = back[(size_t)t * P + arg];
    }
    free(back);
    free(score);
    free(next);
    return best;
}

int main(int argc, char **argv)
{
    int states = argc > 1 ? atoi(argv[1]) : 250;
    int n = argc > 2 ? atoi(argv[2]) : 1600;
    int strings = argc > 3 ? atoi(argv[3]) : 4;
    hmm h = hmm_random(states, 40);
    int *obs = malloc((size_t)n * strings * sizeof(int)), *path = malloc((size_t)n * strings * sizeof(int));
    float *ll = malloc(strings * sizeof(float));
    int P = (states + JB - 1) / JB * JB;
    float *tr = aligned_alloc(64, (size_t)states * P * sizeof(float));
    float *em = aligned_alloc(64, (size_t)40 * P * sizeof(float));
    long mix = 0;
    for (int i = 0; i < states; i++)
        for (int j = 0; j < P; j++)
            tr[(size_t)i * P + j] = j < states ? h.trans[i][j] : 0.0f;
    for (int k = 0; k < 40; k++)
        for (int j = 0; j < P; j++)
            em[(size_t)k * P + j] = j < states ? h.emit[j][k] : 0.0f;
    for (size_t t = 0; t < (size_t)n * strings; t++)
        obs[t] = (int)(uniform() * uniform() * 40);
#pragma omp parallel for schedule(dynamic, 1)
    for (int s = 0; s < strings; s++)
        ll[s] = viterbi(&h, tr, em, P, obs + (size_t)s * n, n, path + (size_t)s * n);
    for (int s = 0; s < strings; s++) {
        const int *p = path + (size_t)s * n;
        for (int t = 0; t < n; t++)
            mix += (long)p[t] * (t % 13 + 1);
        printf("string %d: log likelihood %.9g, ends %d..%d\n", s, ll[s], p[0], p[n - 1]);
    }
    free(ll);
    free(tr);
    free(em);
    printf("path checksum %ld\n", mix);
    free(obs);
    free(path);
    free(h.init);
    free_rows(h.trans, states);
    free_rows(h.emit, states);
    return 0;
}
