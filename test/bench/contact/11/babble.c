/*
 * babble - Markov chain text generator
 *
 * Learns a second order word model from a made-up corpus (built from a small
 * phrase grammar), babbles many candidate sentences and scores each one by
 * its perplexity, by word variety and by rhythm; prints the best.
 *
 * usage: babble [corpus_words [candidates [maxlen]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef unsigned int u32;

/* ---- vocabulary: string -> id ------------------------------------- */

typedef struct Word {
    char *text;
    int id;
    int count;
    struct Word *next;
} Word;

#define VBUCKETS 1024
static Word *vocab[VBUCKETS];
#define MAXWORDS 4096
static Word *word_by_id[MAXWORDS];
static int nwords;

/* ---- model: (w1,w2) -> list of followers --------------------------- */

typedef struct Follow {
    int word;
    int count;
    struct Follow *next;
} Follow;

typedef struct State {
    int w1, w2;
    int total;
    Follow *follow;
    struct State *next;
} State;

typedef struct Model {
    u32 nbuckets;
    State **bucket;
    int nstates;
    int ntokens;
} Model;

typedef struct Candidate {
    u32 seed;
    int len;
    double score;
} Candidate;

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "babble: out of memory\n");
        exit(1);
    }
    return p;
}

static u32 rnd(u32 *s)
{
    *s = *s * 1103515245u + 12345u;
    u32 x = *s;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ (x >> 13);
}

static u32 hash_string(const char *s)
{
    u32 h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static int word_id(const char *text)
{
    u32 b = hash_string(text) % VBUCKETS;
    for (Word *w = vocab[b]; w; w = w->next)
        if (strcmp(w->text, text) == 0) {
            w->count++;
            return w->id;
        }
    Word *w = xmalloc(sizeof *w);
    w->text = xmalloc(strlen(text) + 1);
    strcpy(w->text, text);
    w->count = 1;
    w->next = vocab[b];
    vocab[b] = w;
    if (nwords == MAXWORDS) {
        fprintf(stderr, "babble: too many words\n");
        exit(1);
    }
    w->id = nwords;
    word_by_id[nwords] = w;
    return nwords++;
}

static u32 hash_pair(int a, int b)
{
    u32 h = (u32)a * 2654435761u ^ (u32)b * 2246822519u;
    return h ^ (h >> 15);
}

static State *find_state(const Model *m, int w1, int w2)
{
    State *s = m->bucket[hash_pair(w1, w2) % m->nbuckets];
    while (s && (s->w1 != w1 || s->w2 != w2))
        s = s->next;
    return s;
}

static void learn(Model *m, int w1, int w2, int w3)
{
    State *s = find_state(m, w1, w2);
    Follow *f;
    if (!s) {
        u32 b = hash_pair(w1, w2) % m->nbuckets;
        s = xmalloc(sizeof *s);
        *s = (State){ w1, w2, 0, NULL, m->bucket[b] };
        m->bucket[b] = s;
        m->nstates++;
    }
    s->total++;
    m->ntokens++;
    for (f = s->follow; f; f = f->next)
        if (f->word == w3) {
            f->count++;
            return;
        }
    f = xmalloc(sizeof *f);
    *f = (Follow){ w3, 1, s->follow };
    s->follow = f;
}

static int pick_follower(const State *s, u32 *seed)
{
    int r = (int)(rnd(seed) % (u32)s->total);
    const Follow *f = s->follow;
    while (r >= f->count) {
        r -= f->count;
        f = f->next;
    }
    return f->word;
}

/* ---- corpus --------------------------------------------------------- */

static void invent_word(char *out, u32 *seed, int kind)
{
    static const char *onset[] = { "b", "d", "gr", "k", "l", "m", "pr", "s", "st", "t", "v", "" };
    static const char *vowel[] = { "a", "e", "i", "o", "u", "ea" };
    static const char *ending[] = { "n", "rt", "ly", "ed" };
    int n = 1 + (int)(rnd(seed) % 3);
    *out = '\0';
    while (n-- > 0) {
        strcat(out, onset[rnd(seed) % 12]);
        strcat(out, vowel[rnd(seed) % 6]);
    }
    strcat(out, ending[kind]);
}

static void read_corpus(Model *m, int total, int period)
{
    enum { NOUN, ADJ, ADV, VERB, KINDS, EACH = 150 };
    static const char *glue[] = { "the", "a", "some", "and", "but", "of", "with" };
    static const int pattern[] = { -1, ADJ, NOUN, VERB, ADV, -2, ADJ, ADJ, NOUN, -3, -1, NOUN, VERB, -1, NOUN };
    char list[KINDS][EACH][32];
    u32 seed = 4711;
    int w1 = period, w2 = period, at = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < EACH; i++)
            invent_word(list[k][i], &seed, k);
    for (int i = 0; i < total; i++) {
        int p = pattern[at], w3;
        int a = (int)(rnd(&seed) % EACH), b = (int)(rnd(&seed) % EACH);
        if (p < 0)
            w3 = word_id(glue[(p == -1 ? 0 : p == -2 ? 3 : 5) + (int)(rnd(&seed) % 2)]);
        else
            w3 = word_id(list[p][a < b ? a : b]);
        at = (at + 1 + (rnd(&seed) % 6 == 0)) % 15;
        learn(m, w1, w2, w3);
        w1 = w2;
        w2 = w3;
        if (at == 0 || rnd(&seed) % 20 == 0) {
            learn(m, w1, w2, period);
            w1 = w2 = period;
            at = 0;
        }
    }
    learn(m, w1, w2, period);
}

/* ---- candidates ------------------------------------------------------ */

static int generate(const Model *m, u32 seed, int *out, int maxlen, int period)
{
    int w1 = period, w2 = period, n = 0;
    while (n < maxlen) {
        const State *s = find_state(m, w1, w2);
        if (!s)
            break;
        int w3 = pick_follower(s, &seed);
        if (w3 == period) {
            if (n < maxlen / 2) {
                w1 = w2 = period;
                continue;
            }
            break;
        }
        out[n++] = w3;
        w1 = w2;
        w2 = w3;
    }
    return n;
}

static double score(const Model *m, const int *w, int n, int period)
{
    double logp = 0, rhythm = 0, repeats = 0;
    int w1 = period, w2 = period;
    if (n < 4)
        return -1e9;
    for (int i = 0; i < n; i++) {
        const State *s = find_state(m, w1, w2);
        int count = 0, total = 0;
        if (s) {
            total = s->total;
            for (const Follow *f = s->follow; f; f = f->next)
                if (f->word == w[i])
                    count = f->count;
        }
        double smooth = (double)word_by_id[w[i]]->count / m->ntokens;
        logp += log((count + 2 * smooth) / (total + 2));
        for (int j = 0; j < i; j++)
            repeats += w[j] == w[i];
        if (i > 0)
            rhythm += strlen(word_by_id[w[i]]->text) > strlen(word_by_id[w[i - 1]]->text);
        w1 = w2;
        w2 = w[i];
    }
    return logp / n - 2.0 * repeats / n + 0.3 * rhythm / n;
}

static int better(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return x->seed < y->seed ? -1 : x->seed > y->seed;
}

int main(int argc, char **argv)
{
    int total = 150000, ncand = 60000, maxlen = 24;
    if (argc > 1) total = atoi(argv[1]);
    if (argc > 2) ncand = atoi(argv[2]);
    if (argc > 3) maxlen = atoi(argv[3]);
    if (argc > 4 || total < 10 || ncand < 1 || maxlen < 4 || maxlen > 500) {
        fprintf(stderr, "usage: babble [corpus_words [candidates [maxlen]]]\n");
        return 2;
    }
    static Model m;
    m.nbuckets = 65536;
    m.bucket = calloc(m.nbuckets, sizeof *m.bucket);
    Candidate *cand = xmalloc(ncand * sizeof *cand);
    int *text = xmalloc(maxlen * sizeof *text);
    if (!m.bucket)
        return 1;
    int period = word_id(".");
    read_corpus(&m, total, period);
    printf("%d words, %d states, %d tokens\n", nwords, m.nstates, m.ntokens);

    for (int i = 0; i < ncand; i++) {
        cand[i].seed = (u32)i * 2654435769u + 99u;
        cand[i].len = generate(&m, cand[i].seed, text, maxlen, period);
        cand[i].score = score(&m, text, cand[i].len, period);
    }
    double sum = 0;
    long len = 0;
    for (int i = 0; i < ncand; i++) {
        sum += cand[i].score > -1e8 ? cand[i].score : 0;
        len += cand[i].len;
    }
    qsort(cand, ncand, sizeof *cand, better);
    printf("%ld words generated, mean score %.9f\n", len, sum / ncand);
    for (int k = 0; k < 5 && k < ncand; k++) {
        int n = generate(&m, cand[k].seed, text, maxlen, period);
        printf("%10.6f ", cand[k].score);
        for (int i = 0; i < n; i++)
            printf(" %s", word_by_id[text[i]]->text);
        printf(".\n");
    }
    free(cand);
    free(text);
    return 0;
}
