/* Homework 6: pentominoes
   Counts all the ways to fill a rectangle of 60 squares with the 12
   pentominoes (every piece once, rotating and flipping allowed).
   run:  ./pento ROWS COLS [pieces to leave out, e.g. "XW"]
   if pieces are left out the board must be smaller (5 squares each)  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXORI 8

char *names = "FILNPTUVWXYZ";
/* drawings of the pieces, rows separated by / */
char *shapes[12] = {
  ".##/##./.#.", "#####", "#./#./#./##", ".#/.#/##/#.", "##/##/#.", "###/.#./.#.",
  "#.#/###", "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##"
};

struct orient { int dr[5], dc[5]; };   /* squares relative to the first one */

struct orient ori[12][MAXORI];
int nori[12];

int rows, cols, npieces, total_squares;
int board[64][64];       /* -1 = empty, else number of the piece */
int used[12];
int placed;

long solutions = 0;
long calls = 0;
long fits[12];           /* how often each piece could be put down */
unsigned int checksum = 0;
char first[4200], last[4200];

#pragma omp threadprivate(board, used, placed, solutions, calls, fits, checksum, first, last)

/* a partly filled board, to be finished by some thread */
#define SPLIT 3
struct job {
  int pos, placed, used[12];
  signed char board[64 * 64];
  long solutions, calls, fits[12];
  unsigned int checksum, factor;
  char *first, *last;
};
struct job *jobs;
int njobs, maxjobs, splitting;

/* sort the squares of a shape by row, then column, and move the first one to (0,0) */
void normalize(int r[5], int c[5])
{
  int i, j, t;
  for (i = 0; i < 5; i++)
    for (j = i + 1; j < 5; j++)
      if (c[j] < c[i] || (c[j] == c[i] && r[j] < r[i])) {
        t = r[i]; r[i] = r[j]; r[j] = t;
        t = c[i]; c[i] = c[j]; c[j] = t;
      }
  for (i = 4; i >= 0; i--) {
    r[i] = r[i] - r[0];
    c[i] = c[i] - c[0];
  }
}

void make_orientations(int p)
{
  int r[5], c[5], n = 0, y = 0, x = 0, i, k, flip, rot, same;
  char *s;
  for (s = shapes[p]; *s; s++) {
    if (*s == '/') { y++; x = 0; continue; }
    if (*s == '#') { r[n] = y; c[n] = x; n++; }
    x++;
  }
  nori[p] = 0;
  for (flip = 0; flip < 2; flip++) {
    for (rot = 0; rot < 4; rot++) {
      int rr[5], cc[5];
      for (i = 0; i < 5; i++) {          /* turn by 90 degrees */
        int t = r[i];
        r[i] = c[i];
        c[i] = -t;
        rr[i] = r[i];
        cc[i] = c[i];
      }
      normalize(rr, cc);
      same = 0;
      for (k = 0; k < nori[p]; k++)
        if (memcmp(ori[p][k].dr, rr, sizeof(rr)) == 0 && memcmp(ori[p][k].dc, cc, sizeof(cc)) == 0)
          same = 1;
      if (!same) {
        memcpy(ori[p][nori[p]].dr, rr, sizeof(rr));
        memcpy(ori[p][nori[p]].dc, cc, sizeof(cc));
        nori[p]++;
      }
    }
    for (i = 0; i < 5; i++)
      c[i] = -c[i];
  }
}

int can_place(struct orient *o, int r, int c)
{
  int i;
  for (i = 0; i < 5; i++) {
    int rr = r + o->dr[i], cc = c + o->dc[i];
    if (rr < 0 || rr >= rows || cc < 0 || cc >= cols) return 0;
    if (board[rr][cc] != -1) return 0;
  }
  return 1;
}

void put(struct orient *o, int r, int c, int what)
{
  int i;
  for (i = 0; i < 5; i++)
    board[r + o->dr[i]][c + o->dc[i]] = what;
}

void draw(char *out)
{
  int r, c;
  for (r = 0; r < rows; r++) {
    for (c = 0; c < cols; c++)
      *out++ = names[board[r][c]];
    *out++ = '\n';
  }
  *out = 0;
}

void found(void)
{
  char text[4200];
  char *s;
  unsigned int h = 5381;
  draw(text);
  for (s = text; *s; s++)
    h = h * 33 + *s;
  checksum = checksum * 1000003 + h;
  if (solutions == 0)
    strcpy(first, text);
  strcpy(last, text);
  solutions++;
}

void add_job(int pos)
{
  struct job *j;
  int i;
  if (njobs == maxjobs) {
    maxjobs = maxjobs ? 2 * maxjobs : 256;
    jobs = realloc(jobs, maxjobs * sizeof(struct job));
    if (!jobs) { printf("no memory\n"); exit(1); }
  }
  j = &jobs[njobs++];
  memset(j, 0, sizeof(*j));
  j->pos = pos;
  j->placed = placed;
  memcpy(j->used, used, sizeof(used));
  for (i = 0; i < rows * cols; i++)
    j->board[i] = (signed char)board[i / cols][i % cols];
}

void solve(int pos);

void run_job(struct job *j)
{
  int i;
  placed = j->placed;
  memcpy(used, j->used, sizeof(used));
  for (i = 0; i < rows * cols; i++)
    board[i / cols][i % cols] = j->board[i];
  solutions = calls = 0;
  checksum = 0;
  memset(fits, 0, sizeof(fits));
  solve(j->pos);
  j->solutions = solutions;
  j->calls = calls;
  j->checksum = checksum;
  j->factor = 1;
  memcpy(j->fits, fits, sizeof(fits));
  for (i = 0; i < solutions; i++)
    j->factor *= 1000003;
  if (solutions > 0) {
    j->first = malloc(strlen(first) + 1);
    j->last = malloc(strlen(last) + 1);
    if (!j->first || !j->last) { printf("no memory\n"); exit(1); }
    strcpy(j->first, first);
    strcpy(j->last, last);
  }
}

void solve(int pos)
{
  int p, k, r, c;
  if (splitting && placed == SPLIT) {
    add_job(pos);
    return;
  }
  calls++;
  if (placed == npieces) {
    found();
    return;
  }
  /* find the next empty square, column by column */
  while (board[pos % rows][pos / rows] != -1)
    pos++;
  r = pos % rows;
  c = pos / rows;
  for (p = 0; p < 12; p++) {
    if (used[p]) continue;
    for (k = 0; k < nori[p]; k++)
      if (can_place(&ori[p][k], r, c)) {
        fits[p]++;
        put(&ori[p][k], r, c, p);
        used[p] = 1;
        placed++;
        solve(pos + 1);
        placed--;
        used[p] = 0;
        put(&ori[p][k], r, c, -1);
      }
  }
}

int main(int argc, char *argv[])
{
  int i, r, c;
  char *leave_out = "X";
  rows = 5;
  cols = 11;
  if (argc > 2) {
    rows = atoi(argv[1]);
    cols = atoi(argv[2]);
    leave_out = argc > 3 ? argv[3] : "";
  }
  npieces = 12;
  for (i = 0; i < 12; i++)
    if (strchr(leave_out, names[i])) {
      used[i] = 1;
      npieces--;
    }
  total_squares = rows * cols;
  if (rows < 1 || cols < 1 || total_squares != 5 * npieces) {
    printf("board must have %d squares!\n", 5 * npieces);
    return 1;
  }
  for (i = 0; i < 12; i++)
    make_orientations(i);
  for (r = 0; r < rows; r++)
    for (c = 0; c < cols; c++)
      board[r][c] = -1;

  /* first the tree down to SPLIT pieces, then the subtrees in parallel */
  splitting = npieces > SPLIT;
  solve(0);
  splitting = 0;
  if (njobs > 0) {
    long my_calls = calls, my_fits[12], my_solutions = 0;
    unsigned int my_checksum = 0;
    char *f = NULL, *l = NULL;
    int n;
    memcpy(my_fits, fits, sizeof(fits));
    #pragma omp parallel for schedule(dynamic, 1)
    for (n = 0; n < njobs; n++)
      run_job(&jobs[n]);
    for (n = 0; n < njobs; n++) {
      struct job *j = &jobs[n];
      my_solutions += j->solutions;
      my_calls += j->calls;
      my_checksum = my_checksum * j->factor + j->checksum;
      for (i = 0; i < 12; i++)
        my_fits[i] += j->fits[i];
      if (j->solutions > 0) {
        if (!f) f = j->first;
        l = j->last;
      }
    }
    solutions = my_solutions;
    calls = my_calls;
    checksum = my_checksum;
    memcpy(fits, my_fits, sizeof(fits));
    if (solutions > 0) {
      strcpy(first, f);
      strcpy(last, l);
    }
  }

  printf("%d x %d: %ld solutions, %ld different ones, %ld calls, checksum %08x\n",
         rows, cols, solutions, solutions / 4, calls, checksum);
  for (i = 0; i < 12; i++)
    printf("%c: %d orientations, fitted %ld times\n", names[i], nori[i], fits[i]);
  if (solutions > 0)
    printf("first:\n%slast:\n%s", first, last);
  return 0;
}
