/* mcl.c - Monte Carlo localisation of a robot with a laser scanner.
 *
 * An office map is drawn into an occupancy grid.  The robot plans a way
 * through its rooms (wave front planner), drives along it with noisy odometry,
 * and a particle filter follows it by comparing ray-cast scans.
 *
 *   mcl [particles] [beams]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define W 240
#define H 160
#define CELL 0.1                /* metres */
#define MAXRANGE 8.0
#define MAXPATH 4000

struct pose { double x, y, th; };

struct particle {
    struct pose p;
    double weight;
};

static char map[H][W];
static float clearance[H][W];   /* distance to the nearest wall, metres */
static int wave[H][W];

static struct particle *cloud, *spare;
static int nparticles = 1200, nbeams = 18;

static unsigned long long rng_state = 7;

static double rnd(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static double gauss(double sigma)
{
    double s = 0;
    int i;
    for (i = 0; i < 12; i++)
        s += rnd();
    return sigma * (s - 6.0);
}

static void box(int x0, int y0, int x1, int y1)
{
    int x, y;
    for (y = y0; y <= y1; y++)
        for (x = x0; x <= x1; x++)
            map[y][x] = 1;
}

static void door(int x0, int y0, int x1, int y1)
{
    int x, y;
    for (y = y0; y <= y1; y++)
        for (x = x0; x <= x1; x++)
            map[y][x] = 0;
}

static void draw_office(void)
{
    int k;
    box(0, 0, W - 1, 1); box(0, H - 2, W - 1, H - 1);
    box(0, 0, 1, H - 1); box(W - 2, 0, W - 1, H - 1);
    box(0, 62, W - 1, 63);                    /* corridor walls */
    box(0, 92, W - 1, 93);
    for (k = 1; k < 4; k++) {
        box(60 * k, 0, 60 * k + 1, 62);
        box(60 * k - 14, 93, 60 * k - 13, H - 1);
    }
    for (k = 0; k < 4; k++) {
        door(60 * k + 24, 62, 60 * k + 35, 63);
        door(60 * k + 16, 92, 60 * k + 27, 93);
        box(60 * k + 10, 14 + 4 * k, 60 * k + 20, 24 + 3 * k);  /* desks */
        box(60 * k + 40 - 3 * k, 120, 60 * k + 43, 130 + 4 * k);
    }
    for (k = 0; k < 25; k++) {                /* chairs */
        int x = 10 + (int)(rnd() * (W - 20)), y = 5 + (int)(rnd() * (H - 10));
        if (y < 50 || y > 105)
            box(x, y, x + 1, y + 1);
    }
}

static int solid(int x, int y)
{
    return x < 0 || y < 0 || x >= W || y >= H || map[y][x];
}

static void compute_clearance(void)
{
    int x, y, i, j;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            int best = 100;
            for (j = -8; j <= 8; j++)
                for (i = -8; i <= 8; i++)
                    if (i * i + j * j < best && solid(x + i, y + j))
                        best = i * i + j * j;
            clearance[y][x] = (float)(CELL * sqrt(best));
        }
}

/* steps to the goal for every free cell, breadth first */
static void wavefront(int gx, int gy)
{
    static int queue[W * H];
    static const int dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
    int head = 0, tail = 0, k;
    memset(wave, -1, sizeof wave);
    wave[gy][gx] = 0;
    queue[tail++] = gy * W + gx;
    while (head < tail) {
        int x = queue[head] % W, y = queue[head] / W;
        head++;
        for (k = 0; k < 4; k++) {
            int u = x + dx[k], v = y + dy[k];
            if (solid(u, v) || wave[v][u] >= 0 || clearance[v][u] < 0.3f)
                continue;
            wave[v][u] = wave[y][x] + 1;
            queue[tail++] = v * W + u;
        }
    }
}

/* append the way downhill from (x,y); stops at the goal */
static int descend(int x, int y, struct pose *path, int n)
{
    while (wave[y][x] > 0 && n < MAXPATH) {
        int i, j, bx = x, by = y;
        for (j = -1; j <= 1; j++)
            for (i = -1; i <= 1; i++)
                if (!solid(x + i, y + j) && wave[y + j][x + i] >= 0
                    && wave[y + j][x + i] < wave[by][bx]) {
                    bx = x + i;
                    by = y + j;
                }
        path[n].x = (bx + 0.5) * CELL;
        path[n].y = (by + 0.5) * CELL;
        path[n].th = atan2(by - y, bx - x);
        n++;
        x = bx;
        y = by;
    }
    return n;
}

static int plan_tour(struct pose *path)
{
    static const int stop[][2] = {
        { 30, 45 }, { 30, 78 }, { 82, 104 }, { 90, 78 }, { 90, 40 },
        { 150, 78 }, { 210, 40 }, { 202, 104 }, { 150, 78 }, { 30, 78 }
    };
    int k, n = 0, nstops = sizeof stop / sizeof stop[0];
    for (k = 0; k + 1 < nstops; k++) {
        wavefront(stop[k + 1][0], stop[k + 1][1]);
        n = descend(stop[k][0], stop[k][1], path, n);
    }
    return n;
}

static double cast_ray(double x, double y, double angle)
{
    double c = cos(angle), s = sin(angle), r = 0;
    while (r < MAXRANGE) {
        int i = (int)floor((x + r * c) / CELL), j = (int)floor((y + r * s) / CELL);
        double step;
        if (solid(i, j))
            return r;
        step = clearance[j][i] - 1.5 * CELL;       /* leap over open space */
        r += step > 0.25 * CELL ? step : 0.25 * CELL;
    }
    return MAXRANGE;
}

static void take_scan(struct pose p, double *scan)
{
    int b;
    for (b = 0; b < nbeams; b++) {
        double r = cast_ray(p.x, p.y, p.th + 2 * M_PI * b / nbeams);
        scan[b] = r + gauss(0.04);
        if (rnd() < 0.03)
            scan[b] = MAXRANGE * rnd();            /* someone walks by */
    }
}

static double likelihood(struct pose p, const double *scan)
{
    double logw = 0;
    int b;
    if (solid((int)floor(p.x / CELL), (int)floor(p.y / CELL)))
        return 1e-30;
    for (b = 0; b < nbeams; b++) {
        double d = cast_ray(p.x, p.y, p.th + 2 * M_PI * b / nbeams) - scan[b];
        logw += log(0.85 * exp(-d * d / (2 * 0.15 * 0.15)) + 0.15 / MAXRANGE);
    }
    return exp(0.4 * logw);
}

static void scatter(struct pose p)
{
    int i;
    for (i = 0; i < nparticles; i++) {
        cloud[i].p.x = p.x + gauss(0.5);
        cloud[i].p.y = p.y + gauss(0.5);
        cloud[i].p.th = p.th + gauss(0.4);
        cloud[i].weight = 1.0 / nparticles;
    }
}

static double filter_step(double dist, double turn, const double *scan)
{
    double sum = 0, sq = 0;
    int i;
    for (i = 0; i < nparticles; i++) {
        struct pose *p = &cloud[i].p;
        double d = dist + gauss(0.02 + 0.05 * dist);
        p->th += turn + gauss(0.02 + 0.08 * fabs(turn));
        p->x += d * cos(p->th);
        p->y += d * sin(p->th);
        cloud[i].weight *= likelihood(*p, scan);
        sum += cloud[i].weight;
    }
    for (i = 0; i < nparticles; i++) {
        cloud[i].weight /= sum;
        sq += cloud[i].weight * cloud[i].weight;
    }
    return 1.0 / sq;
}

static void resample(void)
{
    double step = 1.0 / nparticles, u = rnd() * step, acc = cloud[0].weight;
    struct particle *t;
    int i, k = 0;
    for (i = 0; i < nparticles; i++) {
        while (acc < u && k < nparticles - 1)
            acc += cloud[++k].weight;
        spare[i] = cloud[k];
        spare[i].weight = step;
        u += step;
    }
    t = cloud;
    cloud = spare;
    spare = t;
}

static struct pose estimate(void)
{
    struct pose m = { 0, 0, 0 };
    double c = 0, s = 0;
    int i;
    for (i = 0; i < nparticles; i++) {
        double w = cloud[i].weight;
        m.x += w * cloud[i].p.x;
        m.y += w * cloud[i].p.y;
        c += w * cos(cloud[i].p.th);
        s += w * sin(cloud[i].p.th);
    }
    m.th = atan2(s, c);
    return m;
}

int main(int argc, char **argv)
{
    static struct pose path[MAXPATH];
    double *scan, err = 0, worst = 0;
    int n, i, steps = 0, resampled = 0;
    struct pose robot, e = { 0, 0, 0 };

    if (argc > 1) nparticles = atoi(argv[1]);
    if (argc > 2) nbeams = atoi(argv[2]);
    cloud = malloc(nparticles * sizeof *cloud);
    spare = malloc(nparticles * sizeof *spare);
    scan = malloc(nbeams * sizeof *scan);

    draw_office();
    compute_clearance();
    n = plan_tour(path);
    printf("path of %d cells\n", n);
    robot = path[0];
    scatter(robot);
    for (i = 4; i < n; i += 4) {
        double dx = path[i].x - robot.x, dy = path[i].y - robot.y;
        double heading = atan2(dy, dx), d = sqrt(dx * dx + dy * dy), off, neff, od, ot;
        double turn = remainder(heading - robot.th, 2 * M_PI);
        robot.x = path[i].x;
        robot.y = path[i].y;
        robot.th = heading;
        take_scan(robot, scan);
        od = d * (1 + gauss(0.03));               /* odometry */
        ot = turn + gauss(0.02);
        neff = filter_step(od, ot, scan);
        e = estimate();
        off = sqrt((e.x - robot.x) * (e.x - robot.x) + (e.y - robot.y) * (e.y - robot.y));
        err += off;
        if (off > worst)
            worst = off;
        if (neff < 0.5 * nparticles) {
            resample();
            resampled++;
        }
        steps++;
        if (steps % 40 == 0)
            printf("step %4d at %.2f %.2f  estimate %.4f %.4f  neff %.2f\n",
                   steps, robot.x, robot.y, e.x, e.y, neff);
    }
    printf("steps %d resampled %d mean error %.6f worst %.6f\n",
           steps, resampled, err / steps, worst);
    printf("last estimate %.6f %.6f %.6f\n", e.x, e.y, e.th);
    free(cloud);
    free(spare);
    free(scan);
    return 0;
}
