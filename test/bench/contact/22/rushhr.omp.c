/* rushhr.c - look for hard sliding-car puzzles on a 6x6 board.
 * Random boards are drawn and solved by breadth-first search over packed
 * states; the hardest one found is printed with its solution.
 * The boards are independent: OpenMP threads take them in small batches, each
 * with its own search tables, and the results are reported in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum { N = 6, EXITROW = 2, MAXCAR = 14, HBITS = 18, QMAX = 150000 };

typedef uint64_t u64;

struct car { uint8_t horiz, len, line; };       /* line: the row or column it lives in */

struct puzzle {
    int ncar;
    struct car car[MAXCAR];
    u64 start;                                  /* 3 bits of position per car */
};

struct search {
    u64 *key;                                   /* open addressing, key + 1, 0 = free */
    u64 *queue;
    int *parent;
    int *slot;                                  /* used slots, to clear quickly */
    int head, tail;
};

struct outcome { int moves, states, full; };

static inline u64 mix(u64 x)
{
    x ^= x >> 31; x *= 0x7fb5d329728ea185ull;
    x ^= x >> 27; x *= 0x81dadef4bc2dd44dull;
    return x ^ x >> 33;
}

static inline int pos_of(u64 s, int c) { return (int)(s >> (3 * c) & 7); }

static inline u64 cell(int r, int c) { return 1ull << (r * N + c); }

static u64 car_mask(const struct car *k, int pos)
{
    u64 m = 0;
    for (int i = 0; i < k->len; i++)
        m |= k->horiz ? cell(k->line, pos + i) : cell(pos + i, k->line);
    return m;
}

static int make_puzzle(struct puzzle *p, u64 seed)
{
    u64 occ = 0, r = mix(seed + 0x1234567);
    memset(p, 0, sizeof *p);
    p->car[0] = (struct car){ 1, 2, EXITROW };
    p->start = r % 2;
    occ = car_mask(&p->car[0], (int)p->start);
    p->ncar = 1;
    int want = 11 + (int)(mix(r) % 3);
    for (int tries = 0; tries < 200 && p->ncar < want; tries++) {
        r = mix(r + 77);
        struct car k = { r & 1, r >> 1 & 3 ? 2 : 3, (r >> 8) % N };
        int pos = (int)((r >> 16) % (N - k.len + 1u));
        if (k.horiz && k.line == EXITROW)
            continue;                           /* would never get out of the way */
        u64 m = car_mask(&k, pos);
        if (m & occ)
            continue;
        occ |= m;
        p->start |= (u64)pos << (3 * p->ncar);
        p->car[p->ncar++] = k;
    }
    return p->ncar == want;
}

static void search_init(struct search *s)
{
    s->key = calloc(1u << HBITS, sizeof *s->key);
    s->queue = malloc(QMAX * sizeof *s->queue);
    s->parent = malloc(QMAX * sizeof *s->parent);
    s->slot = malloc(QMAX * sizeof *s->slot);
    if (!s->key || !s->queue || !s->parent || !s->slot)
        exit(1);
    s->head = s->tail = 0;
}

static void search_free(struct search *s)
{
    free(s->key); free(s->queue); free(s->parent); free(s->slot);
}

static void push(struct search *s, u64 st, int from)
{
    unsigned h = (unsigned)(mix(st) >> (64 - HBITS));
    while (s->key[h]) {
        if (s->key[h] == st + 1)
            return;
        h = (h + 1) & ((1u << HBITS) - 1);
    }
    s->key[h] = st + 1;
    s->slot[s->tail] = (int)h;
    s->queue[s->tail] = st;
    s->parent[s->tail] = from;
    s->tail++;
}

/* index of the solving state in the queue, -1: none, -2: ran out of room */
static int solve(const struct puzzle *p, struct search *s)
{
    for (int i = 0; i < s->tail; i++)
        s->key[s->slot[i]] = 0;
    s->head = s->tail = 0;
    push(s, p->start, -1);
    while (s->head < s->tail) {
        u64 st = s->queue[s->head], occ = 0;
        if (pos_of(st, 0) == N - 2)
            return s->head;
        if (s->tail > QMAX - 200)
            return -2;
        for (int c = 0; c < p->ncar; c++)
            occ |= car_mask(&p->car[c], pos_of(st, c));
        for (int c = 0; c < p->ncar; c++) {
            const struct car *k = &p->car[c];
            int at = pos_of(st, c);
            u64 one = 1ull << (3 * c);
            u64 nx = st;
            for (int q = at - 1; q >= 0; q--) {         /* up or left, any distance */
                if (occ & (k->horiz ? cell(k->line, q) : cell(q, k->line))) break;
                push(s, nx -= one, s->head);
            }
            nx = st;
            for (int q = at + k->len; q < N; q++) {     /* down or right */
                if (occ & (k->horiz ? cell(k->line, q) : cell(q, k->line))) break;
                push(s, nx += one, s->head);
            }
        }
        s->head++;
    }
    return -1;
}

static struct outcome evaluate(const struct puzzle *p, struct search *s)
{
    struct outcome o = { 0, 0, 0 };
    int g = solve(p, s);
    o.states = s->tail;
    o.full = g == -2;
    if (g >= 0)
        for (int i = g; s->parent[i] >= 0; i = s->parent[i])
            o.moves++;
    return o;
}

static void draw(const struct puzzle *p, u64 st)
{
    char b[N][N + 1];
    for (int r = 0; r < N; r++)
        strcpy(b[r], "......");
    for (int c = 0; c < p->ncar; c++)
        for (int i = 0; i < p->car[c].len; i++) {
            int q = pos_of(st, c) + i, l = p->car[c].line;
            *(p->car[c].horiz ? &b[l][q] : &b[q][l]) = (char)(c ? 'A' + c : 'X');
        }
    for (int r = 0; r < N; r++)
        printf("    %s%s\n", b[r], r == EXITROW ? " ->" : "");
}

static void show_solution(const struct puzzle *p, struct search *s)
{
    int chain[512], n = 0;
    for (int i = solve(p, s); i >= 0 && n < 512; i = s->parent[i])
        chain[n++] = i;
    draw(p, p->start);
    for (int k = n - 2; k >= 0; k--) {
        u64 a = s->queue[chain[k + 1]], b = s->queue[chain[k]];
        for (int c = 0; c < p->ncar; c++)
            if (pos_of(a, c) != pos_of(b, c))
                printf(" %c%+d", c ? 'A' + c : 'X', pos_of(b, c) - pos_of(a, c));
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 2400;
    int base = argc > 2 ? atoi(argv[2]) : 1;
    struct search s;
    struct puzzle best;
    int hist[128] = { 0 }, unsolv = 0, full = 0, made = 0, bestmoves = 0;
    long total = 0;

    struct outcome *res = malloc((size_t)(count > 0 ? count : 1) * sizeof *res);
    if (!res)
        return 1;
    #pragma omp parallel
    {
        struct search mine;
        struct puzzle q;
        search_init(&mine);
        #pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < count; i++) {
            res[i].states = -1;
            if (make_puzzle(&q, (u64)base * 1000003u + (u64)i))
                res[i] = evaluate(&q, &mine);
        }
        search_free(&mine);
    }
    for (int i = 0; i < count; i++) {
        struct outcome o = res[i];
        if (o.states < 0)
            continue;
        made++;
        total += o.states;
        full += o.full;
        if (!o.moves) unsolv++;
        else hist[o.moves > 127 ? 127 : o.moves]++;
        if (o.moves > bestmoves) {
            bestmoves = o.moves;
            make_puzzle(&best, (u64)base * 1000003u + (u64)i);
            printf("board %d: %d cars, %d moves, %d states\n", i, best.ncar, o.moves, o.states);
        }
    }
    printf("%d boards, %d unsolvable (%d too large), %ld states\n", made, unsolv, full, total);
    for (int m = 1; m < 128; m++)
        if (hist[m]) printf("  %3d moves: %d\n", m, hist[m]);
    if (bestmoves) {
        search_init(&s);
        show_solution(&best, &s);
        search_free(&s);
    }
    free(res);
    return 0;
}
