/* SPDX-License-Identifier: Apache-2.0
 *
 * options COUNT|in.csv out.csv [STEPS]: prices every option of a portfolio.
 * Input lines: call|put,spot,strike,rate,volatility,years. */
#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seed = 2463534242u;

static double uniform(double low, double high) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return low + (high - low) * (seed / 4294967296.0);
}

static void generate(struct option *options, int count) {
  int i;

  for (i = 0; i < count; i++) {
    options[i].kind = uniform(0, 1) < 0.5 ? CALL : PUT;
    options[i].spot = uniform(20, 180);
    options[i].strike = options[i].spot * uniform(0.7, 1.3);
    options[i].rate = uniform(0.0, 0.06);
    options[i].volatility = uniform(0.1, 0.6);
    options[i].years = uniform(0.1, 3.0);
  }
}

static int count_lines(FILE *file) {
  int lines = 0, c;

  while ((c = fgetc(file)) != EOF)
    lines += c == '\n';
  rewind(file);
  return lines;
}

static int parse_line(const char *line, struct option *o) {
  char kind[8];

  if (sscanf(line, "%7[a-z],%lf,%lf,%lf,%lf,%lf", kind, &o->spot, &o->strike,
             &o->rate, &o->volatility, &o->years) != 6)
    return -1;
  if (strcmp(kind, "call") != 0 && strcmp(kind, "put") != 0)
    return -1;
  o->kind = kind[0] == 'c' ? CALL : PUT;
  return o->spot > 0 && o->strike > 0 && o->volatility > 0 && o->years > 0 ? 0
                                                                           : -1;
}

static struct option *load(const char *path, int *count) {
  FILE *file = fopen(path, "r");
  struct option *options;
  char line[256];
  int used = 0, lines;

  if (!file) {
    perror(path);
    return NULL;
  }
  lines = count_lines(file);
  options = malloc((size_t)(lines + 1) * sizeof *options);
  while (options && used <= lines && fgets(line, sizeof line, file)) {
    if (parse_line(line, &options[used]) != 0) {
      fprintf(stderr,
              "%s:%d: expected call|put,spot,strike,rate,volatility,years\n",
              path, used + 1);
      free(options);
      fclose(file);
      return NULL;
    }
    used++;
  }
  fclose(file);
  *count = used;
  return options;
}

static int save(const char *path, const struct option *options, int count) {
  FILE *file = fopen(path, "w");
  int i, failed;

  if (!file) {
    perror(path);
    return -1;
  }
  failed =
      fputs("kind,spot,strike,rate,volatility,years,european,delta,american\n",
            file) < 0;
  for (i = 0; i < count; i++) {
    const struct option *o = &options[i];
    failed |= fprintf(file, "%s,%.4f,%.4f,%.5f,%.5f,%.4f,%.8f,%.8f,%.8f\n",
                      o->kind == CALL ? "call" : "put", o->spot, o->strike,
                      o->rate, o->volatility, o->years, o->european, o->delta,
                      o->american) < 0;
  }
  failed |= fclose(file) != 0;
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}

int main(int argc, char **argv) {
  struct option *options = NULL;
  double total = 0.0;
  int count, steps = 512, i;

  if (argc == 4)
    steps = atoi(argv[3]);
  if (argc < 3 || argc > 4 || steps < 1 || steps > MAX_STEPS) {
    fprintf(stderr, "usage: %s COUNT|in.csv out.csv [STEPS up to %d]\n",
            argv[0], MAX_STEPS);
    return 2;
  }
  count = atoi(argv[1]);
  if (count > 0) {
    options = malloc((size_t)count * sizeof *options);
    if (options)
      generate(options, count);
    else
      fprintf(stderr, "%s: out of memory\n", argv[0]);
  } else {
    options = load(argv[1], &count);
  }
  if (!options)
    return 1;

  price_all(options, count, steps);
  for (i = 0; i < count; i++)
    total += options[i].american;
  printf("%d options, worth %.6f\n", count, total);
  if (save(argv[2], options, count) != 0)
    return 1;
  free(options);
  return 0;
}
