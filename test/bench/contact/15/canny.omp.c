/* canny.c - edge maps for a short synthetic surveillance sequence */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct
{
    int width, height;
    uint8_t *pix;
} Image;

static const int gauss5[5] = { 1, 4, 6, 4, 1 };

static uint32_t seed = 20240117u;

static uint32_t rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static Image *image_new(int w, int h)
{
    Image *im = malloc(sizeof(Image));
    im->width = w;
    im->height = h;
    im->pix = calloc((size_t)w * h, 1);
    return im;
}

static void image_free(Image *im)
{
    free(im->pix);
    free(im);
}

static void render_scene(Image *im, int frame)
{
    int w = im->width, h = im->height;
    int cx = w / 4 + frame * 11, cy = h / 2, rad = h / 6;
    for (int y = 0; y < h; y++)
    {
        for (int x = 0; x < w; x++)
        {
            int v = 60 + 40 * y / h;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < rad * rad)
                v = 170;
            if (x > w / 2 && x < w * 3 / 4 && y > h / 5 + frame * 3 && y < h / 2)
                v = 200 - (x & 31);
            if (((x + y) / 37) % 5 == 0)
                v -= 25;
            v += (int)(rnd() & 15) - 8;
            im->pix[y * w + x] = v < 0 ? 0 : v > 255 ? 255 : v;
        }
    }
}

static void smooth(const Image *src, Image *dst, uint16_t *tmp)
{
    int w = src->width, h = src->height;
#pragma omp parallel
    {
#pragma omp for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int s = 0;
            for (int k = -2; k <= 2; k++)
            {
                int xx = x + k;
                if (xx < 0) xx = 0;
                if (xx >= w) xx = w - 1;
                s += gauss5[k + 2] * src->pix[y * w + xx];
            }
            tmp[y * w + x] = s;
        }
#pragma omp for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int s = 0;
            for (int k = -2; k <= 2; k++)
            {
                int yy = y + k;
                if (yy < 0) yy = 0;
                if (yy >= h) yy = h - 1;
                s += gauss5[k + 2] * tmp[yy * w + x];
            }
            dst->pix[y * w + x] = (s + 128) >> 8;
        }
    }
}

static void gradient(const Image *im, float *mag, uint8_t *dir)
{
    int w = im->width, h = im->height;
#pragma omp parallel for schedule(static)
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
        {
            const uint8_t *p = im->pix + y * w + x;
            int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
            int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
            mag[y * w + x] = sqrtf((float)(gx * gx + gy * gy));
            float a = atan2f((float)gy, (float)gx) * (180.0f / (float)M_PI);
            if (a < 0) a += 180.0f;
            if (a < 22.5f || a >= 157.5f) dir[y * w + x] = 0;
            else if (a < 67.5f)           dir[y * w + x] = 1;
            else if (a < 112.5f)          dir[y * w + x] = 2;
            else                          dir[y * w + x] = 3;
        }
}

static void suppress(const float *mag, const uint8_t *dir, uint8_t *edge, int w, int h, float lo, float hi)
{
    const int off[4] = { 1, w + 1, w, w - 1 };
    memset(edge, 0, (size_t)w * h);
#pragma omp parallel for schedule(static)
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
        {
            int i = y * w + x;
            float m = mag[i];
            if (m < lo) continue;
            int o = off[dir[i]];
            if (m < mag[i + o] || m < mag[i - o]) continue;
            edge[i] = m >= hi ? 2 : 1;
        }
}

/* Promote weak pixels that are connected to strong ones. */
static int hysteresis(uint8_t *edge, int w, int h, int *stack)
{
    int n = 0, count = 0;
    for (int i = 0; i < w * h; i++)
        if (edge[i] == 2)
            stack[n++] = i;
    while (n > 0)
    {
        int i = stack[--n];
        edge[i] = 255;
        count++;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
            {
                int j = i + dy * w + dx;
                if (edge[j] == 1)
                {
                    edge[j] = 3;
                    stack[n++] = j;
                }
            }
    }
    for (int i = 0; i < w * h; i++)
        if (edge[i] != 255)
            edge[i] = 0;
    return count;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 960;
    int h = argc > 2 ? atoi(argv[2]) : 720;
    int frames = argc > 3 ? atoi(argv[3]) : 48;
    Image *in = image_new(w, h), *sm = image_new(w, h), *ed = image_new(w, h);
    Image *next = image_new(w, h);
    uint16_t *tmp = malloc((size_t)w * h * sizeof(*tmp));
    float *mag = calloc((size_t)w * h, sizeof(*mag));
    uint8_t *dir = calloc((size_t)w * h, 1);
    int *stack = malloc((size_t)w * h * sizeof(int));
    uint32_t hash = 2166136261u;

    if (frames > 0)
        render_scene(next, 0);
    for (int f = 0; f < frames; f++)
    {
        Image *swap = in; in = next; next = swap;
        smooth(in, sm, tmp);
        gradient(sm, mag, dir);
        suppress(mag, dir, ed->pix, w, h, 40.0f, 110.0f);
        int n = 0;
        double msum = 0;
        /* the edge linking is serial: overlap it with rendering the next frame */
#pragma omp parallel sections
        {
#pragma omp section
            {
                if (f + 1 < frames)
                    render_scene(next, f + 1);
            }
#pragma omp section
            {
                n = hysteresis(ed->pix, w, h, stack);
                for (int i = 0; i < w * h; i++)
                    if (ed->pix[i])
                        msum += mag[i];
                for (int i = 0; i < w * h; i++)
                    hash = (hash ^ ed->pix[i]) * 16777619u;
            }
        }
        printf("frame %2d: %6d edge pixels, mean strength %.2f\n", f, n, n ? msum / n : 0.0);
    }
    printf("sequence hash %08x\n", hash);

    image_free(in);
    image_free(next);
    image_free(sm);
    image_free(ed);
    free(tmp);
    free(mag);
    free(dir);
    free(stack);
    return 0;
}
