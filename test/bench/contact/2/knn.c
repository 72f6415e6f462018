// SPDX-License-Identifier: Apache-2.0
/* k-nearest-neighbour classifier with a bounded insertion list,
 * trained on synthetic Gaussian clusters and scored on a test set. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <float.h>
#include <time.h>

#define DIM 16
#define NCLASS 6
#define KMAX 15

typedef struct {
    float x[DIM];
    int label;
} Sample;

typedef struct {
    float dist;
    int label;
} Neighbour;

static unsigned long long state = 88172645463325252ULL;

static double uniform(void)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double gauss(void)
{
    double s = 0;
    for (int i = 0; i < 12; i++)
        s += uniform();
    return s - 6.0;
}

static Sample *make_samples(int n, float centre[NCLASS][DIM])
{
    Sample *s = malloc(n * sizeof(Sample));
    if (!s)
        exit(1);
    for (int i = 0; i < n; i++) {
        s[i].label = (int)(uniform() * NCLASS);
        for (int d = 0; d < DIM; d++)
            s[i].x[d] = centre[s[i].label][d] + 1.7f * (float)gauss();
    }
    return s;
}

static float distance2(const Sample *a, const Sample *b)
{
    float s = 0;
    for (int d = 0; d < DIM; d++) {
        float t = a->x[d] - b->x[d];
        s += t * t;
    }
    return s;
}

static int classify(const Sample *train, int n, const Sample *q, int k)
{
    Neighbour best[KMAX];
    int votes[NCLASS] = {0};
    for (int i = 0; i < k; i++)
        best[i].dist = FLT_MAX, best[i].label = 0;
    for (int i = 0; i < n; i++) {
        float d = distance2(&train[i], q);
        if (d >= best[k - 1].dist)
            continue;
        int p = k - 1;
        while (p > 0 && best[p - 1].dist > d) {
            best[p] = best[p - 1];
            p--;
        }
        best[p].dist = d;
        best[p].label = train[i].label;
    }
    for (int i = 0; i < k; i++)
        votes[best[i].label]++;
    int win = 0;
    for (int c = 1; c < NCLASS; c++)
        if (votes[c] > votes[win])
            win = c;
    return win;
}

int main(int argc, char **argv)
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 20000;
    int ntest = argc > 2 ? atoi(argv[2]) : 8000;
    int k = argc > 3 ? atoi(argv[3]) : 9;
    float centre[NCLASS][DIM];
    int confusion[NCLASS][NCLASS] = {{0}};
    struct timespec t0, t1;

    if (k < 1 || k > KMAX)
        k = 9;
    for (int c = 0; c < NCLASS; c++)
        for (int d = 0; d < DIM; d++)
            centre[c][d] = (float)(uniform() * 4.0);
    Sample *train = make_samples(ntrain, centre);
    Sample *test = make_samples(ntest, centre);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < ntest; i++) {
        int c = classify(train, ntrain, &test[i], k);
        confusion[test[i].label][c]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    int right = 0;
    for (int a = 0; a < NCLASS; a++) {
        for (int b = 0; b < NCLASS; b++)
            printf("%6d", confusion[a][b]);
        printf("\n");
        right += confusion[a][a];
    }
    printf("accuracy %.4f\n", (double)right / ntest);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(train);
    free(test);
    return 0;
}
