// SPDX-License-Identifier: Apache-2.0
/* Isolated word recognition: MFCC features with deltas, then dynamic time
 * warping against stored templates.  The "speech" comes from a crude formant
 * synthesiser driven by a pronunciation for each word. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE   8000
#define FRAME  256
#define HOP    80
#define BANDS  22
#define NCEP   12
#define DIM    (2 * NCEP)
#define MAXFR  140
#define BIG    1e30f

typedef struct {
	int n;
	float *pcm;
} sound;

typedef struct {
	int word, frames;
	float f[MAXFR][DIM];
} pattern;

static const char *words[] = { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" };
static const char *spoken[] = { "sero", "uan", "tu", "sri", "fo", "faif", "siks", "sefen", "eit", "nain" };
#define NWORDS 10

static const float phones[][4] = {
	/* letter, F1, F2, F3 */
	{ 'a', 730, 1090, 2440 }, { 'e', 530, 1840, 2480 }, { 'i', 270, 2290, 3010 },
	{ 'o', 570, 840, 2410 },  { 'u', 300, 870, 2240 },  { 'n', 250, 1400, 2300 },
	{ 'r', 420, 1300, 1600 }, { 's', -1, 2600, 3400 },  { 'f', -1, 1500, 2900 },
	{ 't', -2, 1800, 2800 },  { 'k', -2, 1300, 2200 } };

static double window[FRAME];
static float filter[BANDS][FRAME / 2 + 1];
static unsigned long seed = 5;

static float noise(void)
{
	seed = (seed * 1103515245ul + 12345ul) & 0x7fffffff;
	return seed / 1073741824.0f - 1.0f;
}

static const float *phone(char c)
{
	for (size_t i = 0; i < sizeof phones / sizeof *phones; i++)
		if (phones[i][0] == c)
			return phones[i];
	return phones[0];
}

static int speak(sound *s, const char *text, float pitch, float tract, float tempo)
{
	int cap = MAXFR * HOP, pos = 0;
	double st[3][2] = { { 0 } }, ph = 0;

	s->pcm = calloc(cap, sizeof *s->pcm);
	if (!s->pcm)
		return -1;
	for (; *text; text++) {
		const float *p = phone(*text);
		int len = (int)((p[1] == -2 ? 500 : p[1] < 0 ? 900 : 1300) * tempo * (1 + 0.2f * noise()));
		for (int i = 0; i < len && pos < cap; i++, pos++) {
			double x = 0;
			if (p[1] > 0) {
				ph += pitch * (1 - 0.1 * i / len) / RATE;
				if (ph >= 1) {
					ph -= 1;
					x = 1;
				}
			} else if (p[1] == -1 || i > len * 2 / 3)
				x = 0.08 * noise();
			double y = 0;
			for (int k = 0; k < 3; k++) {
				double f = p[k + 1] > 0 ? p[k + 1] * tract : 400;
				double r = exp(-M_PI * (80 + 40 * k) / RATE);
				double v = x + 2 * r * cos(2 * M_PI * f / RATE) * st[k][0] - r * r * st[k][1];
				st[k][1] = st[k][0];
				st[k][0] = v;
				y += v / (k + 1);
			}
			s->pcm[pos] = (float)y + 0.002f * noise();
		}
	}
	s->n = pos;
	return 0;
}

static void init_tables(void)
{
	double top = 2595 * log10(1 + RATE / 2 / 700.0), edge[BANDS + 2];

	for (int i = 0; i < FRAME; i++)
		window[i] = 0.54 - 0.46 * cos(2 * M_PI * i / (FRAME - 1));
	for (int b = 0; b < BANDS + 2; b++)
		edge[b] = 700 * (pow(10, top * b / (BANDS + 1) / 2595) - 1) * FRAME / RATE;
	for (int b = 0; b < BANDS; b++)
		for (int k = 0; k <= FRAME / 2; k++) {
			double up = (k - edge[b]) / (edge[b + 1] - edge[b]);
			double down = (edge[b + 2] - k) / (edge[b + 2] - edge[b + 1]);
			double v = up < down ? up : down;
			filter[b][k] = v > 0 ? v : 0;
		}
}

static void fft(double complex *x, int n, double complex *tmp)
{
	if (n == 1)
		return;
	for (int i = 0; i < n / 2; i++) {
		tmp[i] = x[2 * i];
		tmp[n / 2 + i] = x[2 * i + 1];
	}
	fft(tmp, n / 2, x);
	fft(tmp + n / 2, n / 2, x + n / 2);
	for (int i = 0; i < n / 2; i++) {
		double complex t = (cos(2 * M_PI * i / n) - I * sin(2 * M_PI * i / n)) * tmp[n / 2 + i];
		x[i] = tmp[i] + t;
		x[n / 2 + i] = tmp[i] - t;
	}
}

static void features(const sound *s, pattern *p)
{
	p->frames = 0;
	for (int at = 0; at + FRAME <= s->n && p->frames < MAXFR; at += HOP) {
		double complex x[FRAME], tmp[FRAME];
		float band[BANDS], *out = p->f[p->frames++];
		for (int i = 0; i < FRAME; i++)
			x[i] = window[i] * (s->pcm[at + i] - (at + i ? 0.95 * s->pcm[at + i - 1] : 0));
		fft(x, FRAME, tmp);
		for (int b = 0; b < BANDS; b++) {
			double e = 1e-6;
			for (int k = 0; k <= FRAME / 2; k++)
				e += filter[b][k] * (creal(x[k]) * creal(x[k]) + cimag(x[k]) * cimag(x[k]));
			band[b] = logf(e);
		}
		for (int c = 0; c < NCEP; c++) {
			float v = 0;
			for (int b = 0; b < BANDS; b++)
				v += band[b] * cosf(M_PI * (c + 1) * (b + 0.5f) / BANDS);
			out[c] = v;
		}
	}
	for (int t = 0; t < p->frames; t++)
		for (int c = 0; c < NCEP; c++) {
			int a = t > 1 ? t - 2 : 0, b = t + 2 < p->frames ? t + 2 : p->frames - 1;
			p->f[t][NCEP + c] = p->f[b][c] - p->f[a][c];
		}
}

static float frame_dist(const float *a, const float *b)
{
	float d = 0;
	for (int i = 0; i < DIM; i++)
		d += (a[i] - b[i]) * (a[i] - b[i]);
	return sqrtf(d);
}

/* gives up as soon as a whole row is worse than `limit` */
static float dtw(const pattern *a, const pattern *b, float limit)
{
	float row[2][MAXFR + 1];
	int norm = a->frames + b->frames;

	for (int j = 0; j <= b->frames; j++)
		row[0][j] = j ? BIG : 0;
	for (int i = 1; i <= a->frames; i++) {
		float *prev = row[(i - 1) & 1], *cur = row[i & 1], least = BIG;
		cur[0] = BIG;
		for (int j = 1; j <= b->frames; j++) {
			float d = frame_dist(a->f[i - 1], b->f[j - 1]);
			float best = prev[j - 1] + 2 * d;
			if (prev[j] + d < best)
				best = prev[j] + d;
			if (cur[j - 1] + d < best)
				best = cur[j - 1] + d;
			cur[j] = best;
			if (best < least)
				least = best;
		}
		if (least > limit * norm)
			return BIG;
	}
	return row[a->frames & 1][b->frames] / norm;
}

static int make_pattern(pattern *p, int word)
{
	sound s;
	float pitch = 120 + 60 * noise(), tract = 1 + 0.12f * noise(), tempo = 1 + 0.25f * noise();
	if (speak(&s, spoken[word], pitch, tract, tempo))
		return -1;
	features(&s, p);
	p->word = word;
	free(s.pcm);
	return 0;
}

int main(int argc, char **argv)
{
	int per_word = argc > 1 ? atoi(argv[1]) : 6, tests = argc > 2 ? atoi(argv[2]) : 320;
	int ntemp = per_word * NWORDS, confusion[NWORDS][NWORDS] = { { 0 } }, right = 0;
	pattern *temp = malloc(ntemp * sizeof *temp), *utt = malloc(sizeof *utt);
	double total = 0;

	init_tables();
	for (int i = 0; i < ntemp; i++)
		if (!temp || !utt || make_pattern(&temp[i], i % NWORDS))
			return fprintf(stderr, "no memory\n"), 1;
	for (int t = 0; t < tests; t++) {
		float best = BIG;
		int word = -1;
		if (make_pattern(utt, (t * 7) % NWORDS))
			return fprintf(stderr, "no memory\n"), 1;
		for (int k = 0; k < ntemp; k++) {
			float d = dtw(utt, &temp[k], best);
			if (d < best) {
				best = d;
				word = temp[k].word;
			}
		}
		confusion[utt->word][word]++;
		right += word == utt->word;
		total += best;
	}
	for (int i = 0; i < NWORDS; i++) {
		printf("%-6s", words[i]);
		for (int j = 0; j < NWORDS; j++)
			printf("%5d", confusion[i][j]);
		printf("\n");
	}
	printf("%d of %d right, mean distance %.6f\n", right, tests, total / tests);
	return 0;
}
