/* spell.c -- spelling correction against a dictionary kept in a trie.
 *
 * The dictionary is made of syllable words with Zipf-like frequencies.  Each
 * misspelt token is matched by walking the trie with one row of the edit
 * distance table per letter (optimal string alignment, so that a swap of two
 * neighbours costs one), cutting branches that cannot beat the best so far.
 *
 * usage: spell [dictionary words] [tokens]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define MAXLEN   24
#define MAXDIST  3
#define ALPHABET 26

typedef struct node {
    struct node *child[ALPHABET];
    int word;                   /* index into the dictionary or -1 */
    int best_freq;              /* highest frequency below this node */
} node;

typedef struct {
    char text[MAXLEN];
    int freq;
} entry;

typedef struct {
    entry *words;
    int count, cap;
    node *root;
} lexicon;

typedef struct {
    const lexicon *lex;
    const char *token;
    int len;
    int best, best_dist, best_freq;
    long visited;
} search_ctx;

typedef struct {
    char text[MAXLEN];
    int truth, guess, dist;
} token;

static unsigned long rng = 42;

static int rand_int(int n)
{
    rng = rng * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((rng >> 33) % (unsigned long)n);
}

static node *node_new(void)
{
    node *n = calloc(1, sizeof *n);
    if (!n) {
        perror("calloc");
        exit(1);
    }
    n->word = -1;
    return n;
}

static void node_free(node *n)
{
    for (int i = 0; i < ALPHABET; i++)
        if (n->child[i])
            node_free(n->child[i]);
    free(n);
}

/* returns 1 if the word is new */
static int lexicon_add(lexicon *lx, const char *w, int freq)
{
    node *n = lx->root;
    for (const char *p = w; *p; p++) {
        node **slot = &n->child[*p - 'a'];
        if (!*slot)
            *slot = node_new();
        n = *slot;
    }
    if (n->word >= 0)
        return 0;
    if (lx->count == lx->cap) {
        lx->cap = lx->cap ? lx->cap * 2 : 64;
        lx->words = realloc(lx->words, sizeof(entry) * lx->cap);
    }
    n->word = lx->count;
    strcpy(lx->words[lx->count].text, w);
    lx->words[lx->count++].freq = freq;
    n = lx->root;
    for (const char *p = w; *p; p++) {
        n = n->child[*p - 'a'];
        if (freq > n->best_freq)
            n->best_freq = freq;
    }
    return 1;
}

static void random_word(char *out)
{
    static const char *const onset[] = { "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j",
        "k", "l", "m", "n", "p", "pl", "qu", "r", "s", "st", "t", "tr", "v", "w", "z" };
    static const char *const vowel[] = { "a", "e", "i", "o", "u", "ai", "ea", "ou", "y" };
    static const char *const coda[] = { "", "", "", "", "n", "r", "s", "t", "ng", "l" };
    int syl = 1 + rand_int(3) + rand_int(2);
    *out = 0;
    while (syl--) {
        strcat(out, onset[rand_int(sizeof onset / sizeof *onset)]);
        strcat(out, vowel[rand_int(sizeof vowel / sizeof *vowel)]);
        strcat(out, coda[rand_int(sizeof coda / sizeof *coda)]);
    }
}

static void misspell(char *w)
{
    int edits = 1 + (rand_int(3) == 0);
    while (edits--) {
        int n = (int)strlen(w), at = rand_int(n), c = 'a' + rand_int(26);
        switch (rand_int(4)) {
        case 0:                                 /* substitution */
            w[at] = (char)c;
            break;
        case 1:                                 /* deletion */
            if (n > 2)
                memmove(w + at, w + at + 1, n - at);
            break;
        case 2:                                 /* insertion */
            if (n < MAXLEN - 1) {
                memmove(w + at + 1, w + at, n - at + 1);
                w[at] = (char)c;
            }
            break;
        default:                                /* transposition */
            if (at + 1 < n) {
                char t = w[at];
                w[at] = w[at + 1];
                w[at + 1] = t;
            }
        }
    }
}

static int min3(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

static void descend(search_ctx *cx, const node *n, int letter, int prev_letter,
                    const int *prev, const int *prev2)
{
    int row[MAXLEN + 1], low;
    cx->visited++;
    low = row[0] = prev[0] + 1;
    for (int i = 1; i <= cx->len; i++) {
        int cost = cx->token[i - 1] != letter;
        row[i] = min3(row[i - 1] + 1, prev[i] + 1, prev[i - 1] + cost);
        if (prev2 && i > 1 && cx->token[i - 1] == prev_letter && cx->token[i - 2] == letter
            && prev2[i - 2] + 1 < row[i])
            row[i] = prev2[i - 2] + 1;
        if (row[i] < low)
            low = row[i];
    }
    if (n->word >= 0) {
        int d = row[cx->len], f = cx->lex->words[n->word].freq;
        if (d < cx->best_dist || (d == cx->best_dist && f > cx->best_freq)) {
            cx->best = n->word;
            cx->best_dist = d;
            cx->best_freq = f;
        }
    }
    if (low > cx->best_dist || (low == cx->best_dist && n->best_freq <= cx->best_freq))
        return;
    for (int c = 0; c < ALPHABET; c++)
        if (n->child[c])
            descend(cx, n->child[c], 'a' + c, letter, row, prev);
}

static long correct(const lexicon *lx, token *t)
{
    search_ctx cx = { lx, t->text, (int)strlen(t->text), -1, MAXDIST, INT_MAX, 0 };
    int first[MAXLEN + 1];
    for (int i = 0; i <= cx.len; i++)
        first[i] = i;
    for (int c = 0; c < ALPHABET; c++)
        if (lx->root->child[c])
            descend(&cx, lx->root->child[c], 'a' + c, 0, first, NULL);
    t->guess = cx.best;
    t->dist = cx.best_dist;
    return cx.visited;
}

int main(int argc, char **argv)
{
    int nwords = argc > 1 ? atoi(argv[1]) : 30000;
    int ntok = argc > 2 ? atoi(argv[2]) : 2400;
    lexicon lx = { NULL, 0, 0, node_new() };
    char buf[64];

    while (lx.count < nwords) {
        random_word(buf);
        if (strlen(buf) < MAXLEN)
            lexicon_add(&lx, buf, 1 + 1000000 / (10 + lx.count));
    }
    token *toks = malloc(sizeof *toks * ntok);
    for (int i = 0; i < ntok; i++) {
        int k = rand_int(nwords);
        toks[i].truth = k * (long)rand_int(nwords) / nwords;
        strcpy(toks[i].text, lx.words[toks[i].truth].text);
        misspell(toks[i].text);
    }

    int right = 0, none = 0, hist[MAXDIST + 1] = { 0 };
    long visited = 0;
    for (int i = 0; i < ntok; i++) {
        visited += correct(&lx, &toks[i]);
        if (toks[i].guess < 0)
            none++;
        else
            hist[toks[i].dist]++;
        right += toks[i].guess == toks[i].truth;
    }

    unsigned sum = 0;
    for (int i = 0; i < ntok; i++)
        sum = sum * 31 + (unsigned)toks[i].guess;
    printf("%d words, %d tokens, %ld nodes visited\n", lx.count, ntok, visited);
    printf("right %d, unmatched %d, by distance %d/%d/%d/%d\n", right, none,
           hist[0], hist[1], hist[2], hist[3]);
    for (int i = 0; i < 3 && i < ntok; i++)
        printf("  %s -> %s\n", toks[i].text,
               toks[i].guess < 0 ? "?" : lx.words[toks[i].guess].text);
    printf("checksum %08x\n", sum);
    node_free(lx.root);
    free(lx.words);
    free(toks);
    return 0;
}
