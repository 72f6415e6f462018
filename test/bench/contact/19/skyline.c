/* skyline - counts the solutions of an under-clued Skyscrapers puzzle.
   usage: skyline [seed] [kept clues 0-24] [givens] */
#include <stdio.h>
#include <stdlib.h>

#define N 6
enum { TOP, BOTTOM, LEFT, RIGHT };

int grid[N][N], fixed[N][N];
int clue[4][N];
unsigned rowmask[N], colmask[N];
long long nsol, nodes[N * N + 1], pruned;
unsigned long long sig;
int first[N][N], last[N][N], havefirst;

static unsigned s0 = 1;
static unsigned rnd(void) { s0 ^= s0 << 13; s0 ^= s0 >> 17; return s0 ^= s0 << 5; }

/* number of towers seen along a line */
static int seen(const int *p, int step)
{
    int hi = 0, n = 0;
    for (int i = 0; i < N; i++, p += step)
        if (*p > hi) { hi = *p; n++; }
    return n;
}

/* can a partial line (first k cells filled) still show exactly c towers? */
static int feasible(const int *p, int step, int k, int c)
{
    int hi = 0, n = 0;
    for (int i = 0; i < k; i++)
        if (p[i * step] > hi) { hi = p[i * step]; n++; }
    if (hi == N) return n == c;
    int left = N - hi, room = N - k;
    return n < c && n + (left < room ? left : room) >= c;
}

static int line_ok(int r, int c)
{
    if (clue[LEFT][r] && !feasible(&grid[r][0], 1, c + 1, clue[LEFT][r])) return 0;
    if (clue[TOP][c] && !feasible(&grid[0][c], N, r + 1, clue[TOP][c])) return 0;
    if (c == N - 1 && clue[RIGHT][r] && seen(&grid[r][N - 1], -1) != clue[RIGHT][r]) return 0;
    if (r == N - 1 && clue[BOTTOM][c] && seen(&grid[N - 1][c], -N) != clue[BOTTOM][c]) return 0;
    return 1;
}

static void solution(void)
{
    nsol++;
    unsigned long long h = 0;
    for (int i = 0; i < N * N; i++) {
        h = h * 31 + grid[i / N][i % N];
        last[i / N][i % N] = grid[i / N][i % N];
        if (!havefirst) first[i / N][i % N] = grid[i / N][i % N];
    }
    havefirst = 1;
    sig = sig * 0x100000001b3ULL + h;
}

static void search(int pos)
{
    nodes[pos]++;
    if (pos == N * N) { solution(); return; }
    int r = pos / N, c = pos % N;
    unsigned avail = ~(rowmask[r] | colmask[c]) & (((1u << N) - 1) << 1);
    if (fixed[r][c]) avail &= 1u << fixed[r][c];
    for (int v = 1; v <= N; v++) {
        unsigned bit = 1u << v;
        if (!(avail & bit)) continue;
        grid[r][c] = v;
        if (!line_ok(r, c)) { pruned++; continue; }
        rowmask[r] |= bit; colmask[c] |= bit;
        search(pos + 1);
        rowmask[r] &= ~bit; colmask[c] &= ~bit;
    }
    grid[r][c] = 0;
}

static void make_puzzle(int keep, int givens)
{
    int sq[N][N], rp[N], cp[N], vp[N];
    for (int i = 0; i < N; i++) rp[i] = cp[i] = vp[i] = i;
    for (int i = N - 1; i > 0; i--) {
        int j = rnd() % (i + 1), t = rp[i]; rp[i] = rp[j]; rp[j] = t;
        j = rnd() % (i + 1); t = cp[i]; cp[i] = cp[j]; cp[j] = t;
        j = rnd() % (i + 1); t = vp[i]; vp[i] = vp[j]; vp[j] = t;
    }
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) sq[r][c] = vp[(rp[r] + cp[c]) % N] + 1;
    for (int i = 0; i < N; i++) {
        clue[TOP][i] = seen(&sq[0][i], N);
        clue[BOTTOM][i] = seen(&sq[N - 1][i], -N);
        clue[LEFT][i] = seen(&sq[i][0], 1);
        clue[RIGHT][i] = seen(&sq[i][N - 1], -1);
    }
    for (int gone = 0; gone < 4 * N - keep; ) {
        int *p = &clue[rnd() % 4][rnd() % N];
        if (*p) { *p = 0; gone++; }
    }
    while (givens > 0) {
        int r = rnd() % N, c = rnd() % N;
        if (!fixed[r][c]) { fixed[r][c] = sq[r][c]; givens--; }
    }
}

static void show(const char *what, int g[N][N])
{
    printf("%s\n", what);
    for (int r = 0; r < N; r++) {
        printf("  ");
        for (int c = 0; c < N; c++) printf(" %d", g[r][c]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int keep, givens;
    s0 = argc > 1 ? (unsigned)atoi(argv[1]) : 5u;
    keep = argc > 2 ? atoi(argv[2]) : 5;
    givens = argc > 3 ? atoi(argv[3]) : 0;
    if (!s0 || keep < 0 || keep > 4 * N || givens < 0 || givens > N * N) return 2;
    make_puzzle(keep, givens);
    for (int d = 0; d < 4; d++) {
        printf("%-7s", (const char *[]){ "top", "bottom", "left", "right" }[d]);
        for (int i = 0; i < N; i++) printf(" %c", clue[d][i] ? '0' + clue[d][i] : '.');
        putchar('\n');
    }
    search(0);
    printf("solutions %lld pruned %lld signature %016llx\n", nsol, pruned, sig);
    for (int i = 0; i <= N * N; i += N) printf("depth %2d nodes %lld\n", i, nodes[i]);
    if (nsol) { show("first", first); show("last", last); }
    return 0;
}
