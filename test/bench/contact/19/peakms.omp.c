/* peakms - reduce profile mass spectra: baseline, smoothing, noise, peak
 * picking with centroids, then chaining of peaks across scans into features. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct peak { double mz, height, area, snr; int scan; int used; };

struct peaklist { struct peak *p; size_t n, cap; };

struct feature { double mz, rt_apex, volume; int first, last, count; };

struct run {
    int nscan, npts;
    double mz0, step;
    unsigned short *raw;              /* nscan * npts counts */
};

static void die(const char *m) { fprintf(stderr, "peakms: %s\n", m); exit(1); }

static void push(struct peaklist *l, struct peak p)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? l->cap * 2 : 256;
        l->p = realloc(l->p, l->cap * sizeof *l->p);
        if (!l->p) die("out of memory");
    }
    l->p[l->n++] = p;
}

/* ---- synthetic acquisition ---- */
static unsigned lfsr = 0xACE1u;
static unsigned rnd(void)
{
    lfsr ^= lfsr << 13; lfsr ^= lfsr >> 17; lfsr ^= lfsr << 5;
    return lfsr;
}

static void acquire(struct run *r, int ncomp)
{
    size_t total = (size_t)r->nscan * r->npts;
    r->raw = malloc(total * sizeof *r->raw);
    if (!r->raw) die("out of memory");
    for (int s = 0; s < r->nscan; s++)
        for (int i = 0; i < r->npts; i++)
            r->raw[(size_t)s * r->npts + i] =
                (unsigned short)(40 + 120 * (r->npts - i) / r->npts + s % 50 + (rnd() & 15));
    for (int c = 0; c < ncomp; c++) {
        int at = 30 + (int)(rnd() % (unsigned)(r->npts - 400)), apex = (int)(rnd() % (unsigned)r->nscan);
        int charge = 1 + rnd() % 3, height = 100 + (int)(rnd() % 6000), wid = 4 + (int)(rnd() % 8);
        for (int s = apex - 3 * wid; s <= apex + 3 * wid; s++) {
            if (s < 0 || s >= r->nscan) continue;
            double el = exp(-(double)(s - apex) * (s - apex) / (2.0 * wid * wid));
            for (int iso = 0; iso < 4; iso++) {
                int mid = at + (int)(iso / (charge * r->step));
                double h = height * el * (iso == 0 ? 1 : iso == 1 ? 0.6 : iso == 2 ? 0.25 : 0.08);
                for (int i = mid - 6; i <= mid + 6; i++) {
                    if (i < 0 || i >= r->npts) continue;
                    unsigned short *q = &r->raw[(size_t)s * r->npts + i];
                    int v = *q + (int)(h * exp(-(i - mid) * (i - mid) / 7.0));
                    *q = (unsigned short)(v > 65535 ? 65535 : v);
                }
            }
        }
    }
}

/* ---- scratch used for every scan ---- */
static double *sig, *base, *tmp, *smooth;
#pragma omp threadprivate(sig, base, tmp, smooth)

static void snip_baseline(int n, int iter)
{
    for (int i = 0; i < n; i++) base[i] = log(log(sqrt(sig[i] + 1) + 1) + 1);
    for (int w = 1; w <= iter; w++) {
        memcpy(tmp, base, sizeof(double) * n);
        for (int i = w; i < n - w; i++) {
            double m = 0.5 * (tmp[i - w] + tmp[i + w]);
            if (m < tmp[i]) base[i] = m;
        }
    }
    for (int i = 0; i < n; i++) {
        double e = exp(exp(base[i]) - 1) - 1;
        base[i] = e * e - 1;
    }
}

static void savgol(int n)
{
    static const double c[9] = { -21, 14, 39, 54, 59, 54, 39, 14, -21 };
    for (int i = 0; i < n; i++) {
        if (i < 4 || i >= n - 4) { smooth[i] = 0; continue; }
        double s = 0;
        for (int k = -4; k <= 4; k++) s += c[k + 4] * (sig[i + k] - base[i + k]);
        smooth[i] = s / 231;
    }
}

static double kth(double *a, int n, int k)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        double p = a[(lo + hi) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j) { double t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
        }
        if (k <= j) hi = j;
        else if (k >= i) lo = i;
        else break;
    }
    return a[k];
}

static double noise_mad(int n)
{
    for (int i = 0; i < n - 1; i++) tmp[i] = fabs(smooth[i + 1] - smooth[i]);
    return 1.4826 * kth(tmp, n - 1, n / 2) + 0.5;
}

static void pick(const struct run *r, int scan, double noise, struct peaklist *out)
{
    for (int i = 5; i < r->npts - 5; i++) {
        if (smooth[i] < 6 * noise || smooth[i] <= smooth[i - 1] || smooth[i] < smooth[i + 1]) continue;
        int a = i, b = i;
        while (a > 4 && smooth[a - 1] < smooth[a] && smooth[a - 1] > 0.1 * smooth[i]) a--;
        while (b < r->npts - 5 && smooth[b + 1] < smooth[b] && smooth[b + 1] > 0.1 * smooth[i]) b++;
        if (b - a < 3) continue;
        double area = 0, mom = 0;
        for (int k = a; k <= b; k++) {
            area += smooth[k];
            mom += smooth[k] * (r->mz0 + k * r->step);
        }
        struct peak p = { mom / area, smooth[i], area, smooth[i] / noise, scan, 0 };
        push(out, p);
        i = b;
    }
}

static double reduce_scan(const struct run *r, int s, struct peaklist *out)
{
    const unsigned short *raw = r->raw + (size_t)s * r->npts;
    for (int i = 0; i < r->npts; i++) sig[i] = raw[i];
    snip_baseline(r->npts, 24);
    savgol(r->npts);
    double noise = noise_mad(r->npts);
    pick(r, s, noise, out);
    return noise;
}

/* ---- features: greedy chains over following scans ---- */
static int link_features(struct peaklist *pl, const size_t *start, int nscan, double tol, struct feature **out)
{
    int nf = 0, cap = 0;
    *out = NULL;
    for (int s = 0; s < nscan; s++)
        for (size_t k = start[s]; k < start[s + 1]; k++) {
            if (pl->p[k].used) continue;
            struct feature f = { pl->p[k].mz, s, pl->p[k].area, s, s, 1 };
            double top = pl->p[k].height, mz = pl->p[k].mz;
            pl->p[k].used = 1;
            for (int t = s + 1; t < nscan && t - f.last <= 2; t++) {
                size_t lo = start[t], hi = start[t + 1], best = hi;
                while (lo < hi) {
                    size_t m = (lo + hi) / 2;
                    if (pl->p[m].mz < mz - tol) lo = m + 1; else hi = m;
                }
                for (size_t q = lo; q < start[t + 1] && pl->p[q].mz <= mz + tol; q++)
                    if (!pl->p[q].used && (best == start[t + 1] || best < lo ||
                        fabs(pl->p[q].mz - mz) < fabs(pl->p[best].mz - mz))) best = q;
                if (best == start[t + 1] || best < lo || fabs(pl->p[best].mz - mz) > tol || pl->p[best].used) continue;
                struct peak *p = &pl->p[best];
                p->used = 1;
                f.last = t; f.count++; f.volume += p->area;
                if (p->height > top) { top = p->height; f.rt_apex = t; }
                mz = 0.7 * mz + 0.3 * p->mz;
            }
            f.mz = mz;
            if (f.count < 5) continue;
            if (nf == cap) {
                cap = cap ? 2 * cap : 128;
                *out = realloc(*out, cap * sizeof **out);
                if (!*out) die("out of memory");
            }
            (*out)[nf++] = f;
        }
    return nf;
}

static int by_volume(const void *a, const void *b)
{
    const struct feature *x = a, *y = b;
    if (x->volume != y->volume) return x->volume < y->volume ? 1 : -1;
    return x->mz < y->mz ? -1 : x->mz > y->mz;
}

int main(int argc, char **argv)
{
    struct run r = { argc > 1 ? atoi(argv[1]) : 1900, argc > 2 ? atoi(argv[2]) : 16000, 400.0, 0.025, NULL };
    if (r.nscan < 10 || r.npts < 500) die("usage: peakms [scans] [points]");
    acquire(&r, r.nscan);
    struct peaklist peaks = { 0 };
    size_t *start = malloc(sizeof *start * (r.nscan + 1));
    double worst = 0, mean = 0;
    struct peaklist *per = calloc(r.nscan, sizeof *per);
    double *level = malloc(sizeof *level * r.nscan);
#pragma omp parallel
    {
        sig = malloc(sizeof(double) * r.npts);
        base = malloc(sizeof(double) * r.npts);
        tmp = malloc(sizeof(double) * r.npts);
        smooth = malloc(sizeof(double) * r.npts);
#pragma omp for schedule(dynamic, 4)
        for (int s = 0; s < r.nscan; s++) level[s] = reduce_scan(&r, s, &per[s]);
        free(sig); free(base); free(tmp); free(smooth);
    }
    for (int s = 0; s < r.nscan; s++) {
        start[s] = peaks.n;
        double noise = level[s];
        for (size_t k = 0; k < per[s].n; k++) push(&peaks, per[s].p[k]);
        free(per[s].p);
        mean += noise;
        if (noise > worst) worst = noise;
        if (s % 200 == 0) printf("scan %4d noise %.4f peaks so far %zu\n", s, noise, peaks.n);
    }
    start[r.nscan] = peaks.n;
    double area = 0, snr = 0;
    for (size_t k = 0; k < peaks.n; k++) { area += peaks.p[k].area; if (peaks.p[k].snr > snr) snr = peaks.p[k].snr; }
    printf("peaks %zu area %.4f max snr %.3f noise mean %.5f worst %.5f\n", peaks.n, area, snr, mean / r.nscan, worst);
    struct feature *f;
    int nf = link_features(&peaks, start, r.nscan, 0.03, &f);
    if (nf) qsort(f, nf, sizeof *f, by_volume);
    printf("features %d\n", nf);
    for (int k = 0; k < nf && k < 12; k++)
        printf("mz %10.5f apex %5.0f scans %3d volume %.3f\n", f[k].mz, f[k].rt_apex, f[k].count, f[k].volume);
    free(f); free(start); free(peaks.p); free(r.raw);
    free(per); free(level);
    return 0;
}
