/*
 * spell - spelling checker: finds unknown words of a text and suggests
 * dictionary words by banded Damerau-Levenshtein distance.
 *
 * usage: spell [dictionary size] [text words]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXWORD 24
#define MAXSUGGEST 5
#define HASHSIZE 65536

typedef struct {
    char text[MAXWORD];
    int len;
    int freq;
    int chain;
} word_t;

typedef struct {
    word_t *words;
    int count;
    int head[HASHSIZE];
    int by_len[MAXWORD + 1];    /* words are ordered by length */
} dict_t;

typedef struct {
    int word, dist;
} suggestion_t;

static const char *const onset[] = { "b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "ch" };
static const char *const vowel[] = { "a", "e", "i", "o", "u", "ea", "ou" };
static const char *const coda[] = { "", "", "n", "r", "s", "t", "l", "nd", "ck" };

static unsigned state = 1234567u;

static unsigned roll(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 12) % n;
}

static unsigned hash_word(const char *s)
{
    unsigned h = 0;
    while (*s)
        h = h * 131 + (unsigned char)*s++;
    return (h ^ h >> 16) % HASHSIZE;
}

static int find(const dict_t *d, const char *s)
{
    for (int i = d->head[hash_word(s)]; i >= 0; i = d->words[i].chain)
        if (strcmp(d->words[i].text, s) == 0)
            return i;
    return -1;
}

static void make_word(char *out)
{
    int syll = 2 + (int)roll(3);
    out[0] = '\0';
    while (syll--) {
        strcat(out, onset[roll(16)]);
        strcat(out, vowel[roll(7)]);
        if (strlen(out) < 14)
            strcat(out, coda[roll(9)]);
    }
}

static int by_length(const void *a, const void *b)
{
    const word_t *x = a, *y = b;
    return x->len != y->len ? x->len - y->len : strcmp(x->text, y->text);
}

static void dict_build(dict_t *d, int n)
{
    int k = 0;
    d->words = calloc((size_t)n, sizeof *d->words);
    if (!d->words)
        exit(1);
    for (int i = 0; i < n; i++) {
        make_word(d->words[i].text);
        d->words[i].len = (int)strlen(d->words[i].text);
        d->words[i].freq = (int)(roll(100) * roll(100));
    }
    qsort(d->words, (size_t)n, sizeof *d->words, by_length);
    for (int i = 0; i < n; i++)
        if (k == 0 || strcmp(d->words[k - 1].text, d->words[i].text) != 0)
            d->words[k++] = d->words[i];
    d->count = k;
    memset(d->head, -1, sizeof d->head);
    for (int len = 0, i = 0; len <= MAXWORD; len++) {
        while (i < k && d->words[i].len < len)
            i++;
        d->by_len[len] = i;
    }
    for (int i = 0; i < k; i++) {
        unsigned h = hash_word(d->words[i].text);
        d->words[i].chain = d->head[h];
        d->head[h] = i;
    }
}

/* edit distance with transpositions; gives up above limit */
static int distance(const char *a, int la, const char *b, int lb, int limit)
{
    static int row[3][MAXWORD + 1];
    int *p2 = row[0], *p1 = row[1], *cur = row[2];

    for (int j = 0; j <= lb; j++)
        p1[j] = j;
    for (int i = 1; i <= la; i++) {
        int best = cur[0] = i;
        for (int j = 1; j <= lb; j++) {
            int d = p1[j - 1] + (a[i - 1] != b[j - 1]);
            if (p1[j] + 1 < d)
                d = p1[j] + 1;
            if (cur[j - 1] + 1 < d)
                d = cur[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && p2[j - 2] + 1 < d)
                d = p2[j - 2] + 1;
            cur[j] = d;
            if (d < best)
                best = d;
        }
        if (best > limit)
            return limit + 1;
        int *t = p2;
        p2 = p1;
        p1 = cur;
        cur = t;
    }
    return p1[lb];
}

static int better(const dict_t *d, suggestion_t a, suggestion_t b)
{
    if (a.dist != b.dist)
        return a.dist < b.dist;
    if (d->words[a.word].freq != d->words[b.word].freq)
        return d->words[a.word].freq > d->words[b.word].freq;
    return a.word < b.word;
}

static int suggest(const dict_t *d, const char *bad, suggestion_t *out)
{
    int len = (int)strlen(bad), n = 0, limit = len < 6 ? 1 : 2;
    int lo = len - limit < 0 ? 0 : len - limit, hi = len + limit + 1 > MAXWORD ? MAXWORD : len + limit + 1;

    for (int i = d->by_len[lo]; i < d->by_len[hi]; i++) {
        suggestion_t s = { i, distance(bad, len, d->words[i].text, d->words[i].len, limit) };
        int k;
        if (s.dist > limit)
            continue;
        if (n == MAXSUGGEST && !better(d, s, out[n - 1]))
            continue;
        if (n < MAXSUGGEST)
            n++;
        for (k = n - 1; k > 0 && better(d, s, out[k - 1]); k--)
            out[k] = out[k - 1];
        out[k] = s;
    }
    return n;
}

static void damage(char *w)
{
    int len = (int)strlen(w), at = (int)roll((unsigned)len);
    if (roll(2) && at + 1 < len) {
        char c = w[at];
        w[at] = w[at + 1];
        w[at + 1] = c;
    } else if (roll(2) && len > 3)
        memmove(w + at, w + at + 1, (size_t)(len - at));
    else
        w[at] = (char)('a' + roll(26));
}

int main(int argc, char **argv)
{
    int dict_size = argc > 1 ? atoi(argv[1]) : 20000;
    int text_words = argc > 2 ? atoi(argv[2]) : 2500;
    static dict_t dict;
    int unknown = 0, helped = 0;
    unsigned long sum = 0;

    if (dict_size < 10)
        return 1;
    dict_build(&dict, dict_size);
    printf("dictionary: %d words\n", dict.count);
    for (int t = 0; t < text_words; t++) {
        suggestion_t s[MAXSUGGEST];
        char w[MAXWORD];
        int n;
        strcpy(w, dict.words[roll((unsigned)dict.count)].text);
        if (roll(3) == 0)
            damage(w);
        if (find(&dict, w) >= 0)
            continue;
        unknown++;
        n = suggest(&dict, w, s);
        helped += n > 0;
        for (int k = 0; k < n; k++)
            sum = sum * 7 + (unsigned long)(s[k].word + s[k].dist);
        if (unknown % 10)
            continue;
        printf("%5d %-16s:", t, w);
        for (int k = 0; k < n; k++)
            printf(" %s(%d)", dict.words[s[k].word].text, s[k].dist);
        printf("%s\n", n ? "" : " ?");
    }
    printf("%d unknown, %d with suggestions, check %lx\n", unknown, helped, sum);
    free(dict.words);
    return 0;
}
