// A ray tracer: spheres and a floor, shadows, reflections, written as a pixel map.
// ARGS: 48 32
// BENCH: 800 500
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../digest.h"

typedef struct {
  double x, y, z;
} Vec;

typedef struct {
  Vec centre;
  double radius;
  Vec colour;
  double mirror;
} Sphere;

typedef struct {
  Vec from, way;
} Ray;

typedef struct {
  int found;
  double distance;
  Vec point, normal, colour;
  double mirror;
} Hit;

typedef struct {
  Sphere spheres[32];
  int count;
  Vec light;
  Vec sky;
} Scene;

static Vec add(Vec a, Vec b) { return (Vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vec sub(Vec a, Vec b) { return (Vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vec scale(Vec a, double k) { return (Vec){a.x * k, a.y * k, a.z * k}; }
static Vec times(Vec a, Vec b) { return (Vec){a.x * b.x, a.y * b.y, a.z * b.z}; }
static double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static Vec unit(Vec a) {
  double length = sqrt(dot(a, a));
  return scale(a, 1 / length);
}

static unsigned rng = 7;

static double chance(void) {
  rng = rng * 1664525u + 1013904223u;
  return (rng >> 8) / 16777216.0;
}

static void makeScene(Scene *scene) {
  scene->count = 0;
  scene->light = (Vec){-4, 8, -6};
  scene->sky = (Vec){0.5, 0.7, 1.0};
  for (int i = 0; i < 24; i++) {
    Sphere *s = &scene->spheres[scene->count++];
    s->radius = 0.3 + 0.5 * chance();
    s->centre.x = 8 * chance() - 4;
    s->centre.y = s->radius;
    s->centre.z = 8 * chance();
    s->colour.x = chance();
    s->colour.y = chance();
    s->colour.z = chance();
    s->mirror = chance() > 0.5 ? 0.5 : 0.1;
  }
}

static double hitSphere(const Sphere *s, const Ray *ray) {
  Vec to = sub(ray->from, s->centre);
  double b = dot(to, ray->way);
  double c = dot(to, to) - s->radius * s->radius;
  double d = b * b - c;
  if (d < 0)
    return -1;
  double root = sqrt(d);
  if (-b - root > 1e-6)
    return -b - root;
  if (-b + root > 1e-6)
    return -b + root;
  return -1;
}

static Hit firstHit(const Scene *scene, const Ray *ray) {
  Hit hit = {0};
  hit.distance = 1e30;
  for (int i = 0; i < scene->count; i++) {
    double d = hitSphere(&scene->spheres[i], ray);
    if (d > 0 && d < hit.distance) {
      hit.found = 1;
      hit.distance = d;
      hit.point = add(ray->from, scale(ray->way, d));
      hit.normal = unit(sub(hit.point, scene->spheres[i].centre));
      hit.colour = scene->spheres[i].colour;
      hit.mirror = scene->spheres[i].mirror;
    }
  }
  if (ray->way.y < -1e-9) {
    double d = -ray->from.y / ray->way.y;
    if (d > 1e-6 && d < hit.distance) {
      hit.found = 1;
      hit.distance = d;
      hit.point = add(ray->from, scale(ray->way, d));
      hit.normal = (Vec){0, 1, 0};
      int tile = ((int)floor(hit.point.x) + (int)floor(hit.point.z)) & 1;
      hit.colour = tile ? (Vec){0.9, 0.9, 0.9} : (Vec){0.2, 0.2, 0.2};
      hit.mirror = 0.2;
    }
  }
  return hit;
}

static int inShadow(const Scene *scene, Vec point) {
  Vec way = sub(scene->light, point);
  double far = sqrt(dot(way, way));
  Ray ray = {point, scale(way, 1 / far)};
  for (int i = 0; i < scene->count; i++) {
    double d = hitSphere(&scene->spheres[i], &ray);
    if (d > 0 && d < far)
      return 1;
  }
  return 0;
}

static Vec trace(const Scene *scene, const Ray *ray, int depth) {
  Hit hit = firstHit(scene, ray);
  if (!hit.found)
    return scale(scene->sky, 0.6 + 0.4 * ray->way.y);
  Vec toLight = unit(sub(scene->light, hit.point));
  double bright = 0.1;
  if (!inShadow(scene, add(hit.point, scale(hit.normal, 1e-6)))) {
    double angle = dot(hit.normal, toLight);
    if (angle > 0)
      bright += 0.9 * angle;
  }
  Vec colour = scale(hit.colour, bright);
  if (depth > 0 && hit.mirror > 0) {
    Ray next;
    next.from = hit.point;
    next.way = sub(ray->way, scale(hit.normal, 2 * dot(ray->way, hit.normal)));
    Vec seen = trace(scene, &next, depth - 1);
    colour = add(scale(colour, 1 - hit.mirror), times(scale(seen, hit.mirror), (Vec){1, 1, 1}));
  }
  return colour;
}

static unsigned char level(double v) {
  if (v < 0)
    v = 0;
  if (v > 1)
    v = 1;
  return (unsigned char)(255 * sqrt(v) + 0.5);
}

static void render(const Scene *scene, unsigned char *image, int width, int height) {
  Vec eye = {0, 2, -6};
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      Vec sum = {0, 0, 0};
      for (int sample = 0; sample < 4; sample++) {
        double u = (x + 0.25 + 0.5 * (sample & 1) - width / 2.0) / height;
        double v = (height / 2.0 - y - 0.25 - 0.5 * (sample >> 1)) / height;
        Ray ray = {eye, unit((Vec){u, v - 0.1, 1})};
        sum = add(sum, trace(scene, &ray, 3));
      }
      unsigned char *pixel = image + 3 * ((size_t)y * width + x);
      pixel[0] = level(sum.x / 4);
      pixel[1] = level(sum.y / 4);
      pixel[2] = level(sum.z / 4);
    }
}

/* How much of the picture is of each of 8 brightnesses. */
static void statistics(const unsigned char *image, int pixels) {
  int count[8] = {0};
  long sum = 0;
  for (int i = 0; i < pixels; i++) {
    int grey = (image[3 * i] * 2 + image[3 * i + 1] * 5 + image[3 * i + 2]) / 8;
    count[grey / 32]++;
    sum += grey;
  }
  for (int k = 0; k < 8; k++)
    printf("%d ", count[k]);
  printf("mean %ld\n", sum / pixels);
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 160, height = argc > 2 ? atoi(argv[2]) : 100;
  Scene scene;
  unsigned char *image = malloc((size_t)width * height * 3);
  if (!image)
    return 1;
  makeScene(&scene);
  render(&scene, image, width, height);
  statistics(image, width * height);
  show("image", image, (size_t)width * height * 3);
  free(image);
  return 0;
}
