/* pitchtrk -- fundamental frequency tracker: normalised difference function
 * per frame, a handful of candidates, and a Viterbi pass for the contour. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RATE     16000
#define HOP      80
#define WINDOW   960
#define MINLAG   40
#define MAXLAG   320
#define NCAND    5

struct cand { float lag, cost; };
struct frame { struct cand c[NCAND]; int ncand; float energy; };

struct tracker {
    float *pcm; int npcm;
    struct frame *frames; int nframes;
    float seg[WINDOW + MAXLAG];
    float diff[MAXLAG + 1];
    float norm[MAXLAG + 1];
    int voiced, silent;
};

static unsigned lcg = 12345u;
static float noise(void) { lcg = lcg * 1664525u + 1013904223u; return (float)(lcg >> 8) / 8388608.0f - 1.0f; }

static void synthesize(struct tracker *t, double seconds)
{
    double ph = 0, hp = 0, last = 0, r1 = 0, r2 = 0, f0 = 0;
    int on = 0;
    t->npcm = (int)(seconds * RATE);
    t->pcm = malloc(sizeof(float) * t->npcm);
    for (int i = 0; i < t->npcm; i++) {
        if (i % 32 == 0) {
            double s = (double)i / RATE;
            f0 = 140 + 60 * sin(1.7 * s) + 25 * sin(5.3 * s + 1) + 3 * sin(34 * s);
            on = fmod(s, 1.4) < 1.0;
        }
        ph += f0 / RATE;
        if (ph >= 1) ph -= 1;
        double x = on ? (ph < 0.4 ? sin(ph * 3.14159265 / 0.4) - 0.4 : -0.3) : 0;
        x += (on ? 0.08 : 0.02) * noise();
        /* one formant */
        double y = x + 1.75 * r1 - 0.86 * r2;
        r2 = r1; r1 = y;
        hp = 0.99 * (hp + y - last);
        last = y;
        t->pcm[i] = (float)(0.1 * hp);
    }
}

static void load_segment(struct tracker *t, int at)
{
    float mean = 0;
    for (int i = 0; i < WINDOW + MAXLAG; i++) mean += t->pcm[at + i];
    mean /= WINDOW + MAXLAG;
    for (int i = 0; i < WINDOW + MAXLAG; i++) t->seg[i] = t->pcm[at + i] - mean;
}

static void difference(struct tracker *t)
{
    float run = 0;
    for (int lag = 0; lag <= MAXLAG; lag++) {
        float acc = 0;
        for (int i = 0; i < WINDOW; i++) {
            float d = t->seg[i] - t->seg[i + lag];
            acc += d * d;
        }
        t->diff[lag] = acc;
    }
    t->norm[0] = 1;
    for (int lag = 1; lag <= MAXLAG; lag++) {
        run += t->diff[lag];
        t->norm[lag] = run > 0 ? t->diff[lag] * lag / run : 1.0f;
    }
}

static void add_candidate(struct frame *f, float lag, float cost)
{
    int k = f->ncand < NCAND ? f->ncand++ : NCAND - 1;
    if (k == NCAND - 1 && f->c[k].lag != 0 && f->c[k].cost <= cost) return;
    while (k > 0 && f->c[k - 1].cost > cost) { f->c[k] = f->c[k - 1]; k--; }
    f->c[k].lag = lag;
    f->c[k].cost = cost;
}

static void analyse(struct tracker *t, int idx)
{
    struct frame *f = &t->frames[idx];
    memset(f, 0, sizeof *f);
    load_segment(t, idx * HOP);
    for (int i = 0; i < WINDOW; i++) f->energy += t->seg[i] * t->seg[i];
    if (f->energy < 0.6f) { t->silent++; return; }
    difference(t);
    const float *d = t->norm;
    for (int lag = MINLAG; lag < MAXLAG; lag++) {
        if (d[lag] > 0.6f || d[lag] > d[lag - 1] || d[lag] >= d[lag + 1]) continue;
        float den = d[lag - 1] - 2 * d[lag] + d[lag + 1];
        float off = den > 0 ? 0.5f * (d[lag - 1] - d[lag + 1]) / den : 0;
        add_candidate(f, lag + off, d[lag] + 0.0003f * lag);
    }
    if (f->ncand) t->voiced++;
}

/* state NCAND means unvoiced */
static double viterbi(struct tracker *t, float *f0)
{
    double prev[NCAND + 1] = { 0 }, cur[NCAND + 1];
    unsigned char (*back)[NCAND + 1] = malloc(sizeof *back * t->nframes);
    for (int i = 0; i < t->nframes; i++) {
        struct frame *f = &t->frames[i];
        for (int s = 0; s <= NCAND; s++) {
            cur[s] = 1e30; back[i][s] = NCAND;
            if (s < NCAND && s >= f->ncand) continue;
            double local = s == NCAND ? 0.35 : f->c[s].cost;
            int np = i ? t->frames[i - 1].ncand : 0;
            for (int p = 0; p <= NCAND; p++) {
                if (p < NCAND && p >= np) continue;
                double trans = 0;
                if ((p == NCAND) != (s == NCAND)) trans = 0.14;
                else if (p != NCAND) trans = 0.8 * fabs(log2(f->c[s].lag / t->frames[i - 1].c[p].lag));
                if (prev[p] + trans + local < cur[s]) { cur[s] = prev[p] + trans + local; back[i][s] = p; }
            }
        }
        memcpy(prev, cur, sizeof prev);
    }
    int s = NCAND;
    for (int k = 0; k <= NCAND; k++) if (prev[k] < prev[s]) s = k;
    double total = prev[s];
    for (int i = t->nframes - 1; i >= 0; i--) {
        f0[i] = s == NCAND ? 0 : RATE / t->frames[i].c[s].lag;
        s = back[i][s];
    }
    free(back);
    return total;
}

int main(int argc, char **argv)
{
    double secs = argc > 1 ? atof(argv[1]) : 420;
    struct tracker *t = calloc(1, sizeof *t);
    synthesize(t, secs);
    t->nframes = (t->npcm - WINDOW - MAXLAG) / HOP;
    if (t->nframes < 1) { fprintf(stderr, "pitchtrk: too short\n"); return 1; }
    t->frames = malloc(sizeof *t->frames * t->nframes);
    int voiced = 0, silent = 0;
    #pragma omp parallel reduction(+:voiced, silent)
    {
        /* each thread has its own scratch; signal and frame table are shared */
        struct tracker *w = malloc(sizeof *w);
        if (!w) abort();
        *w = *t;
        #pragma omp for schedule(dynamic, 32)
        for (int i = 0; i < t->nframes; i++)
            analyse(w, i);
        voiced += w->voiced;
        silent += w->silent;
        free(w);
    }
    t->voiced = voiced;
    t->silent = silent;
    float *f0 = malloc(sizeof *f0 * t->nframes);
    double cost = viterbi(t, f0);
    int nv = 0, hist[12] = { 0 };
    double sum = 0;
    for (int i = 0; i < t->nframes; i++) {
        if (f0[i] == 0) continue;
        nv++; sum += f0[i];
        int b = (int)(f0[i] / 35);
        hist[b > 11 ? 11 : b]++;
    }
    printf("frames %d silent %d candidates %d voiced %d mean %.4f cost %.6f\n",
           t->nframes, t->silent, t->voiced, nv, nv ? sum / nv : 0.0, cost);
    for (int b = 0; b < 12; b++) printf("%3d Hz %d\n", b * 35, hist[b]);
    for (int i = 0; i < t->nframes; i += t->nframes / 20 + 1) printf("%6.2f s %.3f\n", i * (double)HOP / RATE, f0[i]);
    free(f0); free(t->frames); free(t->pcm); free(t);
    return 0;
}
