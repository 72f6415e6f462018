// SPDX-License-Identifier: Apache-2.0
/* First species counterpoint after Fux: enumerates every counterpoint above a
 * cantus firmus that obeys the strict rules, rates each by the soft ones,
 * and keeps the best few. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLEN 16
#define KEEP   5

struct cantus {
    const char *name;
    int len;
    int note[MAXLEN];       /* scale degrees, 0 = final of the mode */
    int mode;               /* semitone table to use */
};

struct line {
    int note[MAXLEN];
    int penalty;
};

struct finder {
    const struct cantus *cf;
    int note[MAXLEN];
    long found, visited, penalty_sum;
    long hist[64];
    struct line best[KEEP];
    int nbest;
    struct finder *parts;       /* what the tasks found */
};

static const int scale[3][7] = {
    { 0, 2, 3, 5, 7, 9, 10 },       /* dorian   */
    { 0, 2, 4, 6, 7, 9, 11 },       /* lydian   */
    { 0, 2, 4, 5, 7, 9, 11 },       /* ionian   */
};

static const struct cantus firmi[] = {
    { "dorian",   15, { 0, 2, 1, 0, 3, 2, 4, 5, 3, 4, 2, 3, 2, 1, 0 }, 0 },
    { "lydian",   14, { 0, 1, 2, 0, -2, -1, 0, 4, 3, 2, 3, 0, 1, 0 }, 1 },
    { "ionian",   14, { 0, 4, 3, 2, 1, 2, 3, 1, 4, 3, 2, 0, 1, 0 }, 2 },
    { "second",   14, { 0, -2, 0, 1, 2, 0, 3, 2, 4, 3, 2, 0, 1, 0 }, 0 },
};

static int semitones(int mode, int degree)
{
    int oct = 0;
    while (degree < 0) {
        degree += 7;
        oct--;
    }
    while (degree > 6) {
        degree -= 7;
        oct++;
    }
    return scale[mode][degree] + 12 * oct;
}

static int consonant(int st)
{
    switch (st % 12) {
    case 0: case 3: case 4: case 7: case 8: case 9:
        return 1;
    }
    return 0;
}

static int perfect(int st)
{
    return st % 12 == 0 || st % 12 == 7;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* may note i be `n`, given the notes before it? */
static int allowed(const struct finder *f, int i, int n)
{
    const struct cantus *c = f->cf;
    int last = c->len - 1;
    int st = semitones(c->mode, n) - semitones(c->mode, c->note[i]);

    if (st < 0 || st > 16 || !consonant(st))
        return 0;
    if (i == 0)
        return perfect(st);
    if (st == 0 && i != last)
        return 0;
    int move = n - f->note[i - 1], under = c->note[i] - c->note[i - 1];
    int leap = semitones(c->mode, n) - semitones(c->mode, f->note[i - 1]);
    if (abs(leap) == 6 || abs(leap) > 9 || abs(leap) == 10)
        return 0;
    if (perfect(st) && sign(move) == sign(under) && move != 0)
        return 0;                               /* hidden fifths and octaves */
    if (i >= 2) {
        int before = f->note[i - 1] - f->note[i - 2];
        if (abs(before) > 2 && abs(move) > 2 && sign(before) == sign(move))
            return 0;
        if (move == 0 && before == 0)
            return 0;
    }
    if (i >= 3 && n == f->note[i - 2] && f->note[i - 1] == f->note[i - 3])
        return 0;                               /* a trill */
    if (i == last)
        return st % 12 == 0 && abs(move) == 1;
    return 1;
}

static int rate(const struct finder *f)
{
    const struct cantus *c = f->cf;
    int p = 0, top = -99, tops = 0, parallel = 0;

    for (int i = 0; i < c->len; i++) {
        int n = f->note[i];
        if (n > top) {
            top = n;
            tops = 1;
        } else if (n == top)
            tops++;
        if (i == 0)
            continue;
        int move = n - f->note[i - 1], under = c->note[i] - c->note[i - 1];
        if (abs(move) > 1)
            p += abs(move) - 1;
        if (move == 0)
            p += 2;
        if (sign(move) == sign(under))
            p += 1;
        int kind = (n - c->note[i]) % 7;
        parallel = kind == (f->note[i - 1] - c->note[i - 1]) % 7 ? parallel + 1 : 0;
        if (parallel > 2)
            p += 4;
        if (i > 1 && abs(f->note[i - 1] - f->note[i - 2]) > 2 && sign(move) == sign(f->note[i - 1] - f->note[i - 2]))
            p += 3;
        if (perfect(semitones(c->mode, n) - semitones(c->mode, c->note[i])) && i < c->len - 1)
            p += 1;
    }
    if (tops > 1)
        p += 3 * (tops - 1);
    return p;
}

static int line_before(const struct line *a, const struct line *b, int len)
{
    if (a->penalty != b->penalty)
        return a->penalty < b->penalty;
    for (int i = 0; i < len; i++)
        if (a->note[i] != b->note[i])
            return a->note[i] < b->note[i];
    return 0;
}

static void keep(struct finder *f, const struct line *l)
{
    int len = f->cf->len, k = f->nbest;

    if (k == KEEP) {
        if (!line_before(l, &f->best[KEEP - 1], len))
            return;
        k--;
    } else
        f->nbest++;
    while (k > 0 && line_before(l, &f->best[k - 1], len)) {
        f->best[k] = f->best[k - 1];
        k--;
    }
    f->best[k] = *l;
}

static void extend(struct finder *f, int i)
{
    f->visited++;
    if (i == f->cf->len) {
        struct line l = { .penalty = rate(f) };
        memcpy(l.note, f->note, sizeof l.note);
        f->found++;
        f->penalty_sum += l.penalty;
        f->hist[l.penalty < 63 ? l.penalty : 63]++;
        keep(f, &l);
        return;
    }
    int from = i ? f->note[i - 1] - 5 : 0, to = i ? f->note[i - 1] + 5 : 9;
    for (int n = from; n <= to; n++) {
        if (n < -1 || n > 11 || !allowed(f, i, n))
            continue;
        f->note[i] = n;
        if (i != 2) {
            extend(f, i + 1);
            continue;
        }
        struct finder *part = calloc(1, sizeof *part);  /* one task for each way to begin */
        part->cf = f->cf;
        memcpy(part->note, f->note, sizeof part->note);
        part->parts = f->parts;
        f->parts = part;
        #pragma omp task firstprivate(part)
        extend(part, 3);
    }
}

static void merge(struct finder *f, const struct finder *part)
{
    f->found += part->found;
    f->visited += part->visited;
    f->penalty_sum += part->penalty_sum;
    for (int i = 0; i < 64; i++)
        f->hist[i] += part->hist[i];
    for (int k = 0; k < part->nbest; k++)
        keep(f, &part->best[k]);
}

static void show(const struct finder *f)
{
    printf("%s: %ld counterpoints, %ld nodes, mean penalty %.4f\n", f->cf->name, f->found, f->visited,
           f->found ? (double)f->penalty_sum / f->found : 0.0);
    for (int k = 0; k < f->nbest; k++) {
        printf("  %2d:", f->best[k].penalty);
        for (int i = 0; i < f->cf->len; i++)
            printf(" %c%d", "DEFGABC"[(f->best[k].note[i] + 7) % 7], (f->best[k].note[i] + 8) / 7 + 3);
        printf("\n");
    }
    for (int i = 0, shown = 0; i < 64 && shown < 8; i++)
        if (f->hist[i]) {
            printf("  penalty %2d: %ld\n", i, f->hist[i]);
            shown++;
        }
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;

    for (size_t k = 0; k < sizeof firmi / sizeof *firmi; k++) {
        if (only && strcmp(only, firmi[k].name))
            continue;
        struct finder f = { .cf = &firmi[k] };
        #pragma omp parallel
        #pragma omp single
        extend(&f, 0);
        for (const struct finder *p = f.parts; p; p = p->parts)
            merge(&f, p);
        show(&f);
    }
    return 0;
}
