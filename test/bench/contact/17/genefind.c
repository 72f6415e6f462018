/*
 * genefind - labels DNA contigs as intergenic, coding (three codon
 * positions, two strands) or CpG island with a hidden Markov model
 * (log space Viterbi), then lists the predicted genes.
 *
 * usage: genefind [contigs] [mean length]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATES 8
#define LETTERS 4
#define NEG (-1e30f)

typedef struct contig {
    char *name;
    char *dna;
    int len;
} contig;

typedef struct hmm {
    float start[STATES];
    float trans[STATES][STATES];
    float emit[STATES][LETTERS][LETTERS];       /* conditioned on the letter before */
    float ptrans[STATES][STATES], pemit[STATES][LETTERS][LETTERS];
} hmm;

typedef struct gene {
    int from, to;
    char strand;
    double gc;
} gene;

struct gene_list {
    gene *g;
    int n, cap;
};

static const char *const state_name[STATES] = { "inter", "+1", "+2", "+3", "-1", "-2", "-3", "cpg" };

/* base composition A C G T of every state */
static const double composition[STATES][LETTERS] = {
    { .31, .19, .19, .31 }, { .27, .22, .34, .17 }, { .32, .23, .16, .29 }, { .16, .33, .31, .20 },
    { .20, .31, .33, .16 }, { .29, .16, .23, .32 }, { .17, .34, .22, .27 }, { .13, .37, .37, .13 },
};

static unsigned long long rng = 0xdeadbeefcafeull;

static double uniform(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (double)(rng >> 11) / 9007199254740992.0;
}

static void *get(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        perror("genefind");
        exit(1);
    }
    return p;
}

static void hmm_build(hmm *h)
{
    double t[STATES][STATES] = { { 0 } };

    t[0][0] = 0.996, t[0][1] = 0.0015, t[0][4] = 0.0015, t[0][7] = 0.001;
    for (int s = 1; s < 7; s += 3) {
        t[s][s + 1] = t[s + 1][s + 2] = 1.0;
        t[s + 2][s] = 0.995;
        t[s + 2][0] = 0.005;
    }
    t[7][7] = 0.99, t[7][0] = 0.006, t[7][1] = 0.002, t[7][4] = 0.002;
    for (int a = 0; a < STATES; a++) {
        h->start[a] = a == 0 ? 0.0f : NEG;
        for (int b = 0; b < STATES; b++) {
            h->ptrans[a][b] = (float)t[a][b];
            h->trans[a][b] = t[a][b] > 0 ? (float)log(t[a][b]) : NEG;
        }
        for (int p = 0; p < LETTERS; p++) {
            double sum = 0, w[LETTERS];
            for (int c = 0; c < LETTERS; c++) {
                w[c] = composition[a][c] * (p == c ? 1.1 : 1.0);
                if (p == 1 && c == 2 && a != 7)
                    w[c] *= 0.5;        /* CpG depletion */
                sum += w[c];
            }
            for (int c = 0; c < LETTERS; c++) {
                h->pemit[a][p][c] = (float)(w[c] / sum);
                h->emit[a][p][c] = (float)log(w[c] / sum);
            }
        }
    }
}

static void contig_sample(contig *c, const hmm *h, int number, int mean)
{
    char name[32];
    int s = 0, prev = 0;

    snprintf(name, sizeof name, "contig%04d", number);
    c->name = strcpy(get(strlen(name) + 1), name);
    c->len = mean / 2 + (int)(uniform() * mean);
    c->dna = get((size_t)c->len + 1);
    for (int i = 0; i < c->len; i++) {
        double u = uniform();
        int k;
        for (k = 0; k < LETTERS - 1 && (u -= h->pemit[s][prev][k]) > 0; k++)
            ;
        c->dna[i] = "ACGT"[k];
        prev = k;
        u = uniform();
        for (k = 0; k < STATES - 1 && (u -= h->ptrans[s][k]) > 0; k++)
            ;
        s = k;
    }
    c->dna[c->len] = '\0';
}

static int code(char c)
{
    return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3;
}

static float viterbi(const hmm *h, const contig *c, unsigned char *path, unsigned char *back)
{
    float cur[STATES], next[STATES];
    int best = 0, prev = code(c->dna[0]);

    for (int s = 0; s < STATES; s++)
        cur[s] = h->start[s] + h->emit[s][0][prev];
    for (int i = 1; i < c->len; i++) {
        int x = code(c->dna[i]);
        for (int s = 0; s < STATES; s++) {
            float m = cur[0] + h->trans[0][s];
            unsigned char arg = 0;
            for (int r = 1; r < STATES; r++)
                if (cur[r] + h->trans[r][s] > m) {
                    m = cur[r] + h->trans[r][s];
                    arg = (unsigned char)r;
                }
            next[s] = m + h->emit[s][prev][x];
            back[(size_t)i * STATES + s] = arg;
        }
        memcpy(cur, next, sizeof cur);
        prev = x;
    }
    for (int s = 1; s < STATES; s++)
        if (cur[s] > cur[best])
            best = s;
    path[c->len - 1] = (unsigned char)best;
    for (int i = c->len - 1; i > 0; i--)
        path[i - 1] = back[(size_t)i * STATES + path[i]];
    return cur[best];
}

static void collect(const contig *c, const unsigned char *path, struct gene_list *out)
{
    out->n = 0;
    for (int i = 0; i < c->len;) {
        int j = i, gc = 0, strand = path[i] == 0 || path[i] == 7 ? 0 : path[i] < 4 ? '+' : '-';
        if (!strand) {
            i++;
            continue;
        }
        for (; j < c->len && path[j] != 0 && path[j] != 7 && (path[j] < 4) == (strand == '+'); j++)
            gc += c->dna[j] == 'G' || c->dna[j] == 'C';
        if (j - i >= 60) {
            if (out->n == out->cap) {
                out->cap = out->cap * 2 + 8;
                if (!(out->g = realloc(out->g, (size_t)out->cap * sizeof *out->g)))
                    exit(1);
            }
            out->g[out->n].from = i;
            out->g[out->n].to = j;
            out->g[out->n].strand = (char)strand;
            out->g[out->n++].gc = (double)gc / (j - i);
        }
        i = j;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 180, mean = argc > 2 ? atoi(argv[2]) : 30000, genes = 0;
    long occupied[STATES] = { 0 }, bases = 0;
    struct gene_list list = { NULL, 0, 0 };
    double total = 0;
    hmm h;

    if (n < 1 || mean < 100)
        return 1;
    hmm_build(&h);
    contig *set = get((size_t)n * sizeof *set);
    for (int k = 0; k < n; k++)
        contig_sample(&set[k], &h, k, mean);
    unsigned char *path = get((size_t)mean * 2), *back = get((size_t)mean * 2 * STATES);
    for (int k = 0; k < n; k++) {
        float score = viterbi(&h, &set[k], path, back);
        total += score;
        bases += set[k].len;
        for (int i = 0; i < set[k].len; i++)
            occupied[path[i]]++;
        collect(&set[k], path, &list);
        genes += list.n;
        printf("%s %6d bp  %3d genes  score %.3f", set[k].name, set[k].len, list.n, score);
        for (int g = 0; g < list.n && g < 2; g++)
            printf("  %c%d..%d gc %.3f", list.g[g].strand, list.g[g].from + 1, list.g[g].to, list.g[g].gc);
        putchar('\n');
    }
    printf("%d genes in %ld bases, total score %.4f\n", genes, bases, total);
    for (int s = 0; s < STATES; s++)
        printf("  %-6s %ld\n", state_name[s], occupied[s]);
    for (int k = 0; k < n; k++) {
        free(set[k].name);
        free(set[k].dna);
    }
    free(set); free(path); free(back); free(list.g);
    return 0;
}
