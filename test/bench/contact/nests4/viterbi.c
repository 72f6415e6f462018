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

static float viterbi(const hmm *h, const int *obs, int n, int *path)
{
    int S = h->states, t, i, j, arg;
    float *score = malloc(S * sizeof(float));
    float *next = malloc(S * sizeof(float));
    int **back = malloc(n * sizeof(int *));
    float best;

    for (t = 0; t < n; t++)
        back[t] = malloc(S * sizeof(int));
    for (i = 0; i < S; i++)
        score[i] = h->init[i] + h->emit[i][obs[0]];
    for (t = 1; t < n; t++) {
        float *tmp;
        for (j = 0; j < S; j++) {
            best = -INFINITY;
            arg = 0;
            for (i = 0; i < S; i++) {
                float cand = score[i] + h->trans[i][j];
                if (cand > best) {
                    best = cand;
                    arg = i;
                }
            }
            next[j] = best + h->emit[j][obs[t]];
            back[t][j] = arg;
        }
        tmp = score;
        score = next;
        next = tmp;
    }
    best = score[0];
    arg = 0;
    for (i = 1; i < S; i++)
        if (score[i] > best) {
            best = score[i];
            arg = i;
        }
    for (t = n - 1; t >= 0; t--) {
        path[t] = arg;
        if (t > 0)
            arg = back[t][arg];
    }
    for (t = 0; t < n; t++)
        free(back[t]);
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
    int *obs = malloc(n * sizeof(int)), *path = malloc(n * sizeof(int));
    int s, t;
    long mix = 0;
    for (s = 0; s < strings; s++) {
        for (t = 0; t < n; t++)
            obs[t] = (int)(uniform() * uniform() * 40);
        float ll = viterbi(&h, obs, n, path);
        for (t = 0; t < n; t++)
            mix += (long)path[t] * (t % 13 + 1);
        printf("string %d: log likelihood %.9g, ends %d..%d\n", s, ll, path[0], path[n - 1]);
    }
    printf("path checksum %ld\n", mix);
    free(obs);
    free(path);
    free(h.init);
    free_rows(h.trans, states);
    free_rows(h.emit, states);
    return 0;
}
