// Pentomino solver - finds all ways to put the 12 pentominoes in a ROWS x COLS box
// (ROWS*COLS must be 60).  CS homework, extended to count nodes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 12

const char *names = "FILNPTUVWXYZ";
const char *shapes[N] = {
    ".##/##./.#.", "#####", "#./#./#./##", "##../.###", "##/##/#.", "###/.#./.#.",
    "#.#/###", "#../#../###", "#../##./.##", ".#./###/.#.", "####/.#..", "##./.#./.##"
};

typedef struct { int dr[5], dc[5]; } Form;      // first cell is (0,0): leftmost, then topmost
Form forms[N][8];
int  numForms[N];

int  rows, cols;

typedef struct {
    char board[20][20];
    int  used[N];
    long numSolutions, numNodes;
    long byFirst[N];                // solutions by the piece in the top left corner
    char firstSol[61], lastSol[61];
    long maxDepthCount[N + 1];      // how often the search got to a depth
} Search;

#define SPLIT 3                     // positions at this depth become separate jobs
Search *jobs = NULL;
int numJobs = 0, maxJobs = 0;

int cmpCells(const void *a, const void *b)
{
    const int *x = a, *y = b;
    if (x[1] != y[1]) return x[1] - y[1];
    return x[0] - y[0];
}

void makeForms()
{
    for (int p = 0; p < N; p++) {
        int cell[5][2], n = 0, r = 0, c = 0;
        for (const char *s = shapes[p]; *s; s++) {
            if (*s == '/') { r++; c = 0; continue; }
            if (*s == '#') { cell[n][0] = r; cell[n][1] = c; n++; }
            c++;
        }
        numForms[p] = 0;
        for (int k = 0; k < 8; k++) {
            int t[5][2];
            for (int i = 0; i < 5; i++) {
                int a = cell[i][0], b = cell[i][1];
                if (k & 4) b = -b;
                for (int q = 0; q < (k & 3); q++) { int x = a; a = b; b = -x; }
                t[i][0] = a; t[i][1] = b;
            }
            qsort(t, 5, sizeof t[0], cmpCells);
            Form f;
            for (int i = 0; i < 5; i++) {
                f.dr[i] = t[i][0] - t[0][0];
                f.dc[i] = t[i][1] - t[0][1];
            }
            int dup = 0;
            for (int i = 0; i < numForms[p]; i++)
                if (memcmp(&forms[p][i], &f, sizeof f) == 0) dup = 1;
            if (!dup) forms[p][numForms[p]++] = f;
        }
    }
}

int fits(Search *s, const Form *f, int r, int c)
{
    for (int i = 0; i < 5; i++) {
        int rr = r + f->dr[i], cc = c + f->dc[i];
        if (rr < 0 || rr >= rows || cc < 0 || cc >= cols || s->board[rr][cc]) return 0;
    }
    return 1;
}

void put(Search *s, const Form *f, int r, int c, char what)
{
    for (int i = 0; i < 5; i++) s->board[r + f->dr[i]][c + f->dc[i]] = what;
}

void saveBoard(Search *s, char *to)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) *to++ = s->board[r][c];
    *to = 0;
}

void addJob(const Search *s)
{
    if (numJobs == maxJobs) {
        maxJobs = maxJobs ? 2 * maxJobs : 256;
        jobs = realloc(jobs, maxJobs * sizeof *jobs);
        if (!jobs) { fprintf(stderr, "out of memory\n"); exit(1); }
    }
    Search *j = &jobs[numJobs++];
    memset(j, 0, sizeof *j);
    memcpy(j->board, s->board, sizeof j->board);
    memcpy(j->used, s->used, sizeof j->used);
}

// stop: depth where positions are only collected (N + 1: search to the end)
void solve(Search *s, int depth, int stop)
{
    if (depth == stop) { addJob(s); return; }
    s->maxDepthCount[depth]++;
    if (depth == N) {
        if (s->numSolutions == 0) saveBoard(s, s->firstSol);
        saveBoard(s, s->lastSol);
        s->numSolutions++;
        for (int p = 0; p < N; p++)
            if (names[p] == s->board[0][0]) s->byFirst[p]++;
        return;
    }
    // first empty cell, column by column (the box is wider than high)
    int r = 0, c = 0;
    while (s->board[r][c]) {
        if (++r == rows) { r = 0; c++; }
    }
    for (int p = 0; p < N; p++) {
        if (s->used[p]) continue;
        for (int k = 0; k < numForms[p]; k++) {
            const Form *f = &forms[p][k];
            if (!fits(s, f, r, c)) continue;
            s->numNodes++;
            put(s, f, r, c, names[p]);
            s->used[p] = 1;
            solve(s, depth + 1, stop);
            s->used[p] = 0;
            put(s, f, r, c, 0);
        }
    }
}

void show(const char *s)
{
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++) putchar(*s++);
        putchar('\n');
    }
}

int main(int argc, char *argv[])
{
    rows = (argc > 1) ? atoi(argv[1]) : 5;
    if (rows < 3 || rows > 20 || 60 % rows != 0) {
        printf("rows must divide 60\n");
        return 1;
    }
    cols = 60 / rows;

    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    makeForms();
    int total = 0;
    for (int p = 0; p < N; p++) total += numForms[p];
    printf("%d oriented pieces\n", total);
    static Search all;
    solve(&all, 0, SPLIT);
    #pragma omp parallel for schedule(dynamic)
    for (int j = 0; j < numJobs; j++) {
        Search s = jobs[j];         // work on the own stack, no false sharing
        solve(&s, SPLIT, N + 1);
        jobs[j] = s;
    }
    for (int j = 0; j < numJobs; j++) {     // in search order
        const Search *s = &jobs[j];
        if (s->numSolutions > 0) {
            if (all.numSolutions == 0) strcpy(all.firstSol, s->firstSol);
            strcpy(all.lastSol, s->lastSol);
        }
        all.numSolutions += s->numSolutions;
        all.numNodes += s->numNodes;
        for (int p = 0; p < N; p++) all.byFirst[p] += s->byFirst[p];
        for (int d = 0; d <= N; d++) all.maxDepthCount[d] += s->maxDepthCount[d];
    }
    free(jobs);
    clock_gettime(CLOCK_MONOTONIC, &stop);

    printf("%d x %d: %ld solutions (%ld without symmetry), %ld nodes\n", rows, cols, all.numSolutions,
           all.numSolutions / 4, all.numNodes);
    if (all.numSolutions > 0) {
        printf("first:\n"); show(all.firstSol);
        printf("last:\n");  show(all.lastSol);
    }
    for (int p = 0; p < N; p++) printf("corner %c: %ld\n", names[p], all.byFirst[p]);
    for (int d = 0; d <= N; d++) printf("depth %2d: %ld\n", d, all.maxDepthCount[d]);
    fprintf(stderr, "took %.3f s\n", (stop.tv_sec - start.tv_sec) + (stop.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
