// SPDX-License-Identifier: Apache-2.0
// Genetic algorithm for the multi-dimensional 0/1 knapsack problem.
// Tournament selection, uniform crossover, bit-flip mutation, elitism.
//   gaknap [population] [items] [generations]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define DIMS 5
#define TOURNAMENT 4

typedef struct {
  int value;
  int weight[DIMS];
} Item;

typedef struct {
  int nitems;
  Item *items;
  long capacity[DIMS];
} Problem;

typedef struct {
  unsigned char *genes;
  long fitness;
} Individual;

static uint32_t next_rand(uint64_t *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(*state >> 33);
}

static uint64_t stream(uint64_t seed, int gen, int who) {
  uint64_t z = seed + 0x9E3779B97F4A7C15ULL * ((uint64_t)gen * 1000003u + (uint64_t)who + 1u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  return z ^ (z >> 27);
}

static void problem_init(Problem *p, int n, uint64_t seed) {
  p->nitems = n;
  p->items = malloc(n * sizeof(Item));
  if (!p->items) exit(1);
  memset(p->capacity, 0, sizeof p->capacity);
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int d = 0; d < DIMS; d++) {
      p->items[i].weight[d] = 10 + (int)(next_rand(&seed) % 90);
      p->capacity[d] += p->items[i].weight[d];
      sum += p->items[i].weight[d];
    }
    p->items[i].value = sum / DIMS + (int)(next_rand(&seed) % 40);
  }
  for (int d = 0; d < DIMS; d++) p->capacity[d] = p->capacity[d] * 2 / 5;
}

static long evaluate(const Problem *p, const unsigned char *genes) {
  long value = 0, load[DIMS] = {0}, excess = 0;
  for (int i = 0; i < p->nitems; i++) {
    if (!genes[i]) continue;
    value += p->items[i].value;
    for (int d = 0; d < DIMS; d++) load[d] += p->items[i].weight[d];
  }
  for (int d = 0; d < DIMS; d++)
    if (load[d] > p->capacity[d]) excess += load[d] - p->capacity[d];
  return value - 3 * excess;
}

static Individual *population_new(int size, int nitems) {
  Individual *pop = malloc(size * sizeof *pop);
  if (!pop) exit(1);
  for (int i = 0; i < size; i++) {
    pop[i].genes = calloc(nitems, 1);
    pop[i].fitness = 0;
    if (!pop[i].genes) exit(1);
  }
  return pop;
}

static void population_free(Individual *pop, int size) {
  for (int i = 0; i < size; i++) free(pop[i].genes);
  free(pop);
}

static int select_parent(const Individual *pop, int size, uint64_t *rng) {
  int best = (int)(next_rand(rng) % size);
  for (int k = 1; k < TOURNAMENT; k++) {
    int c = (int)(next_rand(rng) % size);
    if (pop[c].fitness > pop[best].fitness) best = c;
  }
  return best;
}

static void breed(const Problem *p, const Individual *pop, int size, Individual *child, uint64_t rng) {
  const unsigned char *a = pop[select_parent(pop, size, &rng)].genes;
  const unsigned char *b = pop[select_parent(pop, size, &rng)].genes;
  uint32_t mask = 0;
  for (int i = 0; i < p->nitems; i++) {
    if (i % 31 == 0) mask = next_rand(&rng);
    child->genes[i] = (mask & 1) ? a[i] : b[i];
    mask >>= 1;
  }
  int flips = 1 + (int)(next_rand(&rng) % 4);
  for (int f = 0; f < flips; f++) child->genes[next_rand(&rng) % p->nitems] ^= 1;
  child->fitness = evaluate(p, child->genes);
}

static int fittest(const Individual *pop, int size) {
  int best = 0;
  for (int i = 1; i < size; i++)
    if (pop[i].fitness > pop[best].fitness) best = i;
  return best;
}

int main(int argc, char **argv) {
  int size = argc > 1 ? atoi(argv[1]) : 600;
  int nitems = argc > 2 ? atoi(argv[2]) : 500;
  int gens = argc > 3 ? atoi(argv[3]) : 480;
  const uint64_t seed = 42;
  Problem prob;
  if (size < 2 || nitems < 1 || gens < 1) {
    fprintf(stderr, "usage: %s [population] [items] [generations]\n", argv[0]);
    return 1;
  }
  problem_init(&prob, nitems, seed);
  Individual *pop = population_new(size, nitems), *next = population_new(size, nitems);

  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  #pragma omp parallel for schedule(static)
  for (int i = 0; i < size; i++) {
    uint64_t rng = stream(seed, 0, i);
    for (int k = 0; k < nitems; k++) pop[i].genes[k] = next_rand(&rng) % 3 == 0;
    pop[i].fitness = evaluate(&prob, pop[i].genes);
  }
  for (int g = 1; g <= gens; g++) {
    int elite = fittest(pop, size);
    memcpy(next[0].genes, pop[elite].genes, nitems);
    next[0].fitness = pop[elite].fitness;
    #pragma omp parallel for schedule(dynamic, 16)
    for (int i = 1; i < size; i++) breed(&prob, pop, size, &next[i], stream(seed, g, i));
    Individual *tmp = pop;
    pop = next;
    next = tmp;
    if (g % (gens / 8 > 0 ? gens / 8 : 1) == 0) {
      long total = 0;
      for (int i = 0; i < size; i++) total += pop[i].fitness;
      printf("gen %4d  best %ld  mean %.2f\n", g, pop[fittest(pop, size)].fitness, (double)total / size);
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);

  int best = fittest(pop, size), used = 0;
  for (int k = 0; k < nitems; k++) used += pop[best].genes[k];
  printf("best %ld with %d of %d items\n", pop[best].fitness, used, nitems);
  fprintf(stderr, "time %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
  population_free(pop, size);
  population_free(next, size);
  free(prob.items);
  return 0;
}
