// Groups customers by k-means with k-means++ seeding; silhouettes; principal direction by power iteration.
// ARGS: 500 6
// BENCH: 60000 24
// FLAGS: -lm
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 8

struct point {
  float at[DIMENSIONS];
  int group;
};

struct group {
  double sum[DIMENSIONS];
  float centre[DIMENSIONS];
  int count;
};

static unsigned long long seed = 42;

static double uniform(void) {
  seed ^= seed >> 12;
  seed ^= seed << 25;
  seed ^= seed >> 27;
  return (double)((seed * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static double bell(void) {
  double sum = 0;
  for (int i = 0; i < 12; i++)
    sum += uniform();
  return sum - 6;
}

static void makePoints(struct point *points, int n, int k) {
  float (*home)[DIMENSIONS] = malloc(k * sizeof *home);
  for (int g = 0; g < k; g++)
    for (int d = 0; d < DIMENSIONS; d++)
      home[g][d] = (float)(20 * uniform());
  for (int i = 0; i < n; i++) {
    int g = (int)(uniform() * k);
    for (int d = 0; d < DIMENSIONS; d++)
      points[i].at[d] = home[g][d] + (float)bell();
    points[i].group = -1;
  }
  free(home);
}

static float distance(const float *a, const float *b) {
  float sum = 0;
  for (int d = 0; d < DIMENSIONS; d++) {
    float x = a[d] - b[d];
    sum += x * x;
  }
  return sum;
}

static void seedCentres(const struct point *points, int n, struct group *groups, int k) {
  float *nearest = malloc(n * sizeof *nearest);
  memcpy(groups[0].centre, points[0].at, sizeof groups[0].centre);
  for (int i = 0; i < n; i++)
    nearest[i] = FLT_MAX;
  for (int g = 1; g < k; g++) {
    double total = 0;
    for (int i = 0; i < n; i++) {
      float d = distance(points[i].at, groups[g - 1].centre);
      if (d < nearest[i])
        nearest[i] = d;
      total += nearest[i];
    }
    double pick = uniform() * total;
    int chosen = n - 1;
    for (int i = 0; i < n; i++) {
      pick -= nearest[i];
      if (pick <= 0) {
        chosen = i;
        break;
      }
    }
    memcpy(groups[g].centre, points[chosen].at, sizeof groups[g].centre);
  }
  free(nearest);
}

static int assign(struct point *points, int n, const struct group *groups, int k) {
  int moved = 0;
  for (int i = 0; i < n; i++) {
    struct point *p = &points[i];
    int best = 0;
    float bestDistance = distance(p->at, groups[0].centre);
    for (int g = 1; g < k; g++) {
      float d = distance(p->at, groups[g].centre);
      if (d < bestDistance) {
        bestDistance = d;
        best = g;
      }
    }
    if (best != p->group) {
      p->group = best;
      moved++;
    }
  }
  return moved;
}

static void update(const struct point *points, int n, struct group *groups, int k) {
  for (int g = 0; g < k; g++) {
    groups[g].count = 0;
    memset(groups[g].sum, 0, sizeof groups[g].sum);
  }
  for (int i = 0; i < n; i++) {
    struct group *g = &groups[points[i].group];
    g->count++;
    for (int d = 0; d < DIMENSIONS; d++)
      g->sum[d] += points[i].at[d];
  }
  for (int g = 0; g < k; g++)
    for (int d = 0; d < DIMENSIONS; d++)
      if (groups[g].count)
        groups[g].centre[d] = (float)(groups[g].sum[d] / groups[g].count);
}

/* How well each of the first points sits in its group. */
static double silhouette(const struct point *points, int n, int k, int *lonely) {
  int sample = n < 400 ? n : 400;
  double *score = malloc(sample * sizeof *score);
  *lonely = 0;
  for (int i = 0; i < sample; i++) {
    double sum[64] = {0};
    int count[64] = {0};
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      sum[points[j].group] += sqrt(distance(points[i].at, points[j].at));
      count[points[j].group]++;
    }
    double own = 0, other = DBL_MAX;
    for (int g = 0; g < k; g++) {
      if (!count[g])
        continue;
      double mean = sum[g] / count[g];
      if (g == points[i].group)
        own = mean;
      else if (mean < other)
        other = mean;
    }
    score[i] = (other - own) / fmax(own, other);
    if (score[i] < 0)
      (*lonely)++;
  }
  double total = 0;
  for (int i = 0; i < sample; i++)
    total += score[i];
  free(score);
  return total / sample;
}

static void principal(const struct point *points, int n, double *direction) {
  double mean[DIMENSIONS] = {0}, matrix[DIMENSIONS][DIMENSIONS] = {{0}};
  for (int i = 0; i < n; i++)
    for (int d = 0; d < DIMENSIONS; d++)
      mean[d] += points[i].at[d] / n;
  for (int a = 0; a < DIMENSIONS; a++)
    for (int b = 0; b < DIMENSIONS; b++) {
      double sum = 0;
      for (int i = 0; i < n; i++)
        sum += (points[i].at[a] - mean[a]) * (points[i].at[b] - mean[b]);
      matrix[a][b] = sum / n;
    }
  for (int d = 0; d < DIMENSIONS; d++)
    direction[d] = 1;
  for (int step = 0; step < 50; step++) {
    double next[DIMENSIONS], length = 0;
    for (int a = 0; a < DIMENSIONS; a++) {
      next[a] = 0;
      for (int b = 0; b < DIMENSIONS; b++)
        next[a] += matrix[a][b] * direction[b];
      length += next[a] * next[a];
    }
    length = sqrt(length);
    for (int d = 0; d < DIMENSIONS; d++)
      direction[d] = next[d] / length;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000, k = argc > 2 ? atoi(argv[2]) : 8;
  struct point *points = malloc(n * sizeof *points);
  struct group *groups = calloc(k, sizeof *groups);
  double direction[DIMENSIONS];
  int rounds = 0, lonely;
  makePoints(points, n, k);
  seedCentres(points, n, groups, k);
  while (assign(points, n, groups, k) > n / 1000 && rounds < 30) {
    update(points, n, groups, k);
    rounds++;
  }
  printf("%d rounds\n", rounds);
  for (int g = 0; g < k; g++)
    printf("group %d: %d at %.4f %.4f\n", g, groups[g].count, groups[g].centre[0], groups[g].centre[1]);
  double fit = silhouette(points, n, k, &lonely);
  printf("silhouette %.9f, %d badly placed\n", fit, lonely);
  principal(points, n, direction);
  for (int d = 0; d < DIMENSIONS; d++)
    printf("%.9f ", direction[d]);
  printf("\n");
  free(groups);
  free(points);
  return 0;
}
