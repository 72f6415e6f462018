/*
 * cpgfind: a small hidden Markov model for DNA.
 *
 *  - sequences are drawn from a "true" 6 state model
 *  - Baum-Welch fits a model to them from a rough first guess
 *  - Viterbi labels every base, agreement with the true labels is counted
 *  - the k-mer spectrum of the island and background parts is compared
 *  - a weight matrix is slid along all sequences for the best motif sites
 *
 * cpgfind [nseq [meanlen [iterations]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define S       6
#define A       4
#define K       6
#define NKMER   4096            /* 4^K */
#define MOTIF   10
#define MAXLEN  4000

int    nseq = 1000, meanlen = 1500, iterations = 8;
int    *len;
char   **seq, **truth, **path;

double trans[S][S], emit[S][A], start[S];

/* scratch for one sequence */
double alpha[MAXLEN][S], beta[MAXLEN][S], scale[MAXLEN];
double vit[MAXLEN][S];
unsigned char back[MAXLEN][S];

typedef struct {
    double t[S][S], e[S][A], s[S], loglik;
} Counts;

long   kmer[2][NKMER];
double pwm[MOTIF][A];

unsigned int lcg_state = 20240517;

double unif(void)
{
    lcg_state = lcg_state * 1664525u + 1013904223u;
    return (lcg_state >> 4) / 268435456.0;
}

int pick(const double *p, int n)
{
    double r = unif();
    int i;
    for (i = 0; i < n - 1; i++) {
        if (r < p[i])
            return i;
        r -= p[i];
    }
    return n - 1;
}

void normalise(double *p, int n)
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++) s += p[i];
    for (i = 0; i < n; i++) p[i] /= s;
}

void true_model(void)
{
    static const double em[S][A] = {
        { .32, .18, .18, .32 }, { .22, .28, .28, .22 }, { .38, .12, .14, .36 },
        { .12, .38, .38, .12 }, { .16, .40, .28, .16 }, { .10, .30, .46, .14 }
    };
    int i, j;
    memcpy(emit, em, sizeof em);
    for (i = 0; i < S; i++) {
        start[i] = 1.0 / S;
        for (j = 0; j < S; j++)
            trans[i][j] = i == j ? 0.97 : ((i < 3) == (j < 3) ? 0.012 : 0.002);
        normalise(trans[i], S);
    }
}

void first_guess(void)
{
    int i, j;
    for (i = 0; i < S; i++) {
        start[i] = 1.0 / S;
        for (j = 0; j < S; j++)
            trans[i][j] = (i == j ? 0.9 : 0.02) + 0.004 * unif();
        for (j = 0; j < A; j++)
            emit[i][j] = 0.25 + (i < 3 ? -1 : 1) * (j == 1 || j == 2 ? 0.07 : -0.07)
                       + 0.04 * unif();
        normalise(trans[i], S);
        normalise(emit[i], A);
    }
}

void draw_sequences(void)
{
    int n, t, s;
    len = malloc(nseq * sizeof(int));
    seq = malloc(nseq * sizeof(char *));
    truth = malloc(nseq * sizeof(char *));
    path = malloc(nseq * sizeof(char *));
    for (n = 0; n < nseq; n++) {
        len[n] = (int)(meanlen * (0.5 + unif()));
        if (len[n] > MAXLEN) len[n] = MAXLEN;
        if (len[n] < MOTIF) len[n] = MOTIF;
        seq[n] = malloc(len[n]);
        truth[n] = malloc(len[n]);
        path[n] = malloc(len[n]);
        s = pick(start, S);
        for (t = 0; t < len[n]; t++) {
            truth[n][t] = s;
            seq[n][t] = pick(emit[s], A);
            s = pick(trans[s], S);
        }
    }
}

double forward(const char *x, int n)
{
    double ll = 0;
    int t, i, j;
    for (t = 0; t < n; t++) {
        double tot = 0;
        for (j = 0; j < S; j++) {
            double a = 0;
            if (t == 0)
                a = start[j];
            else
                for (i = 0; i < S; i++)
                    a += alpha[t - 1][i] * trans[i][j];
            alpha[t][j] = a * emit[j][(int)x[t]];
            tot += alpha[t][j];
        }
        scale[t] = tot;
        for (j = 0; j < S; j++)
            alpha[t][j] /= tot;
        ll += log(tot);
    }
    return ll;
}

void backward(const char *x, int n)
{
    int t, i, j;
    for (i = 0; i < S; i++)
        beta[n - 1][i] = 1.0;
    for (t = n - 2; t >= 0; t--)
        for (i = 0; i < S; i++) {
            double b = 0;
            for (j = 0; j < S; j++)
                b += trans[i][j] * emit[j][(int)x[t + 1]] * beta[t + 1][j];
            beta[t][i] = b / scale[t + 1];
        }
}

void expectations(const char *x, int n, Counts *c)
{
    int t, i, j;
    memset(c, 0, sizeof *c);
    c->loglik = forward(x, n);
    backward(x, n);
    for (i = 0; i < S; i++)
        c->s[i] = alpha[0][i] * beta[0][i];
    for (t = 0; t < n; t++) {
        for (i = 0; i < S; i++)
            c->e[i][(int)x[t]] += alpha[t][i] * beta[t][i];
        if (t + 1 < n)
            for (i = 0; i < S; i++)
                for (j = 0; j < S; j++)
                    c->t[i][j] += alpha[t][i] * trans[i][j]
                        * emit[j][(int)x[t + 1]] * beta[t + 1][j] / scale[t + 1];
    }
}

void add_counts(Counts *sum, const Counts *c)
{
    int i, j;
    for (i = 0; i < S; i++) {
        sum->s[i] += c->s[i];
        for (j = 0; j < S; j++) sum->t[i][j] += c->t[i][j];
        for (j = 0; j < A; j++) sum->e[i][j] += c->e[i][j];
    }
    sum->loglik += c->loglik;
}

double baum_welch_step(void)
{
    Counts sum, one;
    int n, i;
    memset(&sum, 0, sizeof sum);
    for (n = 0; n < nseq; n++) {
        expectations(seq[n], len[n], &one);
        add_counts(&sum, &one);
    }
    memcpy(trans, sum.t, sizeof trans);
    memcpy(emit, sum.e, sizeof emit);
    memcpy(start, sum.s, sizeof start);
    normalise(start, S);
    for (i = 0; i < S; i++) {
        normalise(trans[i], S);
        normalise(emit[i], A);
    }
    return sum.loglik;
}

void viterbi(const char *x, int n, char *out)
{
    double lt[S][S], le[S][A];
    int t, i, j, best = 0;
    for (i = 0; i < S; i++) {
        for (j = 0; j < S; j++) lt[i][j] = log(trans[i][j] + 1e-300);
        for (j = 0; j < A; j++) le[i][j] = log(emit[i][j] + 1e-300);
        vit[0][i] = log(start[i] + 1e-300) + le[i][(int)x[0]];
    }
    for (t = 1; t < n; t++)
        for (j = 0; j < S; j++) {
            double m = vit[t - 1][0] + lt[0][j];
            int arg = 0;
            for (i = 1; i < S; i++)
                if (vit[t - 1][i] + lt[i][j] > m) {
                    m = vit[t - 1][i] + lt[i][j];
                    arg = i;
                }
            vit[t][j] = m + le[j][(int)x[t]];
            back[t][j] = arg;
        }
    for (i = 1; i < S; i++)
        if (vit[n - 1][i] > vit[n - 1][best])
            best = i;
    for (t = n - 1; t >= 0; t--) {
        out[t] = best;
        best = back[t][best];
    }
}

void count_kmers(const char *x, const char *label, int n)
{
    int t, code = 0;
    for (t = 0; t < n; t++) {
        code = (code * A + x[t]) % NKMER;
        if (t >= K - 1)
            kmer[label[t] >= 3][code]++;
    }
}

double best_site(const char *x, int n, int *where)
{
    double best = -1e300;
    int t, k;
    for (t = 0; t + MOTIF <= n; t++) {
        double s = 0;
        for (k = 0; k < MOTIF; k++)
            s += pwm[k][(int)x[t + k]];
        if (s > best) {
            best = s;
            *where = t;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    long agree = 0, bases = 0, islands = 0;
    double site_sum = 0, diff = 0, top = -1e300;
    int n, t, i, k, topseq = 0, toppos = 0;

    if (argc > 1) nseq = atoi(argv[1]);
    if (argc > 2) meanlen = atoi(argv[2]);
    if (argc > 3) iterations = atoi(argv[3]);

    true_model();
    draw_sequences();
    first_guess();
    for (i = 0; i < iterations; i++)
        printf("iteration %d  log likelihood %.6f\n", i, baum_welch_step());

    for (n = 0; n < nseq; n++) {
        viterbi(seq[n], len[n], path[n]);
        for (t = 0; t < len[n]; t++) {
            agree += (path[n][t] >= 3) == (truth[n][t] >= 3);
            if (path[n][t] >= 3 && (t == 0 || path[n][t - 1] < 3))
                islands++;
        }
        bases += len[n];
        count_kmers(seq[n], path[n], len[n]);
    }
    printf("bases %ld  agreement %.4f  islands %ld\n", bases, agree / (double)bases, islands);
    for (i = 0; i < NKMER; i++)
        diff += fabs((double)kmer[1][i] - kmer[0][i]);
    printf("k-mer difference %.1f\n", diff);

    for (k = 0; k < MOTIF; k++)
        for (i = 0; i < A; i++)
            pwm[k][i] = log((0.1 + unif()) / 0.6);
    for (n = 0; n < nseq; n++) {
        int where = 0;
        double s = best_site(seq[n], len[n], &where);
        site_sum += s;
        if (s > top) {
            top = s;
            topseq = n;
            toppos = where;
        }
    }
    printf("motif: mean best %.6f, top %.6f in %d at %d\n", site_sum / nseq, top, topseq, toppos);
    for (i = 0; i < S; i++)
        printf("state %d: stay %.6f  emit %.5f %.5f %.5f %.5f\n", i, trans[i][i],
               emit[i][0], emit[i][1], emit[i][2], emit[i][3]);
    for (n = 0; n < nseq; n++) {
        free(seq[n]);
        free(truth[n]);
        free(path[n]);
    }
    free(seq); free(truth); free(path); free(len);
    return 0;
}
