/* neighbours: k-nearest-neighbour classification and regression: the matrix of
 * weighted squared distances between queries and samples, the k nearest samples
 * of every query by partial selection, votes and averages weighted by 1/distance.
 * Expert: the distance matrix is never stored; distances of 4 queries to 32
 * samples at a time in registers (features transposed, each sum in order), then
 * an insertion into the sorted best list below the current bound; queries among
 * threads.
 * SMALL: 60 300 12 5
 * Usage: neighbours [queries] [samples] [features] [k]
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

static float distance(const float *a, const float *b, const float *w, int features)
{
    float s = 0.0f;
    for (int f = 0; f < features; f++) {
        float d = a[f] - b[f];
        s += w[f] * d * d;
    }
    return s;
}

static void distance_matrix(const struct Set *q, const struct Set *s, const float *w, float **dist)
{
    for (int i = 0; i < q->count; i++)
        for (int j = 0; j < s->count; j++)
            dist[i][j] = distance(q->x[i], s->x[j], w, s->features);
}

/* the k smallest, in order; the first one of equals */
static void nearest(const float *dist, int n, int k, struct Found *found)
{
    char *used = calloc(n, 1);
    for (int r = 0; r < k; r++) {
        int best = -1;
        for (int j = 0; j < n; j++)
            if (!used[j] && (best < 0 || dist[j] < dist[best]))
                best = j;
        used[best] = 1;
        found[r].index = best;
        found[r].distance = dist[best];
    }
    free(used);
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
    float **dist = malloc(sizeof(float *) * queries);
    for (int i = 0; i < queries; i++)
        dist[i] = malloc(sizeof(float) * samples);

    distance_matrix(&q, &s, w, dist);
    for (int i = 0; i < queries; i++)
        nearest(dist[i], samples, k, found + (size_t)i * k);

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
    for (int i = 0; i < queries; i++) {
        free(q.x[i]);
        free(dist[i]);
    }
    free(s.x);
    free(s.label);
    free(s.target);
    free(q.x);
    free(q.label);
    free(q.target);
    free(dist);
    free(found);
    free(w);
    return 0;
}
