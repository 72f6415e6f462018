// Sizes that are kept in structs and globals, handed out by functions and set by
// initializers are guessed by what the program puts there, not as unknown.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --print-after=cost %s -o %t | %FileCheck %s
#include <stdlib.h>

typedef struct {
  int width, height;
  float *pixel;
} Image;

struct settings {
  int steps, size;
};

static int common = 200;

static int argument(int argc, char **argv, int i, int otherwise) {
  if (argc > i)
    return atoi(argv[i]);
  return otherwise;
}

static Image *newImage(int width, int height) {
  Image *image = malloc(sizeof *image);
  if (!image)
    exit(1);
  image->width = width;
  image->height = height;
  image->pixel = calloc((size_t)width * (size_t)height, sizeof(float));
  if (!image->pixel)
    exit(1);
  return image;
}

// A member that the argument of its only call sets; the argument is what a
// function returns for these arguments of its own: 80,000, not 300.
// CHECK: task 0 loop guessed-sizes.c:[[#@LINE+2]] {{[0-9][0-9][0-9][0-9][0-9]}} ns
static void row(Image *image) {
  for (int i = 0; i < image->width; i++)
    image->pixel[i] = image->pixel[i] * 2 + 1;
}

// CHECK: task 0 loop guessed-sizes.c:[[#@LINE+2]] {{[1-4]?[0-9]?[0-9]}} ns
static void column(Image *image) {
  for (int i = 0; i < image->height; i++)
    image->pixel[i] = image->pixel[i] * 2 + 1;
}

// A member that an initializer sets.
// CHECK: task 0 loop guessed-sizes.c:[[#@LINE+2]] {{[0-9][0-9][0-9][0-9][0-9][0-9]?}} ns
static void fill(const struct settings *s, float *to) {
  for (int i = 0; i < s->size; i++)
    to[i] = to[i] * 2 + 1;
}

// A global with an initializer that may be set otherwise.
// CHECK: task 0 loop guessed-sizes.c:[[#@LINE+2]] {{[1-3]?[0-9]?[0-9]}} ns
static void some(float *to) {
  for (int i = 0; i < common; i++)
    to[i] = to[i] * 3 + 1;
}

int main(int argc, char **argv) {
  struct settings s = {.steps = 4, .size = 90000};
  if (argc > 1)
    s.steps = atoi(argv[1]);
  if (argc > 4)
    common = atoi(argv[4]);
  Image *image = newImage(argument(argc, argv, 2, 80000),
                          argument(argc, argv, 3, 300));
  float *other = calloc(90000, sizeof(float));
  if (!other)
    return 1;
  row(image);
  column(image);
  fill(&s, other);
  some(other);
  return image->pixel[5] + other[5] > s.steps;
}
