// SPDX-License-Identifier: Apache-2.0
/* knn.c - brute force k-nearest-neighbour classifier
 *
 *   knn [ntrain] [ntest] [k]
 *
 * Trains (that is: stores) a labelled sample set and classifies a test set by
 * weighted majority vote, printing the confusion matrix.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NFEAT 12
#define NCLASS 5
#define KMAX 64

struct sample {
    float feat[NFEAT];
    int cls;
};

struct neighbour {
    float dist;
    int cls;
};

static unsigned int seed = 12345u;

static unsigned int lcg(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static float frand(void)
{
    return (float)lcg() / 16777216.0f;
}

static struct sample *make_samples(int n)
{
    struct sample *s = malloc(n * sizeof *s);
    if (s == NULL) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < n; i++) {
        s[i].cls = lcg() % NCLASS;
        for (int f = 0; f < NFEAT; f++) {
            float base = (float)((s[i].cls * (f + 3)) % 7) * 0.25f;
            s[i].feat[f] = base + 3.0f * (frand() + frand() - 1.0f);
        }
    }
    return s;
}

static float distance2(const struct sample *a, const struct sample *b)
{
    float d = 0.0f;
    for (int f = 0; f < NFEAT; f++) {
        float t = a->feat[f] - b->feat[f];
        d += t * t;
    }
    return d;
}

/* keep the list sorted ascending; ties keep the earlier training sample */
static int insert_neighbour(struct neighbour *list, int have, int k, float dist, int cls)
{
    int pos;
    if (have == k && dist >= list[k - 1].dist)
        return have;
    pos = have < k ? have : k - 1;
    while (pos > 0 && list[pos - 1].dist > dist) {
        list[pos] = list[pos - 1];
        pos--;
    }
    list[pos].dist = dist;
    list[pos].cls = cls;
    return have < k ? have + 1 : k;
}

static int classify(const struct sample *train, int ntrain, const struct sample *q, int k)
{
    struct neighbour best[KMAX];
    double vote[NCLASS] = { 0 };
    int have = 0, win = 0;

    for (int i = 0; i < ntrain; i++)
        have = insert_neighbour(best, have, k, distance2(&train[i], q), train[i].cls);
    for (int i = 0; i < have; i++)
        vote[best[i].cls] += 1.0 / (1e-6 + best[i].dist);
    for (int c = 1; c < NCLASS; c++)
        if (vote[c] > vote[win])
            win = c;
    return win;
}

int main(int argc, char *argv[])
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 20000;
    int ntest = argc > 2 ? atoi(argv[2]) : 9000;
    int k = argc > 3 ? atoi(argv[3]) : 9;
    int confusion[NCLASS][NCLASS];
    int correct = 0;
    struct timespec begin, end;

    if (ntrain < 1 || ntest < 1 || k < 1 || k > KMAX) {
        fprintf(stderr, "usage: %s [ntrain] [ntest] [k<=%d]\n", argv[0], KMAX);
        return 1;
    }
    struct sample *train = make_samples(ntrain);
    struct sample *test = make_samples(ntest);
    memset(confusion, 0, sizeof confusion);

    clock_gettime(CLOCK_MONOTONIC, &begin);
#pragma omp parallel for schedule(dynamic, 32) reduction(+:correct) reduction(+:confusion[:NCLASS][:NCLASS])
    for (int i = 0; i < ntest; i++) {
        int guess = classify(train, ntrain, &test[i], k);
        confusion[test[i].cls][guess]++;
        if (guess == test[i].cls)
            correct++;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);

    printf("accuracy %d / %d\n", correct, ntest);
    for (int r = 0; r < NCLASS; r++) {
        printf("class %d:", r);
        for (int c = 0; c < NCLASS; c++)
            printf(" %5d", confusion[r][c]);
        printf("\n");
    }
    fprintf(stderr, "classification took %.3f s\n",
            (double)(end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9);
    free(train);
    free(test);
    return 0;
}
