/* armplan.c
 * Pick and place planning for a six axis arm: damped least squares inverse
 * kinematics from several seeds, quintic joint trajectories, collision checks
 * of the link capsules against spherical obstacles.
 *
 * usage: armplan [tasks] [obstacles] [seed]
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DOF = 6, SAMPLES = 160, MAX_IK_STEPS = 80, MAX_RESTARTS = 12, MAX_VIAS = 8 };

typedef struct { double x, y, z; } Vec3;
typedef struct { Vec3 ax[3], pos; } Frame;      /* columns and origin */
typedef struct { double q[DOF]; } Joints;
typedef struct { Vec3 c; double r; } Sphere;

typedef struct { double a, alpha, d, lo, hi, radius; } Link;    /* radius: capsule */
typedef struct { int task, vias; double length, clearance; } Plan;

static const Link arm[DOF] = {
    { 0.00,  1.5707963, 0.40, -3.1, 3.1, 0.09 },
    { 0.45,  0.0,       0.00, -2.8, 2.8, 0.08 },
    { 0.04,  1.5707963, 0.00, -2.8, 2.8, 0.07 },
    { 0.00, -1.5707963, 0.42, -3.1, 3.1, 0.06 },
    { 0.00,  1.5707963, 0.00, -2.6, 2.6, 0.05 },
    { 0.00,  0.0,       0.12, -3.1, 3.1, 0.04 },
};

static Sphere *obstacle;
static int n_obstacle;

static Vec3 vec(double x, double y, double z) { return (Vec3){ x, y, z }; }
static Vec3 add(Vec3 a, Vec3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vec3 sub(Vec3 a, Vec3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static Vec3 scale(Vec3 a, double s) { return vec(a.x * s, a.y * s, a.z * s); }
static double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec3 cross(Vec3 a, Vec3 b) { return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }

static double rnd(uint64_t *s)
{
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (double)(*s >> 11) / 9007199254740992.0;
}

/* Frames of all joints; f[0] is the base, f[DOF] the tool. */
static void forward(const Joints *j, Frame f[DOF + 1])
{
    f[0] = (Frame){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
    for (int i = 0; i < DOF; i++) {
        const Link *l = &arm[i];
        double c = cos(j->q[i]), s = sin(j->q[i]), ca = cos(l->alpha), sa = sin(l->alpha);
        Vec3 x = add(scale(f[i].ax[0], c), scale(f[i].ax[1], s));
        Vec3 y = sub(scale(f[i].ax[1], c), scale(f[i].ax[0], s));
        Vec3 z = f[i].ax[2];
        f[i + 1].ax[0] = x;
        f[i + 1].ax[1] = add(scale(y, ca), scale(z, sa));
        f[i + 1].ax[2] = sub(scale(z, ca), scale(y, sa));
        f[i + 1].pos = add(f[i].pos, add(scale(x, l->a), scale(z, l->d)));
    }
}

/* Solve the symmetric positive definite 5x5 system A x = b in place. */
static void cholesky(double A[5][5], double b[5])
{
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k <= i; k++) {
            double s = A[i][k];
            for (int m = 0; m < k; m++)
                s -= A[i][m] * A[k][m];
            A[i][k] = i == k ? sqrt(s) : s / A[k][k];
        }
        for (int m = 0; m < i; m++)
            b[i] -= A[i][m] * b[m];
        b[i] /= A[i][i];
    }
    for (int i = 4; i >= 0; i--) {
        for (int m = i + 1; m < 5; m++)
            b[i] -= A[m][i] * b[m];
        b[i] /= A[i][i];
    }
}

/* Position plus tool axis pointing down (rotation about it is free). */
static bool inverse(Vec3 target, Joints *j)
{
    Frame f[DOF + 1];
    double J[5][DOF], A[5][5], e[5], lambda = 0.3;
    for (int step = 0; step < MAX_IK_STEPS; step++) {
        forward(j, f);
        const Frame *tool = &f[DOF];
        Vec3 dp = sub(target, tool->pos), dr = cross(tool->ax[2], vec(0, 0, -1));
        if (tool->ax[2].z > 0)                  /* pointing up, full turn */
            dr = scale(dr, 1 / (1e-3 + sqrt(dot(dr, dr))));
        if (dot(dp, dp) + dot(dr, dr) < 1e-10)
            return true;
        e[0] = dp.x, e[1] = dp.y, e[2] = dp.z, e[3] = dr.x, e[4] = dr.y;
        for (int i = 0; i < DOF; i++) {
            Vec3 v = cross(f[i].ax[2], sub(tool->pos, f[i].pos));
            J[0][i] = v.x, J[1][i] = v.y, J[2][i] = v.z, J[3][i] = f[i].ax[2].x, J[4][i] = f[i].ax[2].y;
        }
        for (int r = 0; r < 5; r++)
            for (int c = 0; c < 5; c++) {
                A[r][c] = r == c ? lambda * lambda : 0;
                for (int i = 0; i < DOF; i++)
                    A[r][c] += J[r][i] * J[c][i];
            }
        cholesky(A, e);
        for (int i = 0; i < DOF; i++) {
            double dq = 0;
            for (int r = 0; r < 5; r++)
                dq += J[r][i] * e[r];
            j->q[i] = fmin(arm[i].hi, fmax(arm[i].lo, j->q[i] + fmax(-0.4, fmin(0.4, dq))));
        }
        lambda = fmax(0.01, lambda * 0.9);
    }
    return false;
}

static double segment_distance(Vec3 a, Vec3 b, Vec3 p)
{
    Vec3 d = sub(b, a), w = sub(p, a);
    double len = dot(d, d), t = len > 0 ? dot(w, d) / len : 0;
    Vec3 gap = sub(w, scale(d, fmin(1, fmax(0, t))));
    return sqrt(dot(gap, gap));
}

/* Smallest gap between arm and obstacles; stops early once it is negative. */
static double clearance(const Joints *j)
{
    Frame f[DOF + 1];
    double best = INFINITY;
    forward(j, f);
    for (int i = 1; i < DOF && best >= 0; i++) {
        if (f[i + 1].pos.z < arm[i].radius)
            return -1;                          /* floor */
        for (const Sphere *s = obstacle; s < obstacle + n_obstacle && best >= 0; s++)
            best = fmin(best, segment_distance(f[i].pos, f[i + 1].pos, s->c) - s->r - arm[i].radius);
    }
    return best;
}

/* Sample the quintic motion between two joint vectors. */
static bool sweep(const Joints *a, const Joints *b, Plan *p)
{
    double worst = p->clearance, len = 0;
    for (int i = 0; i < DOF; i++)
        len += (b->q[i] - a->q[i]) * (b->q[i] - a->q[i]);
    for (int k = 1; k <= SAMPLES; k++) {
        double t = (double)k / SAMPLES, s = t * t * t * (10 + t * (6 * t - 15));
        Joints j;
        for (int i = 0; i < DOF; i++)
            j.q[i] = a->q[i] + s * (b->q[i] - a->q[i]);
        worst = fmin(worst, clearance(&j));
        if (worst < 0)
            return false;
    }
    p->clearance = worst;
    p->length += sqrt(len);
    return true;
}

static Joints random_joints(uint64_t *rng)
{
    Joints j;
    for (int i = 0; i < DOF; i++)
        j.q[i] = arm[i].lo + (arm[i].hi - arm[i].lo) * rnd(rng);
    return j;
}

static bool reach(Vec3 target, uint64_t *rng, Joints *j)
{
    for (int attempt = 0; attempt < MAX_RESTARTS; attempt++) {
        *j = random_joints(rng);
        if (inverse(target, j) && clearance(j) > 0)
            return true;
    }
    return false;
}

/* 0: planned, 1: start or goal out of reach, 2: no free path found */
static int plan_task(Vec3 from, Vec3 to, uint64_t rng, Plan *p)
{
    Joints a, b, via;
    if (!reach(from, &rng, &a) || !reach(to, &rng, &b))
        return 1;
    for (p->vias = 0; p->vias <= MAX_VIAS; p->vias++) {
        p->clearance = INFINITY;
        p->length = 0;
        via = p->vias ? random_joints(&rng) : b;
        if (sweep(&a, &via, p) && (p->vias == 0 || sweep(&via, &b, p)))
            return 0;
    }
    return 2;
}

static Vec3 workspace_point(uint64_t *rng)
{
    double ang = 6.283185307 * rnd(rng), r = 0.3 + 0.4 * rnd(rng);
    return vec(r * cos(ang), r * sin(ang), 0.08 + 0.5 * rnd(rng));
}

int main(int argc, char **argv)
{
    int n_task = argc > 1 ? atoi(argv[1]) : 1500, n_plan = 0, cap = 0, outcome[3] = { 0 }, by_vias[MAX_VIAS + 1] = { 0 };
    uint64_t rng = argc > 3 ? strtoull(argv[3], NULL, 10) : 88172645463325252ull;
    Plan *plans = NULL, *best = NULL;
    double length = 0, gap = 0;

    n_obstacle = argc > 2 ? atoi(argv[2]) : 16;
    obstacle = malloc(n_obstacle * sizeof *obstacle);
    for (int i = 0; i < n_obstacle; i++) {
        obstacle[i].c = workspace_point(&rng);
        obstacle[i].r = 0.015 + 0.03 * rnd(&rng);
    }
    for (int i = 0; i < n_task; i++) {
        Vec3 from = workspace_point(&rng), to = workspace_point(&rng);
        Plan p = { .task = i };
        int why = plan_task(from, to, rng, &p);
        outcome[why]++;
        if (why)
            continue;
        if (n_plan == cap) {
            cap = cap ? 2 * cap : 16;
            plans = realloc(plans, cap * sizeof *plans);
        }
        plans[n_plan++] = p;
    }

    for (Plan *p = plans; p < plans + n_plan; p++) {
        length += p->length;
        gap += p->clearance;
        by_vias[p->vias]++;
        if (!best || p->clearance > best->clearance)
            best = p;
    }
    printf("%d tasks: %d planned, %d out of reach, %d blocked\n", n_task, outcome[0], outcome[1], outcome[2]);
    for (int v = 0; v <= MAX_VIAS; v++)
        printf("tries with %d vias: %d\n", v, by_vias[v]);
    if (best) {
        printf("mean length %.9f rad, mean clearance %.9f m\n", length / n_plan, gap / n_plan);
        printf("safest plan: task %d, length %.6f, clearance %.6f\n", best->task, best->length, best->clearance);
    }
    return 0;
}
