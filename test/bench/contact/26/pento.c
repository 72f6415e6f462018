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

void solve(int pos)
{
  int p, k, r, c;
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

  solve(0);

  printf("%d x %d: %ld solutions, %ld different ones, %ld calls, checksum %08x\n",
         rows, cols, solutions, solutions / 4, calls, checksum);
  for (i = 0; i < 12; i++)
    printf("%c: %d orientations, fitted %ld times\n", names[i], nori[i], fits[i]);
  if (solutions > 0)
    printf("first:\n%slast:\n%s", first, last);
  return 0;
}
