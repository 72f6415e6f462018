/* Lloyd's algorithm on synthetic feature vectors (float **). */
#include <stdio.h>
#include <stdlib.h>
#include <float.h>

struct dataset {
    int npoints, ndims, nclusters;
    float **point;
    float **centre;
    int *label;
};

static unsigned seed = 5u;

static float uni(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (float)(seed >> 8) / 16777216.0f;
}

static float **rows(int n, int m)
{
    float **r = malloc(n * sizeof(float *));
    int i;
    if (!r)
        exit(1);
    for (i = 0; i < n; i++)
        if (!(r[i] = calloc(m, sizeof(float))))
            exit(1);
    return r;
}

static void release(float **r, int n)
{
    while (n-- > 0)
        free(r[n]);
    free(r);
}

static void generate(struct dataset *ds)
{
    int i, d, blobs = ds->nclusters + 3;
    float **mid = rows(blobs, ds->ndims);

    for (i = 0; i < blobs; i++)
        for (d = 0; d < ds->ndims; d++)
            mid[i][d] = 10.0f * uni();
    for (i = 0; i < ds->npoints; i++) {
        int b = (int)(uni() * blobs);
        for (d = 0; d < ds->ndims; d++)
            ds->point[i][d] = mid[b][d] + 6.0f * (uni() + uni() - 1.0f);
    }
    for (i = 0; i < ds->nclusters; i++) {
        int p = (int)(((long)i * ds->npoints) / ds->nclusters);
        for (d = 0; d < ds->ndims; d++)
            ds->centre[i][d] = ds->point[p][d];
    }
    release(mid, blobs);
}

static float distance2(const float *a, const float *b, int n)
{
    float s = 0.0f;
    int d;
    for (d = 0; d < n; d++) {
        float t = a[d] - b[d];
        s += t * t;
    }
    return s;
}

/* returns the number of points that changed cluster */
static int assign(struct dataset *ds, double *inertia)
{
    int i, c, changed = 0;
    double total = 0.0;

    for (i = 0; i < ds->npoints; i++) {
        float best = FLT_MAX;
        int which = 0;
        for (c = 0; c < ds->nclusters; c++) {
            float dist = distance2(ds->point[i], ds->centre[c], ds->ndims);
            if (dist < best) {
                best = dist;
                which = c;
            }
        }
        if (ds->label[i] != which) {
            ds->label[i] = which;
            changed++;
        }
        total += best;
    }
    *inertia = total;
    return changed;
}

static void move_centres(struct dataset *ds)
{
    int i, c, d;
    double *sum = calloc((size_t)ds->nclusters * ds->ndims, sizeof(double));
    int *count = calloc(ds->nclusters, sizeof(int));

    if (!sum || !count)
        exit(1);
    for (i = 0; i < ds->npoints; i++) {
        c = ds->label[i];
        count[c]++;
        for (d = 0; d < ds->ndims; d++)
            sum[c * ds->ndims + d] += ds->point[i][d];
    }
    for (c = 0; c < ds->nclusters; c++)
        if (count[c] > 0)
            for (d = 0; d < ds->ndims; d++)
                ds->centre[c][d] = (float)(sum[c * ds->ndims + d] / count[c]);
    free(sum);
    free(count);
}

/* mean distance of the centres to one another, a crude separation index */
static double separation(const struct dataset *ds)
{
    double s = 0.0;
    int a, b, pairs = 0;
    for (a = 0; a < ds->nclusters; a++)
        for (b = 0; b < a; b++) {
            s += distance2(ds->centre[a], ds->centre[b], ds->ndims);
            pairs++;
        }
    return pairs ? s / pairs : 0.0;
}

int main(int argc, char **argv)
{
    struct dataset ds;
    int iter, maxiter = 12, i, c, changed;
    unsigned hash = 0;
    double inertia = 0.0;

    ds.npoints = argc > 1 ? atoi(argv[1]) : 60000;
    ds.ndims = argc > 2 ? atoi(argv[2]) : 32;
    ds.nclusters = argc > 3 ? atoi(argv[3]) : 50;
    if (argc > 4)
        maxiter = atoi(argv[4]);
    if (ds.npoints < 1 || ds.ndims < 1 || ds.nclusters < 1) {
        fprintf(stderr, "usage: kmeans [points [dims [clusters [iterations]]]]\n");
        return 1;
    }
    ds.point = rows(ds.npoints, ds.ndims);
    ds.centre = rows(ds.nclusters, ds.ndims);
    ds.label = malloc(ds.npoints * sizeof(int));
    if (!ds.label)
        return 1;
    for (i = 0; i < ds.npoints; i++)
        ds.label[i] = -1;
    generate(&ds);

    for (iter = 0; iter < maxiter; iter++) {
        changed = assign(&ds, &inertia);
        if (iter % 4 == 0)
            printf("iteration %2d inertia %.10g changed %d\n", iter, inertia, changed);
        if (changed == 0)
            break;
        move_centres(&ds);
    }
    for (i = 0; i < ds.npoints; i++)
        hash = hash * 33u + (unsigned)ds.label[i];
    printf("inertia %.10g separation %.9g labels %08x\n", inertia,
           separation(&ds), hash);
    for (c = 0; c < 3 && c < ds.nclusters; c++)
        printf("centre %d: %.7g .. %.7g\n", c, ds.centre[c][0],
               ds.centre[c][ds.ndims - 1]);
    release(ds.point, ds.npoints);
    release(ds.centre, ds.nclusters);
    free(ds.label);
    return 0;
}
