/*
 * polytile - counts the ways to tile a board with the twelve pentominoes
 * (each used at most once), depth first search over bit masks.
 *
 * usage: polytile [width] [height]     (width * height a multiple of 5, <= 60)
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NPIECES 12
#define MAXPLACE 4096
#define CELLS 5

typedef struct {
    int8_t x[CELLS], y[CELLS];
} shape_t;

typedef struct {
    uint64_t mask;
    int piece;
} place_t;

typedef struct {
    int w, h, ncells;
    uint64_t full;
    place_t *by_first[64];      /* placements whose lowest cell is this one */
    int count[64];
    int index[64][NPIECES + 1];
} board_t;

struct result {
    long solutions;
    long nodes;
    unsigned long long hash;
    int trail[NPIECES];
    int first[NPIECES];
};

static const char *const piece_rows[NPIECES] = {
    ".XX/XX./.X.", "X/X/X/X/X", "X./X./X./XX", "XX/XX/X.", ".X/XX/X./X.", "XXX/.X./.X.",
    "X.X/XXX", "X../X../XXX", "X../XX./.XX", ".X./XXX/.X.", ".X/XX/.X/.X", "XX./.X./.XX",
};
static const char piece_name[] = "FILPNTUVWXYZ";

static shape_t parse_piece(const char *rows)
{
    shape_t s;
    int n = 0, x = 0, y = 0;
    for (; *rows; rows++) {
        if (*rows == '/') {
            y++;
            x = 0;
            continue;
        }
        if (*rows == 'X') {
            s.x[n] = (int8_t)x;
            s.y[n++] = (int8_t)y;
        }
        x++;
    }
    return s;
}

static void normalise(shape_t *s)
{
    int mx = s->x[0], my = s->y[0];
    for (int i = 1; i < CELLS; i++) {
        mx = s->x[i] < mx ? s->x[i] : mx;
        my = s->y[i] < my ? s->y[i] : my;
    }
    for (int i = 0; i < CELLS; i++) {
        s->x[i] = (int8_t)(s->x[i] - mx);
        s->y[i] = (int8_t)(s->y[i] - my);
    }
}

static shape_t turn(const shape_t *s, int how)
{
    shape_t r;
    for (int i = 0; i < CELLS; i++) {
        int x = s->x[i], y = s->y[i];
        if (how & 4)
            x = -x;
        for (int k = 0; k < (how & 3); k++) {
            int t = x;
            x = -y;
            y = t;
        }
        r.x[i] = (int8_t)x;
        r.y[i] = (int8_t)y;
    }
    normalise(&r);
    return r;
}

static void add_placement(board_t *b, uint64_t mask, int piece)
{
    int first = __builtin_ctzll(mask);
    for (int i = 0; i < b->count[first]; i++)
        if (b->by_first[first][i].mask == mask && b->by_first[first][i].piece == piece)
            return;
    if (!b->by_first[first])
        b->by_first[first] = malloc(MAXPLACE * sizeof(place_t));
    if (!b->by_first[first] || b->count[first] == MAXPLACE) {
        fprintf(stderr, "polytile: table overflow\n");
        exit(1);
    }
    b->by_first[first][b->count[first]].mask = mask;
    b->by_first[first][b->count[first]++].piece = piece;
}

static void board_init(board_t *b, int w, int h)
{
    memset(b, 0, sizeof *b);
    b->w = w;
    b->h = h;
    b->ncells = w * h;
    b->full = w * h == 64 ? ~0ull : (1ull << (w * h)) - 1;
    for (int p = 0; p < NPIECES; p++) {
        shape_t base = parse_piece(piece_rows[p]);
        for (int how = 0; how < 8; how++) {
            shape_t s = turn(&base, how);
            for (int oy = 0; oy < h; oy++)
                for (int ox = 0; ox < w; ox++) {
                    uint64_t mask = 0;
                    int i;
                    for (i = 0; i < CELLS && ox + s.x[i] < w && oy + s.y[i] < h; i++)
                        mask |= 1ull << ((oy + s.y[i]) * w + ox + s.x[i]);
                    if (i == CELLS)
                        add_placement(b, mask, p);
                }
        }
    }
}

/* every hole must have a multiple of five cells */
static int hopeless(const board_t *b, uint64_t used)
{
    uint64_t left = b->full & ~used, edge0 = 0;
    for (int y = 0; y < b->h; y++)
        edge0 |= 1ull << (y * b->w);
    while (left) {
        uint64_t r = left & -left, grown;
        for (;; r = grown) {
            grown = r | ((r & ~(edge0 << (b->w - 1))) << 1) | ((r & ~edge0) >> 1) |
                    (r << b->w) | (r >> b->w);
            grown &= left;
            if (grown == r)
                break;
        }
        if (__builtin_popcountll(r) % CELLS)
            return 1;
        left &= ~r;
    }
    return 0;
}

static void search(const board_t *b, uint64_t used, unsigned pieces, int depth, struct result *res)
{
    int cell;

    res->nodes++;
    if (used == b->full) {
        res->solutions++;
        for (int i = 0; i < depth; i++)
            res->hash = res->hash * 31 + (unsigned)res->trail[i];
        if (res->solutions == 1)
            memcpy(res->first, res->trail, sizeof res->first);
        return;
    }
    if (depth > 1 && depth < 9 && hopeless(b, used))
        return;
    cell = __builtin_ctzll(~used);
    for (int i = 0; i < b->count[cell]; i++) {
        const place_t *p = &b->by_first[cell][i];
        if ((p->mask & used) || (pieces >> p->piece & 1))
            continue;
        res->trail[depth] = p->piece;
        search(b, used | p->mask, pieces | 1u << p->piece, depth + 1, res);
    }
}

#define SPLIT 3
#define MAXJOBS 100000

struct job {
    uint64_t used;
    unsigned pieces;
    int depth;
    struct result res;
};

static struct job *jobs;
static int njobs;
static long split_nodes;

/* first levels of the search: collects the subtrees in search order */
static void split(const board_t *b, uint64_t used, unsigned pieces, int depth, int *trail)
{
    if (depth == SPLIT || used == b->full) {
        if (njobs == MAXJOBS)
            exit(1);
        jobs[njobs].used = used;
        jobs[njobs].pieces = pieces;
        jobs[njobs].depth = depth;
        memset(&jobs[njobs].res, 0, sizeof jobs[njobs].res);
        memcpy(jobs[njobs++].res.trail, trail, NPIECES * sizeof *trail);
        return;
    }
    split_nodes++;
    if (depth > 1 && depth < 9 && hopeless(b, used))
        return;
    int cell = __builtin_ctzll(~used);
    for (int i = 0; i < b->count[cell]; i++) {
        const place_t *p = &b->by_first[cell][i];
        if ((p->mask & used) || (pieces >> p->piece & 1))
            continue;
        trail[depth] = p->piece;
        split(b, used | p->mask, pieces | 1u << p->piece, depth + 1, trail);
    }
}

static void search_all(const board_t *b, struct result *res)
{
    int trail[NPIECES] = { 0 };

    jobs = malloc(MAXJOBS * sizeof *jobs);
    if (!jobs)
        exit(1);
    split(b, 0, 0, 0, trail);
#pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < njobs; k++) {
        struct result r = jobs[k].res;
        search(b, jobs[k].used, jobs[k].pieces, jobs[k].depth, &r);
        jobs[k].res = r;
    }
    res->nodes = split_nodes;
    for (int k = 0; k < njobs; k++) {
        struct result *r = &jobs[k].res;
        for (long i = 0; i < r->solutions * (b->ncells / CELLS); i++)
            res->hash *= 31;
        res->hash += r->hash;
        if (!res->solutions && r->solutions)
            memcpy(res->first, r->first, sizeof res->first);
        res->solutions += r->solutions;
        res->nodes += r->nodes;
    }
    free(jobs);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 5, h = argc > 2 ? atoi(argv[2]) : 12;
    static board_t b;
    struct result res;

    if (w < 1 || h < 1 || w * h > 60 || w * h % CELLS) {
        fprintf(stderr, "usage: polytile [width] [height]\n");
        return 1;
    }
    board_init(&b, w, h);
    memset(&res, 0, sizeof res);
    search_all(&b, &res);
    printf("%d x %d: %ld tilings (%ld up to symmetry), %ld nodes, hash %016llx\n", w, h,
           res.solutions, res.solutions / 4, res.nodes, res.hash);
    printf("first:");
    for (int i = 0; res.solutions && i < b.ncells / CELLS; i++)
        printf(" %c", piece_name[res.first[i]]);
    putchar('\n');
    for (int c = 0; c < 64; c++)
        free(b.by_first[c]);
    return 0;
}
