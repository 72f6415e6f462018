/*
 * sonar.c - ping processor for a small active sonar with a line array.
 *
 * Every ping: digitise the hydrophones (simulated here), form the beams,
 * matched-filter each beam against the transmitted chirp, run a CFAR
 * detector and feed the detections to a simple track manager.
 * usage: sonar [pings] [samples] [beams] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#define NHYD    16
#define REPLEN  96
#define MAXTRK  48
#define MAXDET  400
#define GUARD   12
#define WINDOW  40
#define FS      48000.0
#define CSOUND  1500.0
#define SPACING 0.05

typedef struct { int beam, sample; float level; } Detection;
typedef struct { int id, hits, misses; double bearing, range, rate; } Track;
typedef struct { double bearing, range, speed, gain; } Target;

typedef struct {
    int nsamp, nbeam;
    float *hyd;              /* NHYD x nsamp digitised samples     */
    float *line;             /* one formed beam                    */
    float *env;              /* matched filter envelope            */
    double *cum;             /* running sums for the CFAR window   */
    int *delay;              /* nbeam x NHYD steering delays       */
    double *floor;           /* slow noise floor per beam          */
    float shade[NHYD];
    float replica[REPLEN];
    Detection det[MAXDET];
    int ndet;
    long dropped, total;
    Track trk[MAXTRK];
    int ntrk, nextid;
} Sonar;

static uint32_t rstate = 1;

static uint32_t rnd(void)
{
    rstate ^= rstate << 13; rstate ^= rstate >> 17; rstate ^= rstate << 5;
    return rstate;
}

static float noise(void)
{
    uint32_t r = rnd();
    int s = (int)(r & 255) + (int)(r >> 8 & 255) + (int)(r >> 16 & 255) + (int)(r >> 24);
    return (float)(s - 510) * (1.0f / 256.0f);
}

static void *need(size_t n)
{
    void *p = calloc(n, 1);
    if (!p) { fprintf(stderr, "sonar: out of memory\n"); exit(2); }
    return p;
}

static double beam_angle(const Sonar *s, int b)
{
    return -1.0 + 2.0 * (b + 0.5) / s->nbeam;       /* radians off broadside */
}

static void setup(Sonar *s, int nsamp, int nbeam)
{
    memset(s, 0, sizeof *s);
    s->nsamp = nsamp;
    s->nbeam = nbeam;
    s->hyd = need(sizeof(float) * NHYD * nsamp);
    s->line = need(sizeof(float) * nsamp);
    s->env = need(sizeof(float) * nsamp);
    s->cum = need(sizeof(double) * (nsamp + 1));
    s->delay = need(sizeof(int) * nbeam * NHYD);
    s->floor = need(sizeof(double) * nbeam);
    for (int h = 0; h < NHYD; h++)
        s->shade[h] = (float)(0.54 - 0.46 * cos(2 * M_PI * h / (NHYD - 1)));
    for (int i = 0; i < REPLEN; i++) {
        double t = i / FS, f = 6000.0 + 4.0e6 * t;
        s->replica[i] = (float)(sin(2 * M_PI * f * t) * sin(M_PI * i / REPLEN));
    }
    for (int b = 0; b < nbeam; b++)
        for (int h = 0; h < NHYD; h++)
            s->delay[b * NHYD + h] = (int)lrint(h * SPACING * sin(beam_angle(s, b)) / CSOUND * FS);
}

static void digitise(Sonar *s, Target *tg, int ntg)
{
    for (int h = 0; h < NHYD; h++)
        for (int i = 0; i < s->nsamp; i++)
            s->hyd[h * s->nsamp + i] = noise();
    for (int k = 0; k < ntg; k++) {
        int t0 = (int)(2 * tg[k].range / CSOUND * FS);
        for (int h = 0; h < NHYD; h++) {
            int t = t0 + (int)lrint(h * SPACING * sin(tg[k].bearing) / CSOUND * FS);
            for (int i = 0; i < REPLEN; i++)
                if (t + i >= 0 && t + i < s->nsamp)
                    s->hyd[h * s->nsamp + t + i] += (float)tg[k].gain * s->replica[i];
        }
        tg[k].range += tg[k].speed;
    }
}

static void form_beam(Sonar *s, int b)
{
    memset(s->line, 0, sizeof(float) * s->nsamp);
    for (int h = 0; h < NHYD; h++) {
        int d = s->delay[b * NHYD + h];
        int lo = d < 0 ? -d : 0, hi = d > 0 ? s->nsamp - d : s->nsamp;
        const float *x = s->hyd + h * s->nsamp;
        for (int i = lo; i < hi; i++)
            s->line[i] += s->shade[h] * x[i + d];
    }
}

static void match_filter(Sonar *s)
{
    int last = s->nsamp - REPLEN;
    s->cum[0] = 0;
    for (int i = 0; i < s->nsamp; i++) {
        float acc = 0;
        if (i <= last)
            for (int k = 0; k < REPLEN; k++)
                acc += s->line[i + k] * s->replica[k];
        s->env[i] = acc * acc;
        s->cum[i + 1] = s->cum[i] + s->env[i];
    }
}

static void cfar(Sonar *s, int b)
{
    int margin = GUARD + WINDOW;
    double mean = s->cum[s->nsamp] / s->nsamp;
    s->floor[b] = s->floor[b] == 0 ? mean : 0.9 * s->floor[b] + 0.1 * mean;
    for (int i = margin; i < s->nsamp - margin; i++) {
        if (s->env[i] < s->env[i - 1] || s->env[i] <= s->env[i + 1])
            continue;
        double lo = s->cum[i - GUARD] - s->cum[i - margin];
        double hi = s->cum[i + margin] - s->cum[i + GUARD];
        double ref = (lo > hi ? lo : hi) / WINDOW;
        if (s->env[i] < 14.0 * ref || s->env[i] < 12.0 * s->floor[b])
            continue;
        s->total++;
        if (s->ndet < MAXDET) s->det[s->ndet++] = (Detection){ b, i, s->env[i] };
        else s->dropped++;
        i += GUARD;
    }
}

static void update_tracks(Sonar *s)
{
    for (int t = 0; t < s->ntrk; t++)
        s->trk[t].misses++, s->trk[t].range += s->trk[t].rate;
    for (int k = 0; k < s->ndet; k++) {
        double r = s->det[k].sample / FS * CSOUND / 2, a = beam_angle(s, s->det[k].beam);
        int best = -1;
        double bd = 1.0;
        for (int t = 0; t < s->ntrk; t++) {
            double d = fabs(s->trk[t].range - r) + 3 * fabs(s->trk[t].bearing - a);
            if (d < bd) { bd = d; best = t; }
        }
        if (best >= 0) {
            Track *t = &s->trk[best];
            double e = r - t->range;
            t->range += 0.5 * e;
            t->rate += 0.1 * e;
            t->bearing += 0.3 * (a - t->bearing);
            t->hits++;
            t->misses = 0;
        } else if (s->ntrk < MAXTRK)
            s->trk[s->ntrk++] = (Track){ s->nextid++, 1, 0, a, r, 0 };
    }
    int n = 0;
    for (int t = 0; t < s->ntrk; t++)
        if (s->trk[t].misses < 4)
            s->trk[n++] = s->trk[t];
    s->ntrk = n;
}

int main(int argc, char **argv)
{
    int pings = argc > 1 ? atoi(argv[1]) : 150;
    int nsamp = argc > 2 ? atoi(argv[2]) : 2048;
    int nbeam = argc > 3 ? atoi(argv[3]) : 36;
    rstate = argc > 4 ? (uint32_t)strtoul(argv[4], 0, 10) | 1 : 20077;
    if (pings < 1 || nsamp < 512 || nbeam < 1) { fprintf(stderr, "sonar: bad sizes\n"); return 2; }
    Target tg[4] = { { -0.6, 9, 0.05, 0.9 }, { 0.1, 14, -0.04, 0.7 },
                     { 0.45, 22, 0.02, 1.2 }, { 0.8, 18, 0.06, 0.5 } };
    static Sonar s;
    setup(&s, nsamp, nbeam);
    for (int p = 0; p < pings; p++) {
        digitise(&s, tg, 4);
        s.ndet = 0;
        for (int b = 0; b < nbeam; b++) {
            form_beam(&s, b);
            match_filter(&s);
            cfar(&s, b);
        }
        update_tracks(&s);
        if (p % 15 == 14)
            printf("ping %3d  detections %3d  tracks %2d\n", p + 1, s.ndet, s.ntrk);
    }
    double fl = 0;
    for (int b = 0; b < nbeam; b++)
        fl += s.floor[b];
    printf("total %ld dropped %ld ids %d floor %.9g\n", s.total, s.dropped, s.nextid, fl);
    for (int t = 0; t < s.ntrk; t++)
        if (s.trk[t].hits > 30)
            printf("track %d hits %d bearing %.6f range %.6f rate %.6f\n", s.trk[t].id,
                   s.trk[t].hits, s.trk[t].bearing, s.trk[t].range, s.trk[t].rate);
    return 0;
}
