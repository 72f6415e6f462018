// SPDX-License-Identifier: Apache-2.0
/* Software renderer: a few textured meshes are turned in front of the camera,
 * transformed, lit, and scan converted into a z-buffered frame. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float x, y, z; } vec3;
typedef struct { float m[4][4]; } mat4;

typedef struct {
  vec3 pos, normal;
  float u, v;
} vertex;

typedef struct {
  float x, y, z, inv_w;      // screen space
  float u, v, light;         // divided by w
  int clipped;
} screen_vertex;

typedef struct {
  vertex *vert;
  screen_vertex *out;
  int nvert;
  int (*tri)[3];
  int ntri;
} mesh;

typedef struct {
  int w, h;
  uint32_t *color;
  float *depth;
  long drawn, culled;
} framebuffer;

#define TEX 256
static uint32_t texture[TEX][TEX];

static vec3 normalize(vec3 a)
{
  float l = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
  vec3 r = { a.x / l, a.y / l, a.z / l };
  return r;
}

static mat4 mul(mat4 a, mat4 b)
{
  mat4 r;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      float s = 0;
      for (int k = 0; k < 4; k++)
        s += a.m[i][k] * b.m[k][j];
      r.m[i][j] = s;
    }
  return r;
}

static mat4 rotation(float ax, float ay)
{
  float c = cosf(ax), s = sinf(ax), d = cosf(ay), t = sinf(ay);
  mat4 rx = { { { 1, 0, 0, 0 }, { 0, c, -s, 0 }, { 0, s, c, 0 }, { 0, 0, 0, 1 } } };
  mat4 ry = { { { d, 0, t, 0 }, { 0, 1, 0, 0 }, { -t, 0, d, 0 }, { 0, 0, 0, 1 } } };
  return mul(rx, ry);
}

static mat4 translation(float x, float y, float z)
{
  mat4 r = { { { 1, 0, 0, x }, { 0, 1, 0, y }, { 0, 0, 1, z }, { 0, 0, 0, 1 } } };
  return r;
}

static void make_texture(void)
{
  uint32_t s = 7;
  for (int y = 0; y < TEX; y++)
    for (int x = 0; x < TEX; x++) {
      s = s * 1664525u + 1013904223u;
      int check = ((x >> 4) ^ (y >> 4)) & 1, n = s >> 27;
      texture[y][x] = (uint32_t)(check ? 200 + n : 60 + n) << 16 | (uint32_t)(120 + n) << 8 | (check ? 40 : 190);
    }
}

static int make_torus(mesh *m, int rings, int sides, float major, float minor)
{
  m->nvert = (rings + 1) * (sides + 1);
  m->ntri = rings * sides * 2;
  m->vert = malloc(m->nvert * sizeof *m->vert);
  m->out = malloc(m->nvert * sizeof *m->out);
  m->tri = malloc(m->ntri * sizeof *m->tri);
  if (!m->vert || !m->out || !m->tri)
    return -1;
  vertex *v = m->vert;
  for (int i = 0; i <= rings; i++)
    for (int j = 0; j <= sides; j++, v++) {
      float a = 2 * (float)M_PI * i / rings, b = 2 * (float)M_PI * j / sides;
      float bump = minor * (1 + 0.1f * sinf(5 * a) * sinf(4 * b));
      v->normal = (vec3){ cosf(a) * cosf(b), sinf(a) * cosf(b), sinf(b) };
      v->pos = (vec3){ cosf(a) * (major + bump * cosf(b)), sinf(a) * (major + bump * cosf(b)), bump * sinf(b) };
      v->u = 8.0f * i / rings;
      v->v = 3.0f * j / sides;
    }
  int t = 0;
  for (int i = 0; i < rings; i++)
    for (int j = 0; j < sides; j++) {
      int a = i * (sides + 1) + j, b = a + sides + 1;
      m->tri[t][0] = a, m->tri[t][1] = b, m->tri[t++][2] = a + 1;
      m->tri[t][0] = a + 1, m->tri[t][1] = b, m->tri[t++][2] = b + 1;
    }
  return 0;
}

static void transform(mesh *m, const mat4 *model, const framebuffer *fb)
{
  vec3 sun = normalize((vec3){ 0.4f, 0.7f, -0.6f });
  float focal = 1.1f * fb->h;
  #pragma omp parallel for schedule(static)
  for (int i = 0; i < m->nvert; i++) {
    const vertex *v = &m->vert[i];
    screen_vertex *o = &m->out[i];
    float p[3], n[3];
    for (int k = 0; k < 3; k++) {
      const float *r = model->m[k];
      p[k] = r[0] * v->pos.x + r[1] * v->pos.y + r[2] * v->pos.z + r[3];
      n[k] = r[0] * v->normal.x + r[1] * v->normal.y + r[2] * v->normal.z;
    }
    o->clipped = p[2] < 0.1f;
    if (o->clipped)
      continue;
    float light = n[0] * sun.x + n[1] * sun.y + n[2] * sun.z;
    light = 0.25f + (light > 0 ? 0.75f * light : 0);
    o->inv_w = 1 / p[2];
    o->x = fb->w * 0.5f + focal * p[0] * o->inv_w;
    o->y = fb->h * 0.5f - focal * p[1] * o->inv_w;
    o->z = p[2];
    o->u = v->u * o->inv_w;
    o->v = v->v * o->inv_w;
    o->light = light * o->inv_w;
  }
}

static float edge(const screen_vertex *a, const screen_vertex *b, float x, float y)
{
  return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static float min3(float a, float b, float c) { return fminf(a, fminf(b, c)); }
static float max3(float a, float b, float c) { return fmaxf(a, fmaxf(b, c)); }

// draws the part of a triangle in the rows top <= y < bottom
static void draw_triangle(framebuffer *fb, int top, int bottom, const screen_vertex *a, const screen_vertex *b, const screen_vertex *c)
{
  if (a->clipped || b->clipped || c->clipped)
    return;
  float miny = min3(a->y, b->y, c->y), maxy = max3(a->y, b->y, c->y);
  if (top > 0 && (maxy + 1 < top || miny - 1 > bottom))
    return;
  float area = edge(a, b, c->x, c->y);
  if (fabsf(area) < 1e-6f) {
    fb->culled += top == 0;
    return;
  }
  int x0 = (int)fmaxf(0, floorf(min3(a->x, b->x, c->x))), x1 = (int)fminf(fb->w - 1, ceilf(max3(a->x, b->x, c->x)));
  int y0 = (int)fmaxf(0, floorf(miny)), y1 = (int)fminf(fb->h - 1, ceilf(maxy));
  y0 = y0 < top ? top : y0;
  y1 = y1 >= bottom ? bottom - 1 : y1;
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      float px = x + 0.5f, py = y + 0.5f;
      float wa = edge(b, c, px, py) / area, wb = edge(c, a, px, py) / area, wc = edge(a, b, px, py) / area;
      if (wa < 0 || wb < 0 || wc < 0)
        continue;
      float iw = wa * a->inv_w + wb * b->inv_w + wc * c->inv_w;
      float z = 1 / iw;
      float *d = &fb->depth[(size_t)y * fb->w + x];
      if (z >= *d)
        continue;
      *d = z;
      float u = (wa * a->u + wb * b->u + wc * c->u) * z, v = (wa * a->v + wb * b->v + wc * c->v) * z;
      float l = (wa * a->light + wb * b->light + wc * c->light) * z;
      uint32_t t = texture[(int)(v * TEX) & (TEX - 1)][(int)(u * TEX) & (TEX - 1)];
      uint32_t r = (uint32_t)((t >> 16 & 255) * l), g = (uint32_t)((t >> 8 & 255) * l), bl = (uint32_t)((t & 255) * l);
      fb->color[(size_t)y * fb->w + x] = r << 16 | g << 8 | bl;
      fb->drawn++;
    }
}

static void draw_mesh(framebuffer *fb, const mesh *m)
{
  const int band = 72;
  long drawn = 0, culled = 0;
  #pragma omp parallel for schedule(dynamic, 1) reduction(+:drawn, culled)
  for (int top = 0; top < fb->h; top += band) {
    framebuffer part = *fb;
    int bottom = top + band < fb->h ? top + band : fb->h;
    part.drawn = part.culled = 0;
    for (int t = 0; t < m->ntri; t++)
      draw_triangle(&part, top, bottom, &m->out[m->tri[t][0]], &m->out[m->tri[t][1]], &m->out[m->tri[t][2]]);
    drawn += part.drawn;
    culled += part.culled;
  }
  fb->drawn += drawn;
  fb->culled += culled;
}

static uint32_t frame_hash(const framebuffer *fb)
{
  uint32_t h = 2166136261u;
  for (long i = 0; i < (long)fb->w * fb->h; i++)
    h = (h ^ fb->color[i]) * 16777619u;
  return h;
}

int main(int argc, char **argv)
{
  int frames = argc > 1 ? atoi(argv[1]) : 20;
  framebuffer fb = { .w = 960, .h = 720 };
  mesh m[3] = { { 0 } };
  fb.color = malloc(sizeof *fb.color * fb.w * fb.h);
  fb.depth = malloc(sizeof *fb.depth * fb.w * fb.h);
  if (!fb.color || !fb.depth || make_torus(&m[0], 240, 100, 1.6f, 0.6f) || make_torus(&m[1], 80, 24, 0.9f, 0.3f) ||
      make_torus(&m[2], 30, 16, 2.6f, 0.2f)) {
    fprintf(stderr, "rasterz: out of memory\n");
    return EXIT_FAILURE;
  }
  make_texture();
  for (int f = 0; f < frames; f++) {
    memset(fb.color, 0x20, sizeof *fb.color * fb.w * fb.h);
    #pragma omp parallel for
    for (long i = 0; i < (long)fb.w * fb.h; i++)
      fb.depth[i] = 1e9f;
    fb.drawn = fb.culled = 0;
    for (int k = 0; k < 3; k++) {
      mat4 model = mul(translation(0.3f * k - 0.3f, 0, 4.5f), rotation(0.09f * f + k, 0.13f * f - 2 * k));
      transform(&m[k], &model, &fb);
      draw_mesh(&fb, &m[k]);
    }
    printf("frame %2d: %8ld pixels written, %ld culled, hash %08x\n", f, fb.drawn, fb.culled, frame_hash(&fb));
  }
  return EXIT_SUCCESS;
}
