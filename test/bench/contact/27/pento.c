/*  PENTO -- all ways to fill a box with the twelve pentominoes.
 *
 *  Solutions are found cell by cell (the first empty cell must be covered by
 *  some piece).  For the puzzle book we also want to know how the solutions
 *  look: which piece holds the corner, how often four pieces meet in a point,
 *  and which one is the "crossroads champion".
 *
 *  pento [width height]   area 60 (or less, then pieces are left over)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECES 12
#define MAXW 20
#define MAXH 20
#define MAXORI 8
#define STRIDE (MAXW + 6)

static const char *shape[PIECES] = {    /* rows separated by '/' */
    "F.##/##./.#.", "I#####", "L#.../####", "N##../.###", "P##/##/#.", "T###/.#./.#.",
    "U#.#/###", "V#../#../###", "W#../##./.##", "X.#./###/.#.", "Y.#../####", "Z##./.#./.##"
};

struct orient { int off[4]; };          /* offsets of the other four cells */

static struct orient ori[PIECES][MAXORI];
static int nori[PIECES];

static int W, H;
static char board[(MAXH + 6) * STRIDE]; /* 0 empty, -1 wall, else piece letter */
static int used[PIECES];
static int to_go;

static long solutions, nodes, dead;
static long corner[PIECES];
static long crossings[61];
static int best_cross = -1;
static char best_board[sizeof board];
static unsigned long long book = 14695981039346656037ULL;

static int cell_cmp(const void *a, const void *b)
{
    const int *p = a, *q = b;
    return p[0] != q[0] ? p[0] - q[0] : p[1] - q[1];
}

static void turn_piece(int k)
{
    int cell[5][2], n = 0, r = 0, c = 0, t, i, j;
    const char *s;
    for (s = shape[k] + 1; *s; s++) {
        if (*s == '/') { r++; c = 0; continue; }
        if (*s == '#') { cell[n][0] = r; cell[n][1] = c; n++; }
        c++;
    }
    for (t = 0; t < 8; t++) {
        struct orient o;
        for (i = 0; i < 5; i++) {       /* rotate; mirror half way */
            int y = cell[i][0], x = cell[i][1];
            cell[i][0] = x;
            cell[i][1] = t == 4 ? y : -y;
        }
        qsort(cell, 5, sizeof cell[0], cell_cmp);
        for (i = 1; i < 5; i++)
            o.off[i - 1] = (cell[i][0] - cell[0][0]) * STRIDE + cell[i][1] - cell[0][1];
        for (j = 0; j < nori[k]; j++)
            if (memcmp(&ori[k][j], &o, sizeof o) == 0) break;
        if (j == nori[k]) ori[k][nori[k]++] = o;
    }
}

static int at(int y, int x) { return (y + 3) * STRIDE + x + 3; }

static void record(void)
{
    int y, x, cross = 0;
    unsigned h = 1;
    solutions++;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            int p = at(y, x);
            h = h * 37 + (unsigned)board[p];
            if (y + 1 < H && x + 1 < W) {
                char a = board[p], b = board[p + 1], c = board[p + STRIDE], d = board[p + STRIDE + 1];
                if (a != b && a != c && a != d && b != c && b != d && c != d) cross++;
            }
        }
    for (y = 0; y < PIECES; y++)
        if (shape[y][0] == board[at(0, 0)]) corner[y]++;
    crossings[cross]++;
    if (cross > best_cross) {
        best_cross = cross;
        memcpy(best_board, board, sizeof board);
    }
    book = (book ^ h) * 1099511628211ULL;
}

/* an empty cell with no empty neighbour can never be filled */
static int lonely(int p)
{
    return board[p] == 0 && board[p + 1] && board[p - 1] && board[p + STRIDE] && board[p - STRIDE];
}

static void place(int from)
{
    int p = from, k, j;
    nodes++;
    if (to_go == 0) { record(); return; }
    while (board[p]) p++;
    if (lonely(p)) { dead++; return; }
    for (k = 0; k < PIECES; k++) {
        if (used[k]) continue;
        for (j = 0; j < nori[k]; j++) {
            const int *o = ori[k][j].off;
            if (board[p + o[0]] | board[p + o[1]] | board[p + o[2]] | board[p + o[3]]) continue;
            board[p] = board[p + o[0]] = board[p + o[1]] = board[p + o[2]] = board[p + o[3]] = shape[k][0];
            used[k] = 1;
            to_go -= 5;
            place(p + 1);
            to_go += 5;
            used[k] = 0;
            board[p] = board[p + o[0]] = board[p + o[1]] = board[p + o[2]] = board[p + o[3]] = 0;
        }
    }
}

static void show(const char *b)
{
    int y, x;
    for (y = 0; y < H; y++) {
        printf("    ");
        for (x = 0; x < W; x++) putchar(b[at(y, x)]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int k, y, x, total = 0;
    W = argc > 1 ? atoi(argv[1]) : 5;
    H = argc > 2 ? atoi(argv[2]) : 12;
    if (W < 3 || H < 3 || W > MAXW || H > MAXH || W * H > 60 || W * H % 5) {
        fprintf(stderr, "pento: cannot do a %d x %d box\n", W, H);
        return 1;
    }
    for (k = 0; k < PIECES; k++) { turn_piece(k); total += nori[k]; }
    memset(board, -1, sizeof board);
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) board[at(y, x)] = 0;
    to_go = W * H;
    place(at(0, 0));

    printf("%d x %d: %ld solutions (with reflections), %d oriented pieces\n", W, H, solutions, total);
    printf("%ld nodes, %ld lonely cells, book %016llx\n", nodes, dead, book);
    printf("in the corner:");
    for (k = 0; k < PIECES; k++)
        if (corner[k]) printf(" %c=%ld", shape[k][0], corner[k]);
    printf("\ncrossroads:");
    for (k = 0; k <= 60; k++)
        if (crossings[k]) printf(" %d:%ld", k, crossings[k]);
    putchar('\n');
    if (solutions) show(best_board);
    return 0;
}
