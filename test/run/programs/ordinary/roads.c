// A road network: random towns, Dijkstra with a heap, all-pairs distances, connected parts, centrality.
// ARGS: 60
// BENCH: 700
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1000000000

struct road {
  int to, length;
  struct road *next;
};

struct town {
  int x, y;
  struct road *roads;
  int part;
};

struct heapItem {
  int distance, town;
};

static unsigned state = 2463534242u;

static unsigned draw(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % limit;
}

static int squareRoot(long long v) {
  long long r = 0;
  while ((r + 1) * (r + 1) <= v)
    r++;
  return (int)r;
}

static int lengthBetween(const struct town *a, const struct town *b) {
  long long dx = a->x - b->x, dy = a->y - b->y;
  return squareRoot(dx * dx + dy * dy) + 1;
}

static void connect(struct town *towns, int a, int b) {
  int length = lengthBetween(&towns[a], &towns[b]);
  struct road *r = malloc(sizeof *r);
  r->to = b;
  r->length = length;
  r->next = towns[a].roads;
  towns[a].roads = r;
  r = malloc(sizeof *r);
  r->to = a;
  r->length = length;
  r->next = towns[b].roads;
  towns[b].roads = r;
}

static struct town *makeTowns(int n) {
  struct town *towns = calloc(n, sizeof *towns);
  for (int i = 0; i < n; i++) {
    towns[i].x = draw(1000);
    towns[i].y = draw(1000);
    towns[i].part = -1;
  }
  /* Each town is joined to its nearest neighbour, and to a few at random. */
  for (int i = 0; i < n; i++) {
    int best = -1, bestLength = INT_MAX;
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      int length = lengthBetween(&towns[i], &towns[j]);
      if (length < bestLength) {
        bestLength = length;
        best = j;
      }
    }
    connect(towns, i, best);
    if (draw(3) == 0)
      connect(towns, i, draw(n));
  }
  return towns;
}

static void push(struct heapItem *heap, int *count, struct heapItem item) {
  int at = (*count)++;
  while (at > 0) {
    int up = (at - 1) / 2;
    if (heap[up].distance <= item.distance)
      break;
    heap[at] = heap[up];
    at = up;
  }
  heap[at] = item;
}

static struct heapItem pop(struct heapItem *heap, int *count) {
  struct heapItem top = heap[0], last = heap[--*count];
  int at = 0;
  for (;;) {
    int down = 2 * at + 1;
    if (down >= *count)
      break;
    if (down + 1 < *count && heap[down + 1].distance < heap[down].distance)
      down++;
    if (heap[down].distance >= last.distance)
      break;
    heap[at] = heap[down];
    at = down;
  }
  heap[at] = last;
  return top;
}

static void dijkstra(const struct town *towns, int n, int from, int *distance, struct heapItem *heap) {
  int count = 0;
  for (int i = 0; i < n; i++)
    distance[i] = FAR;
  distance[from] = 0;
  push(heap, &count, (struct heapItem){0, from});
  while (count > 0) {
    struct heapItem item = pop(heap, &count);
    if (item.distance > distance[item.town])
      continue;
    for (const struct road *r = towns[item.town].roads; r; r = r->next) {
      int d = item.distance + r->length;
      if (d < distance[r->to]) {
        distance[r->to] = d;
        push(heap, &count, (struct heapItem){d, r->to});
      }
    }
  }
}

static int markParts(struct town *towns, int n) {
  int parts = 0;
  int *stack = malloc(n * sizeof *stack);
  for (int i = 0; i < n; i++) {
    if (towns[i].part >= 0)
      continue;
    int depth = 0;
    stack[depth++] = i;
    towns[i].part = parts;
    while (depth > 0) {
      int at = stack[--depth];
      for (struct road *r = towns[at].roads; r; r = r->next)
        if (towns[r->to].part < 0) {
          towns[r->to].part = parts;
          stack[depth++] = r->to;
        }
    }
    parts++;
  }
  free(stack);
  return parts;
}

static void allPairs(int *d, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      int through = d[i * n + k];
      if (through >= FAR)
        continue;
      for (int j = 0; j < n; j++)
        if (through + d[k * n + j] < d[i * n + j])
          d[i * n + j] = through + d[k * n + j];
    }
}

static void fillMatrix(const struct town *towns, int *d, int n) {
  for (int i = 0; i < n * n; i++)
    d[i] = FAR;
  for (int i = 0; i < n; i++) {
    d[i * n + i] = 0;
    for (const struct road *r = towns[i].roads; r; r = r->next)
      if (r->length < d[i * n + r->to])
        d[i * n + r->to] = r->length;
  }
}

static int eccentricity(const int *row, int n) {
  int longest = 0;
  for (int j = 0; j < n; j++)
    if (row[j] < FAR && row[j] > longest)
      longest = row[j];
  return longest;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200;
  struct town *towns = makeTowns(n);
  int *matrix = malloc((size_t)n * n * sizeof *matrix);
  int *distance = malloc(n * sizeof *distance);
  int *reach = calloc(n, sizeof *reach);
  struct heapItem *heap = malloc((size_t)n * 8 * sizeof *heap);

  printf("parts %d\n", markParts(towns, n));
  fillMatrix(towns, matrix, n);
  allPairs(matrix, n);

  int wrong = 0;
  for (int i = 0; i < n; i += 7) {
    dijkstra(towns, n, i, distance, heap);
    wrong += memcmp(distance, matrix + (size_t)i * n, n * sizeof *distance) != 0;
  }
  printf("differences %d\n", wrong);

  int centre = 0, smallest = INT_MAX;
  for (int i = 0; i < n; i++) {
    reach[i] = eccentricity(matrix + (size_t)i * n, n);
    if (reach[i] > 0 && reach[i] < smallest) {
      smallest = reach[i];
      centre = i;
    }
  }
  long long total = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (matrix[i * n + j] < FAR)
        total += matrix[i * n + j];
  printf("centre %d reach %d total %lld\n", centre, smallest, total);
  for (int i = 0; i < n; i++)
    while (towns[i].roads) {
      struct road *next = towns[i].roads->next;
      free(towns[i].roads);
      towns[i].roads = next;
    }
  free(heap);
  free(reach);
  free(distance);
  free(matrix);
  free(towns);
  return 0;
}
