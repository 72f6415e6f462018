/*
 * polysyn -- offline renderer for a small polyphonic synthesizer.
 *
 * Every voice: two detuned saw oscillators -> state variable filter with
 * envelope -> amplitude envelope.  The mix runs through a feedback-delay
 * reverb and is quantised to 16 bit stereo.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE   44100
#define BLOCK  256
#define NVOICE 32
#define NCOMB  6

enum stage { IDLE, ATTACK, DECAY, RELEASE };

struct voice {
	float phase[2], inc[2];
	float low, band;
	float env, fenv;
	float pan, cutoff;
	enum stage stage;
	int samples_left;
};

struct comb {
	float *buf;
	int len, pos;
	float lp;
};

static struct voice voices[NVOICE];
static struct comb combs[2][NCOMB];
static float mix[2][BLOCK];
static uint32_t rstate = 0xC0FFEE;

static uint32_t rnd(void)
{
	rstate ^= rstate << 13;
	rstate ^= rstate >> 17;
	rstate ^= rstate << 5;
	return rstate;
}

static float saw(struct voice *v, int k)
{
	v->phase[k] += v->inc[k];
	if (v->phase[k] >= 1.0f)
		v->phase[k] -= 1.0f;
	return 2.0f * v->phase[k] - 1.0f;
}

static void note_on(struct voice *v, int note, int length)
{
	float f = 440.0f * powf(2.0f, (note - 69) / 12.0f) / RATE;

	v->inc[0] = f;
	v->inc[1] = f * 1.006f;
	v->stage = ATTACK;
	v->fenv = 1.0f;
	v->pan = (rnd() % 1000) / 1000.0f;
	v->cutoff = 400.0f + rnd() % 2500;
	v->samples_left = length;
}

static void render_voice(struct voice *v, float *left, float *right, int n)
{
	float gl = cosf(v->pan * 1.5707963f) * 0.12f;
	float gr = sinf(v->pan * 1.5707963f) * 0.12f;

	for (int i = 0; i < n; i++) {
		switch (v->stage) {
		case IDLE:
			return;
		case ATTACK:
			v->env += 0.002f;
			if (v->env >= 1.0f) {
				v->env = 1.0f;
				v->stage = DECAY;
			}
			break;
		case DECAY:
			v->env += (0.6f - v->env) * 0.0001f;
			if (--v->samples_left <= 0)
				v->stage = RELEASE;
			break;
		case RELEASE:
			v->env *= 0.9997f;
			if (v->env < 1e-4f) {
				v->stage = IDLE;
				v->env = 0.0f;
			}
			break;
		}
		v->fenv *= 0.99993f;
		float osc = 0.5f * (saw(v, 0) + saw(v, 1));
		float fc = 2.0f * sinf(3.1415927f * (v->cutoff * (0.2f + v->fenv)) / RATE);
		v->low += fc * v->band;
		float high = osc - v->low - 0.35f * v->band;
		v->band += fc * high;
		float out = v->low * v->env;
		left[i] += gl * out;
		right[i] += gr * out;
	}
}

static float reverb(struct comb *c, float in)
{
	float out = 0.0f;

	for (int k = 0; k < NCOMB; k++, c++) {
		float y = c->buf[c->pos];
		c->lp = y * 0.7f + c->lp * 0.3f;
		c->buf[c->pos] = in + c->lp * 0.82f;
		if (++c->pos == c->len)
			c->pos = 0;
		out += y;
	}
	return out * 0.15f;
}

static int find_idle(void)
{
	for (int i = 0; i < NVOICE; i++)
		if (voices[i].stage == IDLE)
			return i;
	return -1;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 110.0;
	static const int lens[NCOMB] = { 1116, 1188, 1277, 1356, 1422, 1491 };
	static const int scale[7] = { 0, 2, 3, 5, 7, 9, 10 };
	long nblocks = (long)(seconds * RATE / BLOCK);
	long dropped = 0, clipped = 0, notes = 0;
	uint64_t sum = 0;
	double power = 0.0;
	struct timespec a, b;

	for (int ch = 0; ch < 2; ch++)
		for (int k = 0; k < NCOMB; k++) {
			combs[ch][k].len = lens[k] + 23 * ch;
			combs[ch][k].buf = calloc(combs[ch][k].len, sizeof(float));
		}

	clock_gettime(CLOCK_MONOTONIC, &a);
	for (long blk = 0; blk < nblocks; blk++) {
		if (blk % 10 == 0) {
			int v = find_idle();
			int note = 36 + 12 * (rnd() % 4) + scale[rnd() % 7];
			if (v >= 0) {
				note_on(&voices[v], note, 8000 + rnd() % 60000);
				notes++;
			} else {
				dropped++;
			}
		}
		memset(mix, 0, sizeof(mix));
		for (int v = 0; v < NVOICE; v++)
			if (voices[v].stage != IDLE)
				render_voice(&voices[v], mix[0], mix[1], BLOCK);
		for (int i = 0; i < BLOCK; i++) {
			for (int ch = 0; ch < 2; ch++) {
				float y = mix[ch][i] + reverb(combs[ch], mix[ch][i]);
				int s = (int)lrintf(y * 32767.0f);
				if (s > 32767) { s = 32767; clipped++; }
				if (s < -32768) { s = -32768; clipped++; }
				sum = sum * 31 + (uint16_t)s;
				power += (double)s * s;
			}
		}
	}
	clock_gettime(CLOCK_MONOTONIC, &b);

	printf("notes %ld dropped %ld clipped %ld\n", notes, dropped, clipped);
	printf("rms %.3f\n", sqrt(power / (2.0 * nblocks * BLOCK)));
	printf("checksum %016llx\n", (unsigned long long)sum);
	fprintf(stderr, "rendered %.1f s audio in %.3f s\n", seconds,
		(b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
	for (int ch = 0; ch < 2; ch++)
		for (int k = 0; k < NCOMB; k++)
			free(combs[ch][k].buf);
	return 0;
}
