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
char board[60][60];
int  used[N];

long numSolutions = 0, numNodes = 0;
long byFirst[N];                // solutions by the piece in the top left corner
char firstSol[61], lastSol[61];
long maxDepthCount[N + 1];      // how often the search got to a depth

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

int fits(const Form *f, int r, int c)
{
    for (int i = 0; i < 5; i++) {
        int rr = r + f->dr[i], cc = c + f->dc[i];
        if (rr < 0 || rr >= rows || cc < 0 || cc >= cols || board[rr][cc]) return 0;
    }
    return 1;
}

void put(const Form *f, int r, int c, char what)
{
    for (int i = 0; i < 5; i++) board[r + f->dr[i]][c + f->dc[i]] = what;
}

void saveBoard(char *to)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) *to++ = board[r][c];
    *to = 0;
}

void solve(int depth)
{
    maxDepthCount[depth]++;
    if (depth == N) {
        if (numSolutions == 0) saveBoard(firstSol);
        saveBoard(lastSol);
        numSolutions++;
        for (int p = 0; p < N; p++)
            if (names[p] == board[0][0]) byFirst[p]++;
        return;
    }
    // first empty cell, column by column (the box is wider than high)
    int r = 0, c = 0;
    while (board[r][c]) {
        if (++r == rows) { r = 0; c++; }
    }
    for (int p = 0; p < N; p++) {
        if (used[p]) continue;
        for (int k = 0; k < numForms[p]; k++) {
            const Form *f = &forms[p][k];
            if (!fits(f, r, c)) continue;
            numNodes++;
            put(f, r, c, names[p]);
            used[p] = 1;
            solve(depth + 1);
            used[p] = 0;
            put(f, r, c, 0);
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
    solve(0);
    clock_gettime(CLOCK_MONOTONIC, &stop);

    printf("%d x %d: %ld solutions (%ld without symmetry), %ld nodes\n", rows, cols, numSolutions,
           numSolutions / 4, numNodes);
    if (numSolutions > 0) {
        printf("first:\n"); show(firstSol);
        printf("last:\n");  show(lastSol);
    }
    for (int p = 0; p < N; p++) printf("corner %c: %ld\n", names[p], byFirst[p]);
    for (int d = 0; d <= N; d++) printf("depth %2d: %ld\n", d, maxDepthCount[d]);
    fprintf(stderr, "took %.3f s\n", (stop.tv_sec - start.tv_sec) + (stop.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
