/* markov - learns a second-order Markov chain of words from a text, lets it
 * babble, and gathers the statistics of the n-grams of letters (n = 1..5) of
 * the text and of the babble.
 *      markov [words of text] [words of babble] [seed]
 *
 * In parallel: the n-gram tables are independent of one another (few and of
 * very different size, so the gain is modest); learning and babbling are
 * sequential by nature.
 *
 * SMALL: 600 300 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXN 5
#define TOP 5

typedef struct succ { struct succ *next; int word, count; } succ;
typedef struct pair { struct pair *next; int a, b, total; succ *list; } pair;
typedef struct gram { struct gram *next; int count; char s[MAXN]; } gram;
typedef struct { gram **bucket; size_t nbuckets, used; int n; gram *pool; size_t left; struct slab *slabs; } grams;
struct slab { struct slab *prev; gram g[1024]; };

#define PAIRS 65536
static pair *pairs[PAIRS];
static char **vocab;
static int nvocab;
static unsigned long long rng;

static unsigned rnd(void)
{
    unsigned long long old = rng;                  /* pcg32 */
    rng = old * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned x = (unsigned)(((old >> 18) ^ old) >> 27), r = (unsigned)(old >> 59);
    return x >> r | x << (-r & 31);
}

static void *get(size_t n)
{
    void *p = calloc(1, n);
    if (!p) { fputs("markov: no memory\n", stderr); exit(1); }
    return p;
}

static void make_vocab(int n)
{
    static const char *cons = "tnshrdlcmfwgypbvkjxqz", *vow = "eaoiu";
    vocab = get(n * sizeof *vocab);
    for (nvocab = 0; nvocab < n; nvocab++) {
        char w[16];
        int l = 0, len = 1 + rnd() % 4 + rnd() % 4;
        for (; l < len; l++) {
            const char *set = (l + (int)(rnd() % 8 == 0)) & 1 ? vow : cons;
            unsigned k = (unsigned)strlen(set), a = rnd() % k, b = rnd() % k;
            w[l] = set[a < b ? a : b];
        }
        w[l] = 0;
        vocab[nvocab] = strcpy(get(l + 1), w);
    }
}

/* the author: what follows depends loosely on the word before */
static int *write_text(int n)
{
    int *t = get(n * sizeof *t), prev = 0;
    for (int i = 0; i < n; i++) {
        unsigned r = rnd() % 10, k = rnd() % 6;
        if (r < 6) prev = (int)((prev * 31u + k * k * 7u + 1) % nvocab);
        else { unsigned a = rnd() % nvocab, b = rnd() % nvocab; prev = (int)(a * b / nvocab); }
        t[i] = prev;
    }
    return t;
}

static pair *find_pair(int a, int b, int make)
{
    unsigned h = ((unsigned)a * 40503u + (unsigned)b * 2654435761u) >> 16 & (PAIRS - 1);
    pair *p;
    for (p = pairs[h]; p; p = p->next)
        if (p->a == a && p->b == b) return p;
    if (!make) return NULL;
    p = get(sizeof *p);
    *p = (pair){ .a = a, .b = b, .next = pairs[h] };
    return pairs[h] = p;
}

static void learn(const int *t, int n)
{
    for (int i = 0; i + 2 < n; i++) {
        pair *p = find_pair(t[i], t[i + 1], 1);
        succ *s = p->list;
        while (s && s->word != t[i + 2]) s = s->next;
        if (!s) {
            s = get(sizeof *s);
            *s = (succ){ .word = t[i + 2], .next = p->list };
            p->list = s;
        }
        s->count++;
        p->total++;
    }
}

static int *babble(int n, const int *t, int nt, int *restarts)
{
    int *out = get((n + 2) * sizeof *out), a = t[0], b = t[1];
    for (int i = 0; i < n; i++) {
        pair *p = find_pair(a, b, 0);
        if (!p) {
            int k = (int)(rnd() % (unsigned)(nt - 2));
            p = find_pair(a = t[k], b = t[k + 1], 0);
            ++*restarts;
        }
        int r = (int)(rnd() % (unsigned)p->total);
        succ *s = p->list;
        while ((r -= s->count) >= 0) s = s->next;
        out[i] = s->word;
        a = b;
        b = s->word;
    }
    return out;
}

static char *spell_out(const int *t, int n, size_t *len)
{
    size_t l = 0;
    for (int i = 0; i < n; i++) l += strlen(vocab[t[i]]) + 1;
    char *s = get(l + 1), *p = s;
    for (int i = 0; i < n; i++) {
        for (const char *w = vocab[t[i]]; *w; w++) *p++ = *w;
        *p++ = ' ';
    }
    *len = l;
    return s;
}

static unsigned gram_hash(const char *s, int n)
{
    unsigned h = 2166136261u;
    while (n--) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h ^ h >> 15;
}

static void rehash(grams *g)
{
    size_t nb = g->nbuckets ? g->nbuckets * 4 : 64;
    gram **b = get(nb * sizeof *b);
    for (size_t i = 0; i < g->nbuckets; i++)
        for (gram *q = g->bucket[i], *nx; q; q = nx) {
            size_t h = gram_hash(q->s, g->n) & (nb - 1);
            nx = q->next;
            q->next = b[h];
            b[h] = q;
        }
    free(g->bucket);
    g->bucket = b;
    g->nbuckets = nb;
}

static void count_grams(grams *g, const char *s, size_t len, int n)
{
    memset(g, 0, sizeof *g);
    g->n = n;
    rehash(g);
    for (size_t i = 0; i + n <= len; i++) {
        gram *q = g->bucket[gram_hash(s + i, n) & (g->nbuckets - 1)];
        while (q && memcmp(q->s, s + i, n)) q = q->next;
        if (q) { q->count++; continue; }
        if (!g->left) {
            struct slab *sl = get(sizeof *sl);
            sl->prev = g->slabs;
            g->slabs = sl, g->pool = sl->g, g->left = 1024;
        }
        q = g->pool++;
        g->left--;
        memcpy(q->s, s + i, n);
        q->count = 1;
        if (++g->used > g->nbuckets) rehash(g);
        size_t h = gram_hash(s + i, n) & (g->nbuckets - 1);
        q->next = g->bucket[h];
        g->bucket[h] = q;
    }
}

static int by_count(const void *x, const void *y)
{
    const gram *a = *(gram *const *)x, *b = *(gram *const *)y;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return memcmp(a->s, b->s, MAXN);
}

static void report(const char *what, const grams *g)
{
    gram **v = get((g->used + 1) * sizeof *v);
    size_t k = 0;
    double all = 0, ent = 0;
    for (size_t i = 0; i < g->nbuckets; i++)
        for (gram *q = g->bucket[i]; q; q = q->next) { v[k++] = q; all += q->count; }
    qsort(v, k, sizeof *v, by_count);
    for (size_t i = 0; i < k; i++) { double p = v[i]->count / all; ent -= p * log2(p); }
    printf("%-6s %d-grams: %7zu, entropy %9.6f:", what, g->n, k, ent);
    for (size_t i = 0; i < k && i < TOP; i++) printf(" '%.*s' %d", g->n, v[i]->s, v[i]->count);
    putchar('\n');
    free(v);
}

static void forget(grams *g)
{
    for (struct slab *s = g->slabs, *p; s; s = p) { p = s->prev; free(s); }
    free(g->bucket);
}

int main(int argc, char **argv)
{
    int nt = argc > 1 ? atoi(argv[1]) : 450000, nb = argc > 2 ? atoi(argv[2]) : 300000, restarts = 0, np = 0;
    rng = argc > 3 ? strtoull(argv[3], NULL, 10) : 20;
    if (nt < 10) nt = 10;
    make_vocab(3000);
    int *text = write_text(nt);
    learn(text, nt);
    int *bab = babble(nb, text, nt, &restarts);
    size_t len[2];
    char *str[2] = { spell_out(text, nt, &len[0]), spell_out(bab, nb, &len[1]) };

    for (int i = 0; i < PAIRS; i++) for (pair *p = pairs[i]; p; p = p->next) np++;
    printf("%d pairs learnt, %d restarts\n%.70s\n%.70s\n", np, restarts, str[0], str[1]);
    for (int w = 0; w < 2; w++)
        for (int n = 1; n <= MAXN; n++) {
            grams g;
            count_grams(&g, str[w], len[w], n);
            report(w ? "babble" : "text", &g);
            forget(&g);
        }

    for (int i = 0; i < PAIRS; i++)
        for (pair *p = pairs[i], *pn; p; p = pn) {
            for (succ *s = p->list, *sn; s; s = sn) { sn = s->next; free(s); }
            pn = p->next;
            free(p);
        }
    for (int i = 0; i < nvocab; i++) free(vocab[i]);
    free(vocab);
    free(text);
    free(bab);
    free(str[0]);
    free(str[1]);
    return 0;
}
