/* pent: all tilings of a board by the twelve pentominoes (dancing links) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BW 10
#define BH 6
#define NCOL (12 + BW * BH)
#define MAXN 16000

int L[MAXN], R[MAXN], U[MAXN], D[MAXN], C[MAXN], rowof[MAXN];
int S[NCOL + 1];
int nn, nrows;
int place[4000][6];             /* piece, five cells */
int sol[12];
long nodes[13], updates, nsol, bywhere[NCOL + 1];
unsigned long chk;
int first[12], havefirst;

char *shape[12] = {
	"F.XX/XX./.X.", "IXXXXX", "LXXXX/X...", "PXX/XX/X.", "N.XXX/XX..", "TXXX/.X./.X.",
	"UX.X/XXX", "VX../X../XXX", "WX../XX./.XX", "X.X./XXX/.X.", "Y..X./XXXX", "ZXX./.X./.XX"
};

void header()
{
	int i;
	for (i = 0; i <= NCOL; i++) {
		L[i] = i - 1; R[i] = i + 1; U[i] = D[i] = i; C[i] = i; S[i] = 0;
	}
	L[0] = NCOL; R[NCOL] = 0;
	nn = NCOL + 1;
}

void addrow(p, cell) int p, *cell;
{
	int i, c, f = nn;
	/* X only with its centre in one quadrant: each tiling once up to symmetry */
	if (p == 9 && (cell[2] % BW >= BW / 2 || cell[2] / BW >= BH / 2)) return;
	place[nrows][0] = p;
	for (i = 0; i < 6; i++) {
		c = i ? 13 + cell[i - 1] : p + 1;
		if (i) place[nrows][i] = cell[i - 1];
		C[nn] = c; rowof[nn] = nrows;
		U[nn] = U[c]; D[nn] = c; D[U[c]] = nn; U[c] = nn;
		S[c]++;
		L[nn] = i ? nn - 1 : f + 5;
		R[nn] = i < 5 ? nn + 1 : f;
		if (++nn > MAXN) { fprintf(stderr, "too many nodes\n"); exit(1); }
	}
	nrows++;
}

int cmp(a, b) const void *a, *b;
{ return *(const int *)a - *(const int *)b; }

void pieces()
{
	int p, o, i, k, x, y, dx, dy, seen[8][5], ns, cell[5], xy[5][2], t, mx, my;
	char *s;
	for (p = 0; p < 12; p++) {
		for (ns = o = 0; o < 8; o++) {
			for (s = shape[p] + 1, x = y = k = 0; *s; s++)
				if (*s == '/') { y++; x = 0; }
				else { if (*s == 'X') { xy[k][0] = x; xy[k++][1] = y; } x++; }
			mx = my = 99;
			for (i = 0; i < 5; i++) {
				if (o & 1) xy[i][0] = -xy[i][0];
				if (o & 2) xy[i][1] = -xy[i][1];
				if (o & 4) { t = xy[i][0]; xy[i][0] = xy[i][1]; xy[i][1] = t; }
				if (xy[i][0] < mx) mx = xy[i][0];
				if (xy[i][1] < my) my = xy[i][1];
			}
			for (i = 0; i < 5; i++) seen[ns][i] = (xy[i][1] - my) * 16 + xy[i][0] - mx;
			qsort(seen[ns], 5, sizeof(int), cmp);
			for (i = 0; i < ns && memcmp(seen[i], seen[ns], sizeof seen[0]); i++) ;
			if (i < ns) continue;
			for (dy = 0; dy < BH; dy++) for (dx = 0; dx < BW; dx++) {
				for (i = 0; i < 5; i++) {
					x = seen[ns][i] % 16 + dx; y = seen[ns][i] / 16 + dy;
					if (x >= BW || y >= BH) break;
					cell[i] = y * BW + x;
				}
				if (i == 5) addrow(p, cell);
			}
			ns++;
		}
	}
}

void cover(c) int c;
{
	int i, j;
	R[L[c]] = R[c]; L[R[c]] = L[c];
	for (i = D[c]; i != c; i = D[i])
		for (j = R[i]; j != i; j = R[j]) {
			D[U[j]] = D[j]; U[D[j]] = U[j];
			S[C[j]]--; updates++;
		}
}

void uncover(c) int c;
{
	int i, j;
	for (i = U[c]; i != c; i = U[i])
		for (j = L[i]; j != i; j = L[j]) {
			S[C[j]]++;
			D[U[j]] = U[D[j]] = j;
		}
	R[L[c]] = L[R[c]] = c;
}

void solution()
{
	int i, k, bd[BW * BH];
	unsigned long h = 1469598103934665603UL;
	for (i = 0; i < 12; i++)
		for (k = 1; k < 6; k++) bd[place[sol[i]][k]] = place[sol[i]][0];
	for (i = 0; i < BW * BH; i++) h = (h ^ (unsigned long)bd[i]) * 1099511628211UL;
	chk += h ^ (h >> 29);
	bywhere[bd[0]]++;
	nsol++;
	if (!havefirst) { havefirst = 1; memcpy(first, sol, sizeof sol); }
}

int choose()
{
	int c, j, s = 1 << 30;
	for (c = j = R[0]; j; j = R[j]) if (S[j] < s) { s = S[j]; c = j; }
	return c;
}

void search(k) int k;
{
	int c, r, j;
	nodes[k]++;
	if (!R[0]) { solution(); return; }
	c = choose();
	if (!S[c]) return;
	cover(c);
	for (r = D[c]; r != c; r = D[r]) {
		sol[k] = rowof[r];
		for (j = R[r]; j != r; j = R[j]) cover(C[j]);
		search(k + 1);
		for (j = L[r]; j != r; j = L[j]) uncover(C[j]);
	}
	uncover(c);
}

int main()
{
	int i, k, bd[BW * BH];
	header();
	pieces();
	printf("%d placements %d nodes\n", nrows, nn);
	search(0);
	printf("solutions %ld updates %ld check %016lx\n", nsol, updates, chk);
	for (i = 0; i <= 12; i++) printf("%2d %ld\n", i, nodes[i]);
	for (i = 0; i < 12; i++) printf("%c %ld\n", shape[i][0], bywhere[i]);
	for (i = 0; i < 12; i++)
		for (k = 1; k < 6; k++) bd[place[first[i]][k]] = place[first[i]][0];
	for (i = 0; i < BW * BH; i++) printf("%c%s", shape[bd[i]][0], i % BW == BW - 1 ? "\n" : "");
	return 0;
}
