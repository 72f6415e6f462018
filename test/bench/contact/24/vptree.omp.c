/* vptree - vantage-point tree over made-up product names (weighted edit distance),
 * then k-nearest spell-check queries with pruning.
 * usage: vptree [names] [queries] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXLEN 40
#define LEAF 8
#define NEAREST 5
#define TASK_MIN 256

typedef struct {
    char text[MAXLEN];
    int len;
    int key;        /* distance to the vantage of the node being built */
    int id;
} Name;

typedef struct Node {
    Name *vantage;
    int radius;
    struct Node *inside, *outside;
    Name *bucket;       /* leaf payload */
    int count;
} Node;

typedef struct {
    int id, dist;
} Hit;

typedef struct {
    Hit hit[NEAREST];
    int n;
} Answer;

static long distance_calls;
#pragma omp threadprivate(distance_calls)

static uint32_t next32(uint64_t *s)
{
    uint64_t z = (*s += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return (uint32_t)(z >> 32);
}

static void make_name(Name *w, int id, uint64_t *rng)
{
    static const char *syl[] = { "ka", "tor", "mi", "lex", "on", "va", "dri", "sun", "pe", "quo",
                                 "ra", "ble", "zin", "fo", "gar", "hy" };
    int parts = 3 + next32(rng) % 6;
    w->text[0] = 0;
    for (int i = 0; i < parts; i++) strcat(w->text, syl[next32(rng) % 16]);
    if (next32(rng) % 3 == 0) {
        size_t n = strlen(w->text);
        snprintf(w->text + n, MAXLEN - n, "-%u", (unsigned)(next32(rng) % 900));
    }
    w->len = (int)strlen(w->text);
    w->id = id;
    w->key = 0;
}

static void damage(Name *w, uint64_t *rng)
{
    for (int e = 1 + next32(rng) % 3; e > 0; e--) {
        int at = next32(rng) % w->len;
        if (next32(rng) % 2 && w->len > 4) {
            memmove(w->text + at, w->text + at + 1, w->len - at);
            w->len--;
        } else
            w->text[at] = 'a' + next32(rng) % 26;
    }
}

static int is_vowel(char c) { return c && strchr("aeiouy", c) != NULL; }

/* vowels are cheap to confuse with each other */
static int distance(const Name *a, const Name *b)
{
    int row[MAXLEN + 1];
    distance_calls++;
    for (int j = 0; j <= b->len; j++) row[j] = 2 * j;
    for (int i = 1; i <= a->len; i++) {
        int diag = row[0];
        char c = a->text[i - 1];
        row[0] = 2 * i;
        for (int j = 1; j <= b->len; j++) {
            char d = b->text[j - 1];
            int v = diag;
            if (c != d) v += is_vowel(c) && is_vowel(d) ? 1 : 2;
            diag = row[j];
            if (diag + 2 < v) v = diag + 2;
            if (row[j - 1] + 2 < v) v = row[j - 1] + 2;
            row[j] = v;
        }
    }
    return row[b->len];
}

static int by_key(const void *a, const void *b)
{
    const Name *x = a, *y = b;
    return x->key != y->key ? x->key - y->key : x->id - y->id;
}

static Node *build(Name *w, int n)
{
    if (n <= 0) return NULL;
    Node *nd = calloc(1, sizeof *nd);
    if (n <= LEAF) {
        nd->bucket = w;
        nd->count = n;
        return nd;
    }
    Name tmp = w[0];
    w[0] = w[n / 3];
    w[n / 3] = tmp;
    nd->vantage = &w[0];
    if (n > 8 * TASK_MIN) {
        #pragma omp taskloop grainsize(TASK_MIN)
        for (int i = 1; i < n; i++) w[i].key = distance(&w[0], &w[i]);
    } else
        for (int i = 1; i < n; i++) w[i].key = distance(&w[0], &w[i]);
    qsort(w + 1, n - 1, sizeof *w, by_key);
    int half = (n - 1) / 2;
    nd->radius = w[1 + half].key;
    #pragma omp task if (n > TASK_MIN)
    nd->inside = build(w + 1, half);
    nd->outside = build(w + 1 + half, n - 1 - half);
    if (n > TASK_MIN) {
        #pragma omp taskwait
    }
    return nd;
}

static void offer(Answer *a, int id, int d)
{
    int i = a->n;
    if (i == NEAREST) {
        const Hit *last = &a->hit[NEAREST - 1];
        if (d > last->dist || (d == last->dist && id > last->id)) return;
        i--;
    } else
        a->n++;
    while (i > 0 && (a->hit[i - 1].dist > d || (a->hit[i - 1].dist == d && a->hit[i - 1].id > id))) {
        a->hit[i] = a->hit[i - 1];
        i--;
    }
    a->hit[i] = (Hit){ id, d };
}

static int reach(const Answer *a) { return a->n < NEAREST ? 1 << 20 : a->hit[NEAREST - 1].dist; }

static void search(const Node *nd, const Name *q, Answer *a)
{
    if (!nd) return;
    for (int i = 0; i < nd->count; i++) offer(a, nd->bucket[i].id, distance(q, &nd->bucket[i]));
    if (!nd->vantage) return;
    int d = distance(q, nd->vantage);
    offer(a, nd->vantage->id, d);
    if (d < nd->radius) {
        search(nd->inside, q, a);
        if (d + reach(a) >= nd->radius) search(nd->outside, q, a);
    } else {
        search(nd->outside, q, a);
        if (d - reach(a) <= nd->radius) search(nd->inside, q, a);
    }
}

static void release(Node *nd)
{
    if (!nd) return;
    release(nd->inside);
    release(nd->outside);
    free(nd);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9000;
    int nq = argc > 2 ? atoi(argv[2]) : 48;
    uint64_t rng = argc > 3 ? strtoull(argv[3], NULL, 10) : 11;
    if (n < 1 || nq < 1) return 1;

    Name *names = malloc(n * sizeof *names), *query = malloc(nq * sizeof *query);
    Answer *ans = calloc(nq, sizeof *ans);
    for (int i = 0; i < n; i++) make_name(&names[i], i, &rng);
    for (int i = 0; i < nq; i++) {
        query[i] = names[next32(&rng) % n];
        damage(&query[i], &rng);
    }

    Node *root = NULL;
    long calls = 0;
    #pragma omp parallel reduction(+ : calls)
    {
        #pragma omp single
        root = build(names, n);
        #pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < nq; i++) search(root, &query[i], &ans[i]);
        calls += distance_calls;
    }

    uint64_t digest = 0;
    long sum = 0;
    for (int i = 0; i < nq; i++)
        for (int k = 0; k < ans[i].n; k++) {
            digest = digest * 1000003u + (uint64_t)ans[i].hit[k].id * 64 + ans[i].hit[k].dist;
            sum += ans[i].hit[k].dist;
        }
    printf("names %d queries %d distance calls %ld\n", n, nq, calls);
    printf("sum %ld digest %016llx\n", sum, (unsigned long long)digest);
    release(root);
    free(names);
    free(query);
    free(ans);
    return 0;
}
