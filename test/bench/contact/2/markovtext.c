// SPDX-License-Identifier: Apache-2.0
/* Order-2 Markov chain text generator over words (hash table of states,
 * linked suffix lists), as in The Practice of Programming. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NHASH 8191

typedef struct Suffix {
    int word;
    struct Suffix *next;
} Suffix;

typedef struct State {
    int pref[2];
    int nsuf;
    Suffix *suf;
    struct State *next;
} State;

static State *table[NHASH];
static unsigned seed = 1999;

static unsigned rnd(unsigned m)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % m;
}

static State *lookup(int a, int b, int create)
{
    unsigned h = ((unsigned)a * 31u * 7919u + (unsigned)b * 131u) % NHASH;
    for (State *s = table[h]; s; s = s->next)
        if (s->pref[0] == a && s->pref[1] == b)
            return s;
    if (!create)
        return NULL;
    State *s = malloc(sizeof *s);
    s->pref[0] = a;
    s->pref[1] = b;
    s->nsuf = 0;
    s->suf = NULL;
    s->next = table[h];
    table[h] = s;
    return s;
}

static void learn(int a, int b, int w)
{
    State *s = lookup(a, b, 1);
    Suffix *x = malloc(sizeof *x);
    x->word = w;
    x->next = s->suf;
    s->suf = x;
    s->nsuf++;
}

static void word_name(int w, char *out)
{
    static const char *syl[] = {"ka", "lo", "mi", "ren", "tu", "sa", "vel", "on"};
    sprintf(out, "%s%s%s", syl[w & 7], syl[w >> 3 & 7], w & 64 ? syl[(w * 5) & 7] : "");
}

static void release(void)
{
    for (int i = 0; i < NHASH; i++)
        while (table[i]) {
            State *s = table[i];
            table[i] = s->next;
            while (s->suf) {
                Suffix *x = s->suf;
                s->suf = x->next;
                free(x);
            }
            free(s);
        }
}

int main(int argc, char **argv)
{
    int train = argc > 1 ? atoi(argv[1]) : 60000, out = argc > 2 ? atoi(argv[2]) : 5500000;
    int vocab = 128, a = 0, b = 1;
    long *freq = calloc(vocab, sizeof *freq);
    struct timespec t0, t1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < train; i++) {
        int w = rnd(4) ? (int)((a * 5u + b * 3u + rnd(4)) % vocab) : (int)rnd(vocab);
        learn(a, b, w);
        a = b;
        b = w;
    }
    int nstates = 0, longest = 0;
    for (int i = 0; i < NHASH; i++) {
        int len = 0;
        for (State *s = table[i]; s; s = s->next)
            len++;
        nstates += len;
        if (len > longest)
            longest = len;
    }
    a = 0, b = 1;
    unsigned h = 0;
    for (int i = 0; i < out; i++) {
        State *s = lookup(a, b, 0);
        if (!s || !s->nsuf) {
            a = 0, b = 1;
            continue;
        }
        Suffix *x = s->suf;
        for (unsigned k = rnd(s->nsuf); k > 0; k--)
            x = x->next;
        int w = x->word;
        freq[w]++;
        h = h * 33 + w;
        if (i < 40) {
            char name[32];
            word_name(w, name);
            printf("%s%c", name, i % 10 == 9 ? '\n' : ' ');
        }
        a = b;
        b = w;
    }
    double mean = 0;
    for (int w = 0; w < vocab; w++)
        mean += (double)w * freq[w];
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("\nstates %d longest chain %d hash %08x mean word %.5f\n", nstates, longest, h, mean / out);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    release();
    free(freq);
    return 0;
}
