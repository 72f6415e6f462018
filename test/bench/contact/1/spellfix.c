// SPDX-License-Identifier: Apache-2.0
/* spellfix: suggest the closest dictionary word for every misspelled word of
   a text (Damerau-Levenshtein, banded by the best distance so far). */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXWORD 32

struct dict {
    char **word;
    int *len;
    int n;
};

static const char *syll[] = {
    "ba", "con", "de", "er", "fi", "gra", "ho", "in", "jo", "ka", "lem", "mo", "na", "or",
    "pre", "qui", "re", "sta", "ti", "un", "ver", "wo", "xe", "yl", "zo", "tion", "ment", "ing"
};
#define NSYLL (int)(sizeof syll / sizeof *syll)

static unsigned long next = 1;

static int myrand(void)
{
    next = next * 1103515245 + 12345;
    return (unsigned)(next / 65536) % 32768;
}

static void random_word(char *buf)
{
    int k, parts = 2 + myrand() % 3;
    buf[0] = '\0';
    for (k = 0; k < parts; k++)
        strcat(buf, syll[myrand() % NSYLL]);
}

static int cmpstr(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void make_dict(struct dict *d, int n)
{
    char buf[MAXWORD];
    int i, m = 0;
    d->word = malloc(n * sizeof(char *));
    for (i = 0; i < n; i++) {
        random_word(buf);
        d->word[i] = strdup(buf);
    }
    qsort(d->word, n, sizeof(char *), cmpstr);
    for (i = 0; i < n; i++) {               /* unique */
        if (m > 0 && strcmp(d->word[m - 1], d->word[i]) == 0)
            free(d->word[i]);
        else
            d->word[m++] = d->word[i];
    }
    d->n = m;
    d->len = malloc(m * sizeof(int));
    for (i = 0; i < m; i++)
        d->len[i] = (int)strlen(d->word[i]);
}

static void misspell(char *w)
{
    int k, edits = 1 + myrand() % 2;
    for (k = 0; k < edits; k++) {
        int len = (int)strlen(w), p = myrand() % len;
        char t;
        switch (myrand() % 4) {
        case 0:
            if (len > 2)
                memmove(w + p, w + p + 1, len - p);
            break;
        case 1:
            if (len < MAXWORD - 2) {
                memmove(w + p + 1, w + p, len - p + 1);
                w[p] = 'a' + myrand() % 26;
            }
            break;
        case 2:
            w[p] = 'a' + myrand() % 26;
            break;
        default:
            if (p + 1 < len) {
                t = w[p];
                w[p] = w[p + 1];
                w[p + 1] = t;
            }
        }
    }
}

/* returns limit+1 when the distance is larger than limit */
static int distance(const char *a, int la, const char *b, int lb, int limit)
{
    static int row[3][MAXWORD + 1];
    int *p2 = row[0], *p1 = row[1], *p0 = row[2], *t;
    int i, j;

    if (abs(la - lb) > limit)
        return limit + 1;
    for (j = 0; j <= lb; j++)
        p1[j] = j;
    for (i = 1; i <= la; i++) {
        int low = i;
        p0[0] = i;
        for (j = 1; j <= lb; j++) {
            int cost = a[i - 1] != b[j - 1];
            int v = p1[j - 1] + cost;
            if (p1[j] + 1 < v)
                v = p1[j] + 1;
            if (p0[j - 1] + 1 < v)
                v = p0[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && p2[j - 2] + 1 < v)
                v = p2[j - 2] + 1;
            p0[j] = v;
            if (v < low)
                low = v;
        }
        if (low > limit)
            return limit + 1;
        t = p2;
        p2 = p1;
        p1 = p0;
        p0 = t;
    }
    return p1[lb] <= limit ? p1[lb] : limit + 1;
}

static int known(const struct dict *d, const char *w)
{
    int lo = 0, hi = d->n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2, c = strcmp(w, d->word[mid]);
        if (c == 0)
            return 1;
        if (c < 0)
            hi = mid - 1;
        else
            lo = mid + 1;
    }
    return 0;
}

static int closest(const struct dict *d, const char *w, int *best)
{
    int i, len = (int)strlen(w), idx = -1;
    *best = 4;
    for (i = 0; i < d->n; i++) {
        int k = distance(w, len, d->word[i], d->len[i], *best - 1);
        if (k < *best) {
            *best = k;
            idx = i;
            if (k == 1)
                break;
        }
    }
    return idx;
}

int main(int argc, char **argv)
{
    int ndict = argc > 1 ? atoi(argv[1]) : 40000;
    int ntext = argc > 2 ? atoi(argv[2]) : 1200;
    struct dict d;
    char (*text)[MAXWORD + 8] = malloc(ntext * sizeof *text);
    int *fix = malloc(ntext * sizeof(int));
    int i, best, hist[5] = { 0 }, nwrong = 0;
    unsigned sum = 0;
    struct timespec t0, t1;

    make_dict(&d, ndict);
    for (i = 0; i < ntext; i++) {
        strcpy(text[i], d.word[(myrand() * 32768 + myrand()) % d.n]);
        if (myrand() % 4 != 0)
            misspell(text[i]);
    }

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (i = 0; i < ntext; i++) {
        fix[i] = -1;
        if (known(&d, text[i]))
            continue;
        nwrong++;
        fix[i] = closest(&d, text[i], &best);
        hist[best]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + 1e-9 * (t1.tv_nsec - t0.tv_nsec));

    for (i = 0; i < ntext; i++)
        sum = sum * 31 + (unsigned)(fix[i] + 1);
    printf("dictionary %d, text %d, unknown %d\n", d.n, ntext, nwrong);
    printf("distance 1: %d  2: %d  3: %d  none: %d\n", hist[1], hist[2], hist[3], hist[4]);
    for (i = 0, best = 0; i < ntext && best < 5; i++)
        if (fix[i] >= 0) {
            printf("  %s -> %s\n", text[i], d.word[fix[i]]);
            best++;
        }
    printf("sum %08x\n", sum);
    for (i = 0; i < d.n; i++)
        free(d.word[i]);
    free(d.word);
    free(d.len);
    free(text);
    free(fix);
    return 0;
}
