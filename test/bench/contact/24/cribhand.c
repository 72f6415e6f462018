/* cribhand - cribbage discard trainer.
 * usage: cribhand [deals] [seed]
 * Deals six-card hands; for each of the 15 possible discards it averages the
 * show over all starters, adds the worth of the discard to our own or the
 * opponent's crib, and keeps statistics of the best choice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef union {
    unsigned char code;
    struct { unsigned char rank : 4, suit : 2, dealt : 1; } f;    /* rank 0..12 */
} Card;

typedef struct {
    Card c[6];
    unsigned char dealer;
} Deal;

typedef struct Top {
    int deal, keep, value;           /* value in 1/46 points */
    Deal hand;
    struct Top *next;
} Top;

static struct {
    long long total, crib;
    long hist[30], choice[15], ties, flushes;
    int worst, worst_deal;
} st = { .worst = 1 << 30 };

static Top *top;
static int ntop;
static unsigned long long lcg;

static unsigned rnd(unsigned n)
{
    lcg = lcg * 2862933555777941757ULL + 3037000493ULL;
    return (unsigned)((lcg >> 33) % n);
}

static void deal(Deal *d)
{
    static Card deck[52];
    static int ready;
    if (!ready) {
        for (int i = 0; i < 52; i++) { deck[i].code = 0; deck[i].f.rank = i % 13; deck[i].f.suit = i / 13; }
        ready = 1;
    }
    for (int i = 0; i < 6; i++) {
        int j = i + (int)rnd(52 - i);
        Card t = deck[i]; deck[i] = deck[j]; deck[j] = t;
        d->c[i] = deck[i];
    }
    d->dealer = rnd(2);
}

static int pip(Card c) { return c.f.rank >= 9 ? 10 : c.f.rank + 1; }

static int fifteens(const Card *h, int n, int left)
{
    int s = 0;
    for (; n > 0; h++, n--) {
        int p = pip(*h);
        if (p == left) s += 2;
        else if (p < left) s += fifteens(h + 1, n - 1, left - p);
    }
    return s;
}

static int runs_pairs(const Card *h, int n)
{
    unsigned char cnt[16] = { 0 };
    int s = 0, len = 0, mult = 1;
    while (n--) cnt[h++->f.rank]++;
    for (int r = 0; r <= 13; r++) {
        if (cnt[r]) {
            s += cnt[r] * (cnt[r] - 1);
            len++;
            mult *= cnt[r];
        } else {
            if (len >= 3) s += len * mult;
            len = 0; mult = 1;
        }
    }
    return s;
}

static int show(const Card *keep, Card starter)
{
    Card h[5];
    memcpy(h, keep, 4 * sizeof *h);
    h[4] = starter;
    int s = fifteens(h, 5, 15) + runs_pairs(h, 5);
    int i = 1;
    while (i < 4 && h[i].f.suit == h[0].f.suit) i++;
    if (i == 4) s += 4 + (starter.f.suit == h[0].f.suit);
    for (i = 0; i < 4; i++)
        if (h[i].f.rank == 10 && h[i].f.suit == starter.f.suit) s++;
    return s;
}

/* rough expected crib points of two cards, in 1/46 points */
static int crib_worth(Card a, Card b)
{
    int v = 4 * 46, d = abs(a.f.rank - b.f.rank);
    if (d == 0) v += 92;
    if (d == 1) v += 40; else if (d == 2) v += 25;
    if (pip(a) + pip(b) == 15) v += 92;
    if (pip(a) == 5) v += 60;
    if (pip(b) == 5) v += 60;
    if (a.f.suit == b.f.suit) v += 5;
    return v;
}

static void remember(int no, const Deal *d, int keep, int value)
{
    Top **p = &top, *t;
    while (*p && (*p)->value >= value) p = &(*p)->next;
    if (ntop >= 10 && !*p) return;
    if (!(t = malloc(sizeof *t))) exit(1);
    t->deal = no; t->keep = keep; t->value = value; t->hand = *d;
    t->next = *p; *p = t;
    if (++ntop > 10) {
        for (p = &top; (*p)->next; p = &(*p)->next) ;
        free(*p); *p = NULL; ntop--;
    }
}

static void analyse(int no, Deal *d)
{
    char seen[64] = { 0 };
    int best = -1000000, pick = 0, k = 0, tie = 0, bestcrib = 0, hist[30] = { 0 };
    for (int i = 0; i < 6; i++) seen[d->c[i].code & 63] = 1;
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 6; b++, k++) {
            Card keep[4];
            int n = 0, sum = 0, h[30] = { 0 };
            for (int i = 0; i < 6; i++)
                if (i != a && i != b) keep[n++] = d->c[i];
            for (int s = 0; s < 4; s++)
                for (int r = 0; r < 13; r++) {
                    Card c = { .code = 0 };
                    c.f.rank = r; c.f.suit = s;
                    if (seen[c.code]) continue;
                    int v = show(keep, c);
                    sum += v;
                    h[v]++;
                }
            int crib = crib_worth(d->c[a], d->c[b]);
            sum += d->dealer ? crib : -crib;
            if (sum == best) tie = 1;
            if (sum > best) {
                best = sum; pick = k; tie = 0; bestcrib = crib;
                memcpy(hist, h, sizeof hist);
            }
        }
    st.total += best;
    st.crib += d->dealer ? bestcrib : -bestcrib;
    st.choice[pick]++;
    st.ties += tie;
    for (int i = 0; i < 30; i++) st.hist[i] += hist[i];
    int s0 = d->c[0].f.suit, same = 0;
    for (int i = 0; i < 6; i++) same += d->c[i].f.suit == s0;
    st.flushes += same >= 4;
    if (best < st.worst) { st.worst = best; st.worst_deal = no; }
    if (best > 10 * 46) remember(no, d, pick, best);
}

static void print_hand(const Deal *d)
{
    for (int i = 0; i < 6; i++) printf(" %c%c", "A23456789TJQK"[d->c[i].f.rank], "cdhs"[d->c[i].f.suit]);
    printf(d->dealer ? " (own crib)" : " (their crib)");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9000;
    lcg = argc > 2 ? strtoull(argv[2], NULL, 10) : 1632;
    if (n < 1) return 1;
    for (int i = 0; i < n; i++) {
        Deal d;
        deal(&d);
        analyse(i, &d);
    }
    printf("deals %d mean value %.9f crib part %.9f ties %ld flushes %ld\n", n, st.total / 46.0 / n, st.crib / 46.0 / n,
           st.ties, st.flushes);
    for (int i = 0; i < 30; i++) printf("%ld%c", st.hist[i], i % 10 == 9 ? '\n' : ' ');
    for (int i = 0; i < 15; i++) printf("%ld%c", st.choice[i], i == 14 ? '\n' : ' ');
    printf("worst deal %d (%.4f)\n", st.worst_deal, st.worst / 46.0);
    while (top) {
        Top *t = top;
        printf("deal %6d value %8.4f discard %2d:", t->deal, t->value / 46.0, t->keep);
        print_hand(&t->hand);
        putchar('\n');
        top = t->next; free(t);
    }
    return 0;
}
