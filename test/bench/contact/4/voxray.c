// SPDX-License-Identifier: Apache-2.0
/* voxray.c: renders a voxel landscape by marching rays through a dense grid;
 * sun shadows, ambient occlusion from a few short random rays, water mirrors
 * once. Only a hash and some statistics of the pictures are printed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { float x, y, z; } vec3;

enum { AIR, GRASS, ROCK, SNOW, WATER, WOOD, LEAF };

typedef struct {
    int nx, ny, nz;             /* z is up */
    uint8_t *v;
} Volume;

typedef struct {
    int hit;                    /* material or AIR */
    float t;
    vec3 normal;
} Hit;

typedef struct { vec3 eye, right, up, forward; float zoom; } Camera;

static const vec3 palette[] = {
    { 0, 0, 0 }, { .35f, .6f, .2f }, { .5f, .47f, .45f }, { .95f, .95f, .97f },
    { .1f, .25f, .5f }, { .4f, .27f, .15f }, { .2f, .45f, .12f },
};
static const vec3 sun = { 0.48f, 0.36f, 0.8f };

static long rays_cast, steps_taken;

static vec3 v3(float x, float y, float z) { return (vec3){ x, y, z }; }
static vec3 add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static vec3 mul(vec3 a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
static float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 unit(vec3 a) { return mul(a, 1.0f / sqrtf(dot(a, a))); }
static vec3 cross(vec3 a, vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16; h *= 0x7feb352du;
    h ^= h >> 15; h *= 0x846ca68bu;
    return h ^ h >> 16;
}

static float lattice(int x, int y)
{
    return (float)(mix((uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u) & 0xffff) / 65535.0f;
}

static float value_noise(float x, float y)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - ix, fy = y - iy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    float a = lattice(ix, iy) * (1 - fx) + lattice(ix + 1, iy) * fx;
    float b = lattice(ix, iy + 1) * (1 - fx) + lattice(ix + 1, iy + 1) * fx;
    return a * (1 - fy) + b * fy;
}

static uint8_t *voxel(const Volume *vol, int x, int y, int z)
{
    return &vol->v[((size_t)z * vol->ny + y) * vol->nx + x];
}

static void build_world(Volume *vol)
{
    int water = vol->nz / 4;
    for (int y = 0; y < vol->ny; y++)
        for (int x = 0; x < vol->nx; x++) {
            float h = 0, amp = 0.55f, f = 0.015f;
            for (int o = 0; o < 4; o++, amp *= 0.5f, f *= 2.1f)
                h += amp * value_noise(x * f, y * f);
            int top = (int)(h * vol->nz * 0.75f);
            for (int z = 0; z < vol->nz; z++)
                *voxel(vol, x, y, z) = z <= top ? (z > vol->nz * 0.55f ? SNOW : z > top - 2 ? GRASS : ROCK)
                                     : z <= water ? WATER : AIR;
        }
    for (int k = 0; k < vol->nx * vol->ny / 150; k++) {         /* trees */
        int x = 3 + (int)(mix(2 * k + 1) % (vol->nx - 6)), y = 3 + (int)(mix(2 * k + 2) % (vol->ny - 6)), z = vol->nz - 9;
        while (z > 0 && *voxel(vol, x, y, z) == AIR)
            z--;
        if (*voxel(vol, x, y, z) != GRASS)
            continue;
        for (int i = 1; i <= 4; i++)
            *voxel(vol, x, y, z + i) = WOOD;
        for (int i = 0; i < 125; i++) {
            int dx = i % 5 - 2, dy = i / 5 % 5 - 2, dz = i / 25 - 2;
            uint8_t *p = voxel(vol, x + dx, y + dy, z + 5 + dz);
            if (dx * dx + dy * dy + dz * dz <= 5 && *p == AIR)
                *p = LEAF;
        }
    }
}

static Hit march(const Volume *vol, vec3 o, vec3 d, float tmax)
{
    Hit h = { AIR, tmax, { 0, 0, 0 } };
    const float huge = 1e30f;
    int x = (int)floorf(o.x), y = (int)floorf(o.y), z = (int)floorf(o.z);
    int sx = d.x < 0 ? -1 : 1, sy = d.y < 0 ? -1 : 1, sz = d.z < 0 ? -1 : 1;
    float ddx = d.x != 0 ? fabsf(1 / d.x) : huge, ddy = d.y != 0 ? fabsf(1 / d.y) : huge;
    float ddz = d.z != 0 ? fabsf(1 / d.z) : huge;
    float tx = (sx > 0 ? x + 1 - o.x : o.x - x) * ddx, ty = (sy > 0 ? y + 1 - o.y : o.y - y) * ddy;
    float tz = (sz > 0 ? z + 1 - o.z : o.z - z) * ddz, t = 0;

    rays_cast++;
    while (t < tmax) {
        steps_taken++;
        int axis = tx < ty ? (tx < tz ? 0 : 2) : (ty < tz ? 1 : 2);
        if (axis == 0)      { t = tx; tx += ddx; x += sx; }
        else if (axis == 1) { t = ty; ty += ddy; y += sy; }
        else                { t = tz; tz += ddz; z += sz; }
        if ((x < 0 && sx < 0) || (x >= vol->nx && sx > 0) || (y < 0 && sy < 0) || (y >= vol->ny && sy > 0) ||
            (z < 0 && sz < 0) || (z >= vol->nz && sz > 0))
            break;
        if (x < 0 || y < 0 || z < 0 || x >= vol->nx || y >= vol->ny || z >= vol->nz)
            continue;
        int m = *voxel(vol, x, y, z);
        if (m != AIR) {
            h.hit = m;
            h.t = t;
            h.normal = v3(axis == 0 ? (float)-sx : 0, axis == 1 ? (float)-sy : 0, axis == 2 ? (float)-sz : 0);
            break;
        }
    }
    return h;
}

static vec3 sky(vec3 d)
{
    float k = 0.5f * (d.z + 1), s = dot(d, sun);
    vec3 c = add(mul(v3(1, 1, 1), 1 - k), mul(v3(.35f, .55f, .9f), k));
    return s > 0.995f ? add(c, v3(.8f, .7f, .4f)) : c;
}

static vec3 shade(const Volume *vol, vec3 o, vec3 d, uint32_t *seed, int depth)
{
    Hit h = march(vol, o, d, 500.0f);
    if (h.hit == AIR)
        return sky(d);
    vec3 p = add(add(o, mul(d, h.t)), mul(h.normal, 0.002f));
    float light = 0, open = 0;
    float ndl = dot(h.normal, sun);
    if (ndl > 0 && march(vol, p, sun, 200.0f).hit == AIR)
        light = ndl;
    for (int i = 0; i < 4; i++) {
        vec3 r;
        do {
            float q[3];
            for (int k = 0; k < 3; k++) {
                *seed = *seed * 1664525u + 1013904223u;
                q[k] = (float)(*seed >> 8) / 8388608.0f - 1.0f;
            }
            r = v3(q[0], q[1], q[2]);
        } while (dot(r, r) > 1 || dot(r, r) < 0.01f);
        r = unit(add(h.normal, mul(unit(r), 0.95f)));
        if (march(vol, p, r, 12.0f).hit == AIR)
            open += 0.25f;
    }
    vec3 c = mul(palette[h.hit], 0.75f * light + 0.45f * open);
    if (h.hit == WATER && depth == 0) {
        vec3 m = add(d, mul(h.normal, -2 * dot(d, h.normal)));
        c = add(mul(c, 0.5f), mul(shade(vol, p, m, seed, depth + 1), 0.5f));
    }
    float fog = 1 - expf(-h.t * 0.004f);
    return add(mul(c, 1 - fog), mul(sky(d), fog));
}

static void look_at(Camera *c, vec3 eye, vec3 target)
{
    c->eye = eye;
    c->forward = unit(add(target, mul(eye, -1)));
    c->right = unit(cross(c->forward, v3(0, 0, 1)));
    c->up = cross(c->right, c->forward);
    c->zoom = 1.1f;
}

static uint8_t to_byte(float v)
{
    v = sqrtf(v);
    return v >= 1 ? 255 : (uint8_t)(v * 255.99f);
}

static void render(const Volume *vol, const Camera *cam, uint8_t *img, int w, int h, uint32_t frame)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float u = (2.0f * x + 1 - w) / h, v = (h - 2.0f * y - 1) / h;
            uint32_t seed = mix((frame * (uint32_t)h + (uint32_t)y) * (uint32_t)w + (uint32_t)x);
            vec3 d = unit(add(mul(cam->forward, cam->zoom), add(mul(cam->right, u), mul(cam->up, v))));
            vec3 c = shade(vol, cam->eye, d, &seed, 0);
            *img++ = to_byte(c.x);
            *img++ = to_byte(c.y);
            *img++ = to_byte(c.z);
        }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 400, h = argc > 2 ? atoi(argv[2]) : 300;
    int frames = argc > 3 ? atoi(argv[3]) : 4;
    Volume vol = { 256, 256, 64, malloc(256 * 256 * 64) };
    uint8_t *img = malloc((size_t)w * h * 3);
    struct timespec a, b;

    build_world(&vol);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int f = 0; f < frames; f++) {
        Camera cam;
        look_at(&cam, v3(128 + 120 * cosf(f * 0.7f), 128 + 120 * sinf(f * 0.7f), 75), v3(128, 128, 18));
        render(&vol, &cam, img, w, h, (uint32_t)f);
        uint32_t hash = 2166136261u;
        uint64_t bright = 0;
        for (size_t i = 0; i < (size_t)w * h * 3; i++) {
            hash = (hash ^ img[i]) * 16777619u;
            bright += img[i];
        }
        printf("frame %d mean %.5f hash %08x\n", f, (double)bright / (3.0 * w * h), hash);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%ld rays, %ld steps\n", rays_cast, steps_taken);
    fprintf(stderr, "render %.3f s\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
    free(vol.v);
    free(img);
    return 0;
}
