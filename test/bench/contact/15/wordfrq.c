/* wordfrq: vocabulary statistics of a text.
 * Counts words and word pairs, prints the most frequent ones, the length
 * distribution and a few readability style numbers. The text is made-up
 * pseudo-English.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBUCKET 65536
#define MAXWORD 63

struct entry {
    struct entry *next;
    unsigned hash;
    long count;
    long first;             /* position of the first occurrence */
    char word[];
};

struct table {
    struct entry *bucket[NBUCKET];
    long distinct;
    long total;
};

static long length_hist[MAXWORD + 1];
static long sentences, syllables, lines;

static unsigned hash_str(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static struct entry *lookup(struct table *t, const char *w, long pos)
{
    unsigned h = hash_str(w);
    struct entry **pp = &t->bucket[h % NBUCKET];
    for (; *pp; pp = &(*pp)->next)
        if ((*pp)->hash == h && strcmp((*pp)->word, w) == 0) {
            (*pp)->count++;
            t->total++;
            return *pp;
        }
    struct entry *e = malloc(sizeof(*e) + strlen(w) + 1);
    e->next = NULL;
    e->hash = h;
    e->count = 1;
    e->first = pos;
    strcpy(e->word, w);
    *pp = e;
    t->distinct++;
    t->total++;
    return e;
}

static int count_syllables(const char *w)
{
    int n = 0, in_vowel = 0;
    for (; *w; w++) {
        int v = strchr("aeiouy", *w) != NULL;
        if (v && !in_vowel)
            n++;
        in_vowel = v;
    }
    return n ? n : 1;
}

static void scan(const char *text, long n, struct table *words, struct table *pairs)
{
    char cur[MAXWORD + 1], last[MAXWORD + 1] = "", pair[2 * MAXWORD + 2];
    int len = 0;
    for (long i = 0; i <= n; i++) {
        int c = i < n ? (unsigned char)text[i] : ' ';
        if (isalpha(c)) {
            if (len < MAXWORD)
                cur[len++] = tolower(c);
            continue;
        }
        if (len > 0) {
            cur[len] = 0;
            lookup(words, cur, i - len);
            length_hist[len]++;
            syllables += count_syllables(cur);
            if (last[0]) {
                sprintf(pair, "%s %s", last, cur);
                lookup(pairs, pair, i - len);
            }
            memcpy(last, cur, len + 1);
            len = 0;
        }
        if (c == '.' || c == '!' || c == '?') {
            sentences++;
            last[0] = 0;
        }
        if (c == '\n')
            lines++;
    }
}

static int by_count(const void *a, const void *b)
{
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return x->first < y->first ? -1 : 1;
}

static void report(struct table *t, const char *title, int top)
{
    struct entry **all = malloc((t->distinct + 1) * sizeof(*all));
    long n = 0, once = 0;
    for (int b = 0; b < NBUCKET; b++)
        for (struct entry *e = t->bucket[b]; e; e = e->next) {
            all[n++] = e;
            once += e->count == 1;
        }
    qsort(all, n, sizeof(*all), by_count);
    printf("%s: %ld total, %ld distinct, %ld once\n", title, t->total, n, once);
    for (int i = 0; i < top && i < n; i++)
        printf("%8ld  %s (first at %ld)\n", all[i]->count, all[i]->word, all[i]->first);
    free(all);
}

static void table_free(struct table *t)
{
    for (int b = 0; b < NBUCKET; b++)
        for (struct entry *e = t->bucket[b], *n; e; e = n) {
            n = e->next;
            free(e);
        }
    free(t);
}

static char *make_text(long n)
{
    static const char *syl[] = {"ta", "re", "mon", "i", "ste", "or", "the", "an", "li", "qua", "ve", "du", "shi", "po", "el", "nar"};
    char *s = malloc(n + 64);
    unsigned r = 1;
    long k = 0;
    while (k < n) {
        r = r * 1664525u + 1013904223u;
        unsigned u = r >> 16, w = u < 30000 ? u % 40 : u < 50000 ? u % 180 : u % 700;
        int start = k;
        do {
            k += sprintf(s + k, "%s", syl[w & 15]);
            w >>= 4;
        } while (w);
        r = r * 1664525u + 1013904223u;
        if ((r >> 20) % 12 == 0) {
            s[k++] = '.';
            s[start] = toupper(s[start]);
        }
        s[k++] = (r >> 24) % 11 == 0 ? '\n' : ' ';
    }
    s[n] = 0;
    return s;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 14000000;
    char *text = make_text(n);
    struct table *words = calloc(1, sizeof(*words)), *pairs = calloc(1, sizeof(*pairs));

    scan(text, n, words, pairs);

    report(words, "words", 12);
    report(pairs, "pairs", 8);
    printf("lengths:");
    for (int i = 1; i <= 16; i++)
        printf(" %ld", length_hist[i]);
    printf("\nlines %ld sentences %ld words/sentence %.2f syllables/word %.3f\n", lines, sentences,
           (double)words->total / (sentences ? sentences : 1), (double)syllables / words->total);
    table_free(words);
    table_free(pairs);
    free(text);
    return 0;
}
