/* Third-octave analyser: every channel of an interleaved recording goes
 * through a bank of band-pass biquads; per band we keep the energy, a peak
 * envelope and a snapshot of the envelope every hop.
 *
 *   usage: biquad [frames [channels [bands]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct biquad {
    float b0, b1, b2, a1, a2;
    float z1, z2;
    float env;
    double energy;
};

struct channel {
    float gain;
    long clipped;
    int nbands;
    struct biquad *band;
};

struct clip {
    int nframes, nch, rate;
    float *pcm; /* interleaved */
};

struct report {
    int nhops, hop;
    float *snap; /* [hop][channel][band] */
};

static unsigned lcg = 20240607u;

static float noise(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (float)(int)lcg * (1.0f / 2147483648.0f);
}

static void design_bandpass(struct biquad *q, double f0, double rate, double bw)
{
    double w = 2.0 * 3.14159265358979323846 * f0 / rate;
    double alpha = sin(w) * sinh(0.5 * log(2.0) * bw * w / sin(w));
    double a0 = 1.0 + alpha;

    memset(q, 0, sizeof *q);
    q->b0 = (float)(alpha / a0);
    q->b1 = 0.0f;
    q->b2 = (float)(-alpha / a0);
    q->a1 = (float)(-2.0 * cos(w) / a0);
    q->a2 = (float)((1.0 - alpha) / a0);
}

static inline float biquad_tick(struct biquad *q, float x)
{
    float y = q->b0 * x + q->z1;
    q->z1 = q->b1 * x - q->a1 * y + q->z2;
    q->z2 = q->b2 * x - q->a2 * y;
    return y;
}

static struct channel *make_bank(int nch, int nbands, int rate)
{
    struct channel *ch = calloc(nch, sizeof *ch);
    if (!ch)
        return NULL;
    for (int c = 0; c < nch; c++) {
        ch[c].gain = 0.8f + 0.05f * (float)c;
        ch[c].nbands = nbands;
        ch[c].band = malloc(nbands * sizeof *ch[c].band);
        if (!ch[c].band)
            return NULL;
        for (int b = 0; b < nbands; b++)
            design_bandpass(&ch[c].band[b], 100.0 * pow(2.0, b / 3.0), rate, 1.0 / 3.0);
    }
    return ch;
}

#define MAXB 32

/* One channel at a time, the bands side by side in vector lanes.  The state
 * lives in small local arrays padded to MAXB. */
static void analyse_channel(const struct clip *in, int c, struct channel *cur, struct report *rep)
{
    const float decay = 0.9995f;
    float b0[MAXB] = { 0 }, b1[MAXB] = { 0 }, b2[MAXB] = { 0 }, a1[MAXB] = { 0 }, a2[MAXB] = { 0 };
    float z1[MAXB] = { 0 }, z2[MAXB] = { 0 }, env[MAXB] = { 0 };
    double energy[MAXB] = { 0 };
    const int nb = cur->nbands;
    const int nv = (nb + 7) / 8 * 8;
    const float *restrict pcm = in->pcm + c;
    const size_t nch = in->nch;
    int left = rep->hop, h = 0;
    long clipped = 0;

    for (int b = 0; b < nb; b++) {
        const struct biquad *q = &cur->band[b];
        b0[b] = q->b0, b1[b] = q->b1, b2[b] = q->b2, a1[b] = q->a1, a2[b] = q->a2;
        z1[b] = q->z1, z2[b] = q->z2, env[b] = q->env;
        energy[b] = q->energy;
    }
    for (int t = 0; t < in->nframes; t++) {
        float x = pcm[t * nch] * cur->gain;
        clipped += x > 1.0f || x < -1.0f;
        x = x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x;
#pragma omp simd
        for (int b = 0; b < nv; b++) {
            float y = b0[b] * x + z1[b];
            z1[b] = b1[b] * x - a1[b] * y + z2[b];
            z2[b] = b2[b] * x - a2[b] * y;
            float mag = y < 0.0f ? -y : y;
            float fall = env[b] * decay;
            env[b] = mag > fall ? mag : fall;
            energy[b] += (double)y * y;
        }
        if (--left == 0) {
            memcpy(&rep->snap[((size_t)h * nch + c) * nb], env, nb * sizeof *env);
            left = rep->hop;
            h++;
        }
    }
    cur->clipped += clipped;
    for (int b = 0; b < nb; b++) {
        struct biquad *q = &cur->band[b];
        q->z1 = z1[b], q->z2 = z2[b], q->env = env[b];
        q->energy = energy[b];
    }
}

static void analyse(const struct clip *in, struct channel *ch, struct report *rep)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < in->nch; c++)
        analyse_channel(in, c, &ch[c], rep);
}

int main(int argc, char **argv)
{
    struct clip in = { .nframes = argc > 1 ? atoi(argv[1]) : 1400000,
                       .nch = argc > 2 ? atoi(argv[2]) : 10,
                       .rate = 48000 };
    int nbands = argc > 3 ? atoi(argv[3]) : 24;

    if (in.nframes < 1 || in.nch < 1 || nbands < 1 || nbands > 24) {
        fprintf(stderr, "bad size\n");
        return 2;
    }
    struct report rep = { .hop = 480 };
    rep.nhops = in.nframes / rep.hop;
    in.pcm = malloc((size_t)in.nframes * in.nch * sizeof *in.pcm);
    rep.snap = calloc((size_t)rep.nhops * in.nch * nbands + 1, sizeof *rep.snap);
    struct channel *ch = make_bank(in.nch, nbands, in.rate);
    if (!in.pcm || !rep.snap || !ch) {
        perror("malloc");
        return 1;
    }
    for (int t = 0; t < in.nframes; t++)
        for (int c = 0; c < in.nch; c++) {
            int tri = (t * (c + 3)) % 400;
            in.pcm[(size_t)t * in.nch + c] =
                0.6f * ((float)(tri < 200 ? tri : 400 - tri) * 0.01f - 1.0f) + 0.5f * noise();
        }

    analyse(&in, ch, &rep);

    double total = 0.0, snapsum = 0.0;
    long clipped = 0;
    for (int c = 0; c < in.nch; c++) {
        clipped += ch[c].clipped;
        for (int b = 0; b < nbands; b++)
            total += ch[c].band[b].energy / in.nframes;
    }
    size_t ns = (size_t)rep.nhops * in.nch * nbands;
    for (size_t i = 0; i < ns; i++)
        snapsum += rep.snap[i] * (double)(i % 7 + 1);
    printf("clipped %ld, total %.10g, snapshots %.10g\n", clipped, total, snapsum);
    for (int b = 0; b < nbands; b += 5)
        printf("band %2d: energy %.10g env %.8g\n", b, ch[0].band[b].energy,
               (double)ch[in.nch - 1].band[b].env);
    for (int c = 0; c < in.nch; c++)
        free(ch[c].band);
    free(ch);
    free(in.pcm);
    free(rep.snap);
    return 0;
}
