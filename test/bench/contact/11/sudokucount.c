/*
 * sudokucount: count the solutions of weakly constrained sudoku grids and of
 * the n queens problem by recursive search.
 *
 *      sudokucount [puzzles [holes [queens]]]
 *
 * The grids are made by shuffling a canonical solution and punching holes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 9
#define CELLS 81
#define ALL 0x1ff

typedef struct {
    unsigned char cell[CELLS];          /* 0 = empty, else 1..9 */
    unsigned short row[N], col[N], box[N];      /* used digits */
} Grid;

typedef struct {
    Grid start;
    char text[CELLS + 1];
    long long solutions;
    long long nodes;
    long long digest;
} Puzzle;

typedef struct {
    long long limit;
    long long found;
    long long nodes;
    long long digest;
} Search;

static unsigned int rand_seed = 20240u;

static int randint(int n)
{
    rand_seed ^= rand_seed << 13;
    rand_seed ^= rand_seed >> 17;
    rand_seed ^= rand_seed << 5;
    return (int)(rand_seed % (unsigned)n);
}

static inline int box_of(int i) { return i / 27 * 3 + i % 9 / 3; }

static inline int count_bits(unsigned m)
{
    int n = 0;
    for (; m; m &= m - 1)
        n++;
    return n;
}

static inline unsigned candidates(const Grid *g, int i)
{
    return ALL & ~(g->row[i / 9] | g->col[i % 9] | g->box[box_of(i)]);
}

static inline void place(Grid *g, int i, int d)
{
    unsigned bit = 1u << (d - 1);
    g->cell[i] = (unsigned char)d;
    g->row[i / 9] |= bit;
    g->col[i % 9] |= bit;
    g->box[box_of(i)] |= bit;
}

static inline void unplace(Grid *g, int i)
{
    unsigned bit = 1u << (g->cell[i] - 1);
    g->cell[i] = 0;
    g->row[i / 9] &= ~bit;
    g->col[i % 9] &= ~bit;
    g->box[box_of(i)] &= ~bit;
}

static int grid_parse(Grid *g, const char *s)
{
    memset(g, 0, sizeof *g);
    for (int i = 0; i < CELLS; i++) {
        if (s[i] == '.')
            continue;
        int d = s[i] - '0';
        if (d < 1 || d > 9 || !(candidates(g, i) >> (d - 1) & 1))
            return 0;
        place(g, i, d);
    }
    return 1;
}

/* most constrained empty cell; -1 when full, *mask = 0 on a dead end */
static int choose_cell(const Grid *g, unsigned *mask)
{
    int best = -1, best_n = 10;
    for (int i = 0; i < CELLS; i++) {
        if (g->cell[i])
            continue;
        unsigned m = candidates(g, i);
        int n = count_bits(m);
        if (n < best_n) {
            best = i;
            best_n = n;
            *mask = m;
            if (n <= 1)
                break;
        }
    }
    return best;
}

static void solve(Grid *g, Search *s)
{
    unsigned mask = 0;
    int at = choose_cell(g, &mask);

    s->nodes++;
    if (at < 0) {
        long long h = 0;
        for (int i = 0; i < N; i++)
            h = h * 10 + g->cell[i * 10];
        s->found++;
        s->digest += h;
        return;
    }
    for (int d = 1; d <= 9 && s->found < s->limit; d++) {
        if (mask >> (d - 1) & 1) {
            place(g, at, d);
            solve(g, s);
            unplace(g, at);
        }
    }
}

static void shuffle(int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = randint(i + 1), t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

static void make_puzzle(Puzzle *p, int holes)
{
    int digit[9], rows[9], cols[9], where[CELLS];
    int band[3] = { 0, 1, 2 }, stack[3] = { 0, 1, 2 };

    for (int i = 0; i < 9; i++)
        digit[i] = i + 1;
    shuffle(digit, 9);
    shuffle(band, 3);
    shuffle(stack, 3);
    for (int b = 0; b < 3; b++) {
        int in[3] = { 0, 1, 2 };
        shuffle(in, 3);
        for (int k = 0; k < 3; k++)
            rows[b * 3 + k] = band[b] * 3 + in[k];
        shuffle(in, 3);
        for (int k = 0; k < 3; k++)
            cols[b * 3 + k] = stack[b] * 3 + in[k];
    }
    for (int i = 0; i < CELLS; i++) {
        int r = rows[i / 9], c = cols[i % 9];
        p->text[i] = (char)('0' + digit[(r * 3 + r / 3 + c) % 9]);
        where[i] = i;
    }
    shuffle(where, CELLS);
    for (int i = 0; i < holes; i++)
        p->text[where[i]] = '.';
    p->text[CELLS] = '\0';
    if (!grid_parse(&p->start, p->text)) {
        fprintf(stderr, "internal error: bad grid %s\n", p->text);
        exit(1);
    }
}

static void count_solutions(Puzzle *p, long long limit)
{
    Search s = { limit, 0, 0, 0 };
    Grid work = p->start;

    solve(&work, &s);
    p->solutions = s.found;
    p->nodes = s.nodes;
    p->digest = s.digest;
}

/* bit board queens: columns and both diagonals */
static long long queens(unsigned full, unsigned cols, unsigned dl, unsigned dr)
{
    if (cols == full)
        return 1;
    long long n = 0;
    unsigned open = full & ~(cols | dl | dr);
    while (open) {
        unsigned bit = open & -open;
        open ^= bit;
        n += queens(full, cols | bit, (dl | bit) << 1, (dr | bit) >> 1);
    }
    return n;
}

static long long count_queens(int n)
{
    unsigned full = (1u << n) - 1;
    long long total = 0;

    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        total += queens(full, bit, bit << 1, bit >> 1);
    }
    return total;
}

int main(int argc, char **argv)
{
    int npuz = 60, holes = 57, nq = 12;
    const long long limit = 20000;

    if (argc > 1) npuz = atoi(argv[1]);
    if (argc > 2) holes = atoi(argv[2]);
    if (argc > 3) nq = atoi(argv[3]);
    if (argc > 4 || npuz < 1 || holes < 0 || holes > 70 || nq < 1 || nq > 16) {
        fprintf(stderr, "usage: %s [puzzles [holes 0..70 [queens 1..16]]]\n", argv[0]);
        return 1;
    }
    Puzzle *puz = calloc(npuz, sizeof *puz);
    if (!puz) {
        perror("sudokucount");
        return 1;
    }
    for (int i = 0; i < npuz; i++)
        make_puzzle(&puz[i], holes);
    for (int i = 0; i < npuz; i++)
        count_solutions(&puz[i], limit);

    long long nodes = 0, sols = 0, digest = 0;
    int most = 0, capped = 0;
    for (int i = 0; i < npuz; i++) {
        nodes += puz[i].nodes;
        sols += puz[i].solutions;
        digest = (digest * 31 + puz[i].digest) % 1000000007LL;
        capped += puz[i].solutions >= limit;
        if (puz[i].solutions > puz[most].solutions)
            most = i;
    }
    printf("%d puzzles with %d holes: %lld solutions, %lld nodes, digest %lld\n", npuz, holes, sols, nodes, digest);
    printf("%d reached the limit of %lld; most solutions (%lld):\n", capped, limit, puz[most].solutions);
    for (int r = 0; r < 9; r++)
        printf("  %.9s\n", puz[most].text + 9 * r);
    for (int n = nq > 4 ? nq - 4 : 1; n <= nq; n++)
        printf("queens(%d) = %lld\n", n, count_queens(n));
    free(puz);
    return 0;
}
