// SPDX-License-Identifier: Apache-2.0
/* pepsearch - identifies peptides from tandem mass spectra.
 *
 * A protein database is digested with trypsin (up to one missed cleavage),
 * the peptides are sorted by mass, and every spectrum is compared with the
 * theoretical b and y ions of all peptides in its precursor mass window.
 * Both database and spectra are made up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define WATER   18.010565
#define PROTON  1.007276
#define BIN     0.5
#define MAXMZ   2400.0
#define NBINS   ((int)(MAXMZ / BIN))
enum { MINLEN = 6, MAXLEN = 28 };

struct peptide {
    const char *seq;
    int len, protein;
    double mass;
};

struct spectrum {
    double precursor;
    int npeaks;
    float mz[96], inten[96];
    const struct peptide *truth;
};

struct hit {
    const struct peptide *pep;
    double score, second;
    int candidates;
};

static const char AA[] = "ACDEFGHIKLMNPQRSTVWY";
static double aamass[128];
static unsigned long rng_state = 20240229;

static unsigned rnd(void)
{
    rng_state = (rng_state * 6364136223846793005ul + 1442695040888963407ul);
    return (unsigned)(rng_state >> 33);
}

static void init_masses(void)
{
    static const double m[] = {
        71.03711, 103.00919, 115.02694, 129.04259, 147.06841, 57.02146, 137.05891,
        113.08406, 128.09496, 113.08406, 131.04049, 114.04293, 97.05276, 128.05858,
        156.10111, 87.03203, 101.04768, 99.06841, 186.07931, 163.06333 };
    for (int i = 0; i < 20; i++)
        aamass[(int)AA[i]] = m[i];
}

static int by_mass(const void *pa, const void *pb)
{
    const struct peptide *a = pa, *b = pb;
    if (a->mass != b->mass)
        return a->mass < b->mass ? -1 : 1;
    int c = a->protein - b->protein;
    return c ? c : (a->seq > b->seq) - (a->seq < b->seq);
}

static int cleaves(char c, char next)
{
    return (c == 'K' || c == 'R') && next != 'P';
}

/* Appends the peptides of one protein; returns the new count, or -1. */
static long digest(const char *prot, int id, struct peptide **list, long n, long *cap)
{
    const char *start = prot;
    while (*start) {
        const char *end = start;
        int missed = 0;
        const char *next = NULL;
        for (; *end; end++) {
            if (!cleaves(*end, end[1]) && end[1])
                continue;
            if (!next)
                next = end + 1;
            int len = (int)(end - start) + 1;
            if (len > MAXLEN)
                break;
            if (len >= MINLEN) {
                if (n == *cap) {
                    long c = *cap ? 2 * *cap : 1024;
                    struct peptide *q = realloc(*list, c * sizeof *q);
                    if (!q)
                        return -1;
                    *list = q;
                    *cap = c;
                }
                struct peptide *p = &(*list)[n++];
                p->seq = start;
                p->len = len;
                p->protein = id;
                p->mass = WATER;
                for (int i = 0; i < len; i++)
                    p->mass += aamass[(int)start[i]];
            }
            if (++missed > 1)
                break;
        }
        if (!next)
            break;
        start = next;
    }
    return n;
}

static void make_spectrum(struct spectrum *s, const struct peptide *p)
{
    double b = PROTON, y = p->mass + PROTON;
    s->truth = p;
    s->npeaks = 0;
    s->precursor = p->mass + ((int)(rnd() % 101) - 50) * 0.004;
    for (int i = 0; i < p->len - 1; i++) {
        b += aamass[(int)p->seq[i]];
        y -= aamass[(int)p->seq[i]];
        if (rnd() % 10 < 6) {
            s->mz[s->npeaks] = b;
            s->inten[s->npeaks++] = 20 + rnd() % 60;
        }
        if (rnd() % 10 < 8) {
            s->mz[s->npeaks] = y;
            s->inten[s->npeaks++] = 40 + rnd() % 60;
        }
    }
    while (s->npeaks < 90) {
        s->mz[s->npeaks] = 100 + rnd() % 1800 + (rnd() % 100) * 0.01;
        s->inten[s->npeaks++] = 5 + rnd() % 35;
    }
}

/* puts sqrt-scaled, normalised intensities into bins */
static void bin_spectrum(const struct spectrum *s, float *bins)
{
    double norm = 0;
    memset(bins, 0, NBINS * sizeof *bins);
    for (int i = 0; i < s->npeaks; i++) {
        int b = (int)(s->mz[i] / BIN);
        float v = sqrtf(s->inten[i]);
        if (b > 0 && b < NBINS && bins[b] < v)
            bins[b] = v;
    }
    for (int i = 0; i < NBINS; i++)
        norm += bins[i] * bins[i];
    norm = 1 / sqrt(norm);
    for (int i = 0; i < NBINS; i++)
        bins[i] *= norm;
}

static double score(const struct peptide *p, const float *bins)
{
    double b = PROTON, y = p->mass + PROTON, s = 0;
    int matched = 0;
    for (int i = 0; i < p->len - 1; i++) {
        double m = aamass[(int)p->seq[i]];
        b += m;
        y -= m;
        int ib = (int)(b / BIN), iy = (int)(y / BIN);
        if (ib < NBINS && bins[ib] > 0) {
            s += bins[ib];
            matched++;
        }
        if (iy < NBINS && bins[iy] > 0) {
            s += bins[iy];
            matched++;
        }
    }
    return s * matched / (2.0 * (p->len - 1));
}

static long lower(const struct peptide *list, long n, double mass)
{
    long lo = 0, hi = n, mid;
    while (lo < hi)
        if (list[mid = (lo + hi) / 2].mass < mass)
            lo = mid + 1;
        else
            hi = mid;
    return lo;
}

static void search(const struct spectrum *s, const struct peptide *list, long n,
                   double tol, struct hit *h)
{
    float bins[NBINS];
    bin_spectrum(s, bins);
    memset(h, 0, sizeof *h);
    for (long i = lower(list, n, s->precursor - tol); i < n; i++) {
        if (list[i].mass > s->precursor + tol)
            break;
        double v = score(&list[i], bins);
        h->candidates++;
        if (v > h->score) {
            h->second = h->score;
            h->score = v;
            h->pep = &list[i];
        } else if (v > h->second)
            h->second = v;
    }
}

int main(int argc, char **argv)
{
    int nprot = argc > 1 ? atoi(argv[1]) : 2600, nspec = argc > 2 ? atoi(argv[2]) : 2600;
    double tol = argc > 3 ? atof(argv[3]) : 60.0;
    char **prot = malloc(nprot * sizeof *prot);
    struct peptide *list = NULL;
    long n = 0, cap = 0;

    init_masses();
    for (int i = 0; i < nprot; i++) {
        int len = 150 + rnd() % 500;
        prot[i] = malloc(len + 1);
        for (int k = 0; k < len; k++)
            prot[i][k] = AA[rnd() % 20];
        prot[i][len] = 0;
        if ((n = digest(prot[i], i, &list, n, &cap)) < 0)
            return fprintf(stderr, "out of memory\n"), 1;
    }
    qsort(list, n, sizeof *list, by_mass);
    struct spectrum *spec = malloc(nspec * sizeof *spec);
    struct hit *hits = malloc(nspec * sizeof *hits);
    for (int i = 0; i < nspec; i++)
        make_spectrum(&spec[i], &list[rnd() % n]);

    for (int i = 0; i < nspec; i++)
        search(&spec[i], list, n, tol, &hits[i]);

    long right = 0, cand = 0;
    for (int i = 0; i < nspec; i++) {
        const struct hit *h = &hits[i];
        cand += h->candidates;
        if (h->pep && h->pep->len == spec[i].truth->len && !memcmp(h->pep->seq, spec[i].truth->seq, h->pep->len))
            right++;
        if (h->pep && i % 130 == 0)
            printf("%4d %9.3f %-28.*s protein %4d score %.4f delta %.4f\n", i, spec[i].precursor,
                   h->pep->len, h->pep->seq, h->pep->protein, h->score, h->score - h->second);
    }
    printf("%ld peptides, %d spectra, %ld comparisons, %ld right\n", n, nspec, cand, right);
    return 0;
}
