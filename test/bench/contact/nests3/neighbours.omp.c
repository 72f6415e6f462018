/* neighbours, optimized by hand: see neighbours.c.
 * SMALL: 60 300 12 5
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CLASSES 6

struct Set {
    int count, features;
    float **x; /* one row for each member */
    int *label;
    double *target;
};

struct Found {
    int index;
    float distance;
};

static unsigned long long state = 0x9E3779B97F4A7C15ULL;

static float uniform(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (float)((state * 2685821657736338717ULL) >> 40) / 16777216.0f;
}

static struct Set generate(int count, int features)
{
    struct Set s;
    s.count = count;
    s.features = features;
    s.x = malloc(sizeof(float *) * count);
    s.label = malloc(sizeof(int) * count);
    s.target = malloc(sizeof(double) * count);
    for (int i = 0; i < count; i++) {
        s.x[i] = malloc(sizeof(float) * features);
        s.label[i] = (int)(uniform() * CLASSES);
        s.target[i] = 0.0;
        for (int f = 0; f < features; f++) {
            float center = (float)((s.label[i] * (f + 3) * 7) % 11) / 11.0f;
            s.x[i][f] = center + 1.6f * (uniform() + uniform() + uniform() - 1.5f);
            s.target[i] += s.x[i][f] * (f % 4 - 1.5);
        }
    }
    return s;
}

/* importance of a feature: one over the spread of the samples */
static float *importance(const struct Set *s)
{
    float *w = malloc(sizeof(float) * s->features);
    for (int f = 0; f < s->features; f++) {
        double mean = 0.0, square = 0.0;
        for (int i = 0; i < s->count; i++) {
            mean += s->x[i][f];
            square += (double)s->x[i][f] * s->x[i][f];
        }
        mean /= s->count;
        w[f] = (float)(1.0 / (square / s->count - mean * mean + 1e-6));
    }
    return w;
}

typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4)));

#define QB 4
#define SB 32
#define PASS 512 /* samples between two rounds of selection */

/* panels of SB samples, [feature][SB] each */
static float *transpose(const struct Set *s)
{
    int count = (s->count + SB - 1) / SB;
    float *p = malloc(sizeof(float) * (size_t)count * s->features * SB);
#pragma omp parallel for schedule(static)
    for (int t = 0; t < count; t++)
        for (int f = 0; f < s->features; f++)
            for (int c = 0; c < SB; c++)
                p[((size_t)t * s->features + f) * SB + c] =
                    t * SB + c < s->count ? s->x[t * SB + c][f] : 0.0f;
    return p;
}

/* distances of 4 queries to a panel */
static void distances(const float *const a[QB], const float *panel, const float *w, int features,
                      float *out, int step)
{
    v16 s[QB][2];
#pragma GCC unroll 4
    for (int i = 0; i < QB; i++)
        s[i][0] = s[i][1] = (v16){ 0 };
    for (int f = 0; f < features; f++) {
        v16 b0 = *(const v16u *)(panel + f * SB), b1 = *(const v16u *)(panel + f * SB + 16);
#pragma GCC unroll 4
        for (int i = 0; i < QB; i++) {
            v16 d0 = a[i][f] - b0, d1 = a[i][f] - b1;
            s[i][0] += w[f] * d0 * d0;
            s[i][1] += w[f] * d1 * d1;
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < QB; i++) {
        *(v16u *)(out + i * step) = s[i][0];
        *(v16u *)(out + i * step + 16) = s[i][1];
    }
}

/* take the samples first .. first + n - 1 into the sorted list of the nearest */
static void take_nearest(const float *dist, int first, int n, int k, int *have, struct Found *found)
{
    for (int j0 = 0; j0 < n; j0 += 16) {
        int j1 = j0 + 16 < n ? j0 + 16 : n;
        if (*have == k) {
            float bound = found[k - 1].distance;
            int any = 0;
#pragma omp simd reduction(| : any)
            for (int j = j0; j < j1; j++)
                any |= dist[j] < bound;
            if (!any)
                continue;
        }
        for (int j = j0; j < j1; j++) {
            if (*have == k && !(dist[j] < found[k - 1].distance))
                continue;
            int r = *have < k ? (*have)++ : k - 1;
            while (r > 0 && dist[j] < found[r - 1].distance) {
                found[r] = found[r - 1];
                r--;
            }
            found[r].index = first + j;
            found[r].distance = dist[j];
        }
    }
}

static void find_nearest(const struct Set *q, const struct Set *s, const float *w, int k,
                         struct Found *found)
{
    float *panels = transpose(s);
#pragma omp parallel for schedule(dynamic, 4)
    for (int i0 = 0; i0 < q->count; i0 += QB) {
        float dist[QB][PASS];
        const float *a[QB];
        int nq = q->count - i0 < QB ? q->count - i0 : QB, have[QB] = { 0 };
        for (int i = 0; i < QB; i++)
            a[i] = q->x[i0 + (i < nq ? i : 0)];
        for (int j0 = 0; j0 < s->count; j0 += PASS) {
            int n = s->count - j0 < PASS ? s->count - j0 : PASS;
            for (int j = 0; j < n; j += SB)
                distances(a, panels + (size_t)(j0 + j) * s->features, w, s->features, dist[0] + j,
                          PASS);
            for (int i = 0; i < nq; i++)
                take_nearest(dist[i], j0, n, k, &have[i], found + (size_t)(i0 + i) * k);
        }
    }
    free(panels);
}

int main(int argc, char **argv)
{
    int queries = argc > 1 ? atoi(argv[1]) : 3000;
    int samples = argc > 2 ? atoi(argv[2]) : 16000;
    int features = argc > 3 ? atoi(argv[3]) : 26;
    int k = argc > 4 ? atoi(argv[4]) : 9;
    if (k < 1 || k > samples)
        return 1;
    struct Set s = generate(samples, features), q = generate(queries, features);
    float *w = importance(&s);
    struct Found *found = malloc(sizeof(struct Found) * queries * k);
    find_nearest(&q, &s, w, k, found);

    int right = 0, confusion[CLASSES][CLASSES] = { { 0 } };
    double error = 0.0, sum = 0.0;
    long long indices = 0;
    for (int i = 0; i < queries; i++) {
        double vote[CLASSES] = { 0 }, value = 0.0, total = 0.0;
        for (int r = 0; r < k; r++) {
            struct Found f = found[(size_t)i * k + r];
            double weight = 1.0 / (sqrt(f.distance) + 0.01);
            vote[s.label[f.index]] += weight;
            value += weight * s.target[f.index];
            total += weight;
            sum += f.distance;
            indices += (long long)f.index * (r + 1);
        }
        int best = 0;
        for (int c = 1; c < CLASSES; c++)
            if (vote[c] > vote[best])
                best = c;
        right += best == q.label[i];
        confusion[q.label[i]][best]++;
        error += fabs(value / total - q.target[i]);
    }
    printf("%d queries, %d samples, %d features, k = %d\n", queries, samples, features, k);
    printf("right %d, mean error %.12g, mean distance %.12g, indices %lld\n", right,
           error / queries, sum / queries / k, indices);
    for (int c = 0; c < CLASSES; c++) {
        printf("class %d:", c);
        for (int d = 0; d < CLASSES; d++)
            printf(" %d", confusion[c][d]);
        printf("\n");
    }
    for (int i = 0; i < queries; i += queries / 5 + 1)
        printf("query %d: nearest %d (%.9g), last %d (%.9g)\n", i, found[(size_t)i * k].index,
               found[(size_t)i * k].distance, found[(size_t)i * k + k - 1].index,
               found[(size_t)i * k + k - 1].distance);
    for (int i = 0; i < samples; i++)
        free(s.x[i]);
    for (int i = 0; i < queries; i++)
        free(q.x[i]);
    free(s.x);
    free(s.label);
    free(s.target);
    free(q.x);
    free(q.label);
    free(q.target);
    free(found);
    free(w);
    return 0;
}
