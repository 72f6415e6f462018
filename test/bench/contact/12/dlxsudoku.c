// dlxsudoku.c -- how hard are random sudokus?  Knuth's dancing links.
//
// Puzzles are made by shuffling a pattern grid and rubbing out cells.  Each is
// solved by exact cover; we count solutions (up to a limit), search nodes and
// the deepest guess, and make a table by number of givens.
//
//    dlxsudoku [puzzles] [limit]

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLS   324
#define ROWS   729
#define NODES  (COLS + 1 + 4 * ROWS)

typedef struct node {
    struct node *left, *right, *up, *down;
    struct node *col;
    int row;
    int size;       // column headers only
} node;

static node pool[NODES];
static int npool;
static node *root;
static node *rowstart[ROWS];

static int answer[81];
static int solution[81];      // the first one found
static int limit;
static int nsolutions, deepest, guesses;
static long visited;

static unsigned seed = 4711;

static int below(int n)
{
    seed = seed * 22695477u + 1u;
    return (int)((seed >> 16) % (unsigned)n);
}

static node *fresh(void)
{
    node *n = &pool[npool++];
    n->left = n->right = n->up = n->down = n;
    n->col = n;
    n->row = -1;
    n->size = 0;
    return n;
}

static void build_matrix(void)
{
    node *head[COLS];
    npool = 0;
    root = fresh();
    for (int c = 0; c < COLS; c++) {
        node *h = fresh();
        h->left = root->left;
        h->right = root;
        root->left->right = h;
        root->left = h;
        head[c] = h;
    }
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            for (int d = 0; d < 9; d++) {
                int b = r / 3 * 3 + c / 3;
                int which[4] = { r * 9 + c, 81 + r * 9 + d, 162 + c * 9 + d, 243 + b * 9 + d };
                node *first = NULL;
                for (int k = 0; k < 4; k++) {
                    node *n = fresh(), *h = head[which[k]];
                    n->col = h;
                    n->row = (r * 9 + c) * 9 + d;
                    n->up = h->up;
                    n->down = h;
                    h->up->down = n;
                    h->up = n;
                    h->size++;
                    if (first) {
                        n->left = first->left;
                        n->right = first;
                        first->left->right = n;
                        first->left = n;
                    } else {
                        first = n;
                        rowstart[n->row] = n;
                    }
                }
            }
}

static void cover(node *c)
{
    c->right->left = c->left;
    c->left->right = c->right;
    for (node *i = c->down; i != c; i = i->down)
        for (node *j = i->right; j != i; j = j->right) {
            j->down->up = j->up;
            j->up->down = j->down;
            j->col->size--;
        }
}

static void uncover(node *c)
{
    for (node *i = c->up; i != c; i = i->up)
        for (node *j = i->left; j != i; j = j->left) {
            j->col->size++;
            j->down->up = j;
            j->up->down = j;
        }
    c->right->left = c;
    c->left->right = c;
}

static void search(int depth)
{
    visited++;
    if (root->right == root) {
        if (nsolutions++ == 0)
            memcpy(solution, answer, sizeof solution);
        return;
    }
    node *c = root->right;
    for (node *j = c->right; j != root; j = j->right)
        if (j->size < c->size)
            c = j;
    if (c->size == 0)
        return;
    if (c->size > 1) {
        guesses++;
        if (depth > deepest)
            deepest = depth;
    }
    int branching = c->size > 1;
    cover(c);
    for (node *r = c->down; r != c && nsolutions < limit; r = r->down) {
        answer[r->row / 9] = r->row % 9 + 1;
        for (node *j = r->right; j != r; j = j->right)
            cover(j->col);
        search(depth + branching);
        for (node *j = r->left; j != r; j = j->left)
            uncover(j->col);
    }
    uncover(c);
}

static void solve(const char *puzzle)
{
    build_matrix();
    nsolutions = deepest = guesses = 0;
    visited = 0;
    for (int i = 0; i < 81; i++)
        if (puzzle[i] != '.') {
            node *n = rowstart[i * 9 + puzzle[i] - '1'];
            answer[i] = puzzle[i] - '0';
            cover(n->col);
            for (node *j = n->right; j != n; j = j->right)
                cover(j->col);
        }
    search(0);
}

static void shuffle(int *a, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

// three bands (or stacks) shuffled, three lines in each shuffled
static void line_order(int *order)
{
    int band[3] = { 0, 1, 2 };
    shuffle(band, 3);
    for (int b = 0; b < 3; b++) {
        int in[3] = { 0, 1, 2 };
        shuffle(in, 3);
        for (int k = 0; k < 3; k++)
            order[b * 3 + k] = band[b] * 3 + in[k];
    }
}

static void make_puzzle(char *out, int givens)
{
    int digit[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, rows[9], cols[9], cell[81];
    shuffle(digit, 9);
    line_order(rows);
    line_order(cols);
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            int R = rows[r], C = cols[c];
            out[r * 9 + c] = (char)('0' + digit[(R * 3 + R / 3 + C) % 9]);
        }
    for (int i = 0; i < 81; i++)
        cell[i] = i;
    shuffle(cell, 81);
    for (int i = 0; i < 81 - givens; i++)
        out[cell[i]] = '.';
    out[81] = '\0';
}

int main(int argc, char **argv)
{
    int puzzles = argc > 1 ? atoi(argv[1]) : 10000;
    limit = argc > 2 ? atoi(argv[2]) : 100;

    struct { int n, unique, capped; long sols, nodes, guesses; int deepest; } table[8];
    memset(table, 0, sizeof table);
    char (*puzzle)[82] = malloc(puzzles * sizeof *puzzle);
    for (int i = 0; i < puzzles; i++)
        make_puzzle(puzzle[i], 24 + 2 * (i % 8));

    unsigned hash = 0;
    long most = -1;
    int hardest = 0;
    for (int i = 0; i < puzzles; i++) {
        solve(puzzle[i]);
        int t = i % 8;
        table[t].n++;
        table[t].unique += nsolutions == 1;
        table[t].capped += nsolutions >= limit;
        table[t].sols += nsolutions;
        table[t].nodes += visited;
        table[t].guesses += guesses;
        if (deepest > table[t].deepest)
            table[t].deepest = deepest;
        if (visited > most) {
            most = visited;
            hardest = i;
        }
        for (int k = 0; k < 81; k++)
            hash = hash * 31 + (unsigned)solution[k];
    }

    printf("givens     n  unique  capped  solutions      nodes  guesses deepest\n");
    for (int t = 0; t < 8; t++)
        printf("%6d %5d %7d %7d %10ld %10ld %8ld %7d\n", 24 + 2 * t, table[t].n,
               table[t].unique, table[t].capped, table[t].sols, table[t].nodes,
               table[t].guesses, table[t].deepest);
    printf("hardest %d with %ld nodes: %s\n", hardest, most, puzzle[hardest]);
    printf("hash %08x\n", hash);
    free(puzzle);
    return 0;
}
