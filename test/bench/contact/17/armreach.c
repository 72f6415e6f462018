/*
 * armreach - reachability map of a six axis robot: damped least squares
 * inverse kinematics with random restarts and a sphere collision test.
 *
 * usage: armreach [targets] [seed]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AXES 6
#define PI 3.14159265358979323846

typedef struct { double x, y, z; } vec3;
typedef struct { double r[3][3]; vec3 t; } frame;

typedef struct link {
    double a, alpha, d;         /* Denavit-Hartenberg */
    double lo, hi;
} link;

typedef struct { vec3 c; double radius; } ball;

typedef struct arm {
    const link *links;
    int nballs;
    ball *balls;
} arm;

typedef struct {
    int ok, restarts, iterations;
    double error;
    double q[AXES];
} solution;

static const link robot[AXES] = {
    { 0.05, -PI / 2, 0.45, -2.9, 2.9 }, { 0.45, 0.0, 0.0, -2.0, 1.6 }, { 0.05, -PI / 2, 0.0, -1.2, 3.0 },
    { 0.0, PI / 2, 0.42, -3.1, 3.1 },   { 0.0, -PI / 2, 0.0, -2.1, 2.1 }, { 0.0, 0.0, 0.10, -3.1, 3.1 },
};

static vec3 add(vec3 a, vec3 b, double s)
{
    vec3 r = { a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
    return r;
}

static vec3 cross(vec3 a, vec3 b)
{
    vec3 r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return r;
}

static double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static double uniform(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (double)(*s >> 8) / 16777216.0;
}

static void chain(frame *f, const link *l, double q)
{
    double cq = cos(q), sq = sin(q), ca = cos(l->alpha), sa = sin(l->alpha);
    double m[3][3] = { { cq, -sq * ca, sq * sa }, { sq, cq * ca, -cq * sa }, { 0, sa, ca } };
    double p[3] = { l->a * cq, l->a * sq, l->d };
    frame o = *f;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            f->r[i][j] = o.r[i][0] * m[0][j] + o.r[i][1] * m[1][j] + o.r[i][2] * m[2][j];
    f->t.x += o.r[0][0] * p[0] + o.r[0][1] * p[1] + o.r[0][2] * p[2];
    f->t.y += o.r[1][0] * p[0] + o.r[1][1] * p[1] + o.r[1][2] * p[2];
    f->t.z += o.r[2][0] * p[0] + o.r[2][1] * p[1] + o.r[2][2] * p[2];
}

static void forward(const arm *a, const double *q, frame *fr)
{
    frame f = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
    fr[0] = f;
    for (int i = 0; i < AXES; i++) {
        chain(&f, &a->links[i], q[i]);
        fr[i + 1] = f;
    }
}

static int collides(const arm *a, const frame *fr)
{
    for (int i = 1; i < AXES; i++)
        for (int k = 0; k < a->nballs; k++) {
            vec3 u = add(fr[i + 1].t, fr[i].t, -1), w = add(a->balls[k].c, fr[i].t, -1), e;
            double len = dot(u, u), s = len > 0 ? dot(u, w) / len : 0;
            s = s < 0 ? 0 : s > 1 ? 1 : s;
            e = add(w, u, -s);
            if (dot(e, e) < a->balls[k].radius * a->balls[k].radius)
                return 1;
        }
    return 0;
}

/* Gauss-Jordan on the 6x6 normal equations */
static int solve6(double m[6][7])
{
    double t[7];
    for (int c = 0; c < 6; c++) {
        int p = c;
        for (int r = c + 1; r < 6; r++)
            if (fabs(m[r][c]) > fabs(m[p][c]))
                p = r;
        if (fabs(m[p][c]) < 1e-12)
            return 0;
        memcpy(t, m[c], sizeof t);
        memmove(m[c], m[p], sizeof t);
        memcpy(m[p], t, sizeof t);
        for (int r = 0; r < 6; r++) {
            double g = m[r][c] / m[c][c];
            if (r != c)
                for (int k = c; k < 7; k++)
                    m[r][k] -= g * m[c][k];
        }
    }
    for (int r = 0; r < 6; r++)
        m[r][6] /= m[r][r];
    return 1;
}

static double step(const arm *a, double *q, const frame *fr, vec3 goal, vec3 dir)
{
    vec3 tip = fr[AXES].t, e = add(goal, tip, -1), z = { fr[AXES].r[0][2], fr[AXES].r[1][2], fr[AXES].r[2][2] };
    vec3 w = cross(z, dir);
    double err[6] = { e.x, e.y, e.z, w.x, w.y, w.z }, J[6][AXES], m[6][7];
    double size = sqrt(dot(e, e)) + 0.3 * sqrt(dot(w, w)) + (dot(z, dir) < 0 ? 0.3 : 0);

    for (int i = 0; i < AXES; i++) {
        vec3 ax = { fr[i].r[0][2], fr[i].r[1][2], fr[i].r[2][2] }, v = cross(ax, add(tip, fr[i].t, -1));
        J[0][i] = v.x;  J[1][i] = v.y;  J[2][i] = v.z;
        J[3][i] = ax.x; J[4][i] = ax.y; J[5][i] = ax.z;
    }
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
            m[r][c] = r == c ? 0.003 : 0.0;
            for (int i = 0; i < AXES; i++)
                m[r][c] += J[r][i] * J[c][i];
        }
        m[r][6] = err[r];
    }
    if (!solve6(m))
        return size;
    for (int i = 0; i < AXES; i++) {
        double d = 0;
        for (int r = 0; r < 6; r++)
            d += J[r][i] * m[r][6];
        q[i] += d > 0.3 ? 0.3 : d < -0.3 ? -0.3 : d;
        q[i] = q[i] < a->links[i].lo ? a->links[i].lo : q[i] > a->links[i].hi ? a->links[i].hi : q[i];
    }
    return size;
}

static solution reach(const arm *a, vec3 goal, vec3 dir, unsigned seed)
{
    solution s;
    frame fr[AXES + 1];
    memset(&s, 0, sizeof s);
    s.error = 1e9;
    for (s.restarts = 0; s.restarts < 12; s.restarts++) {
        for (int i = 0; i < AXES; i++)
            s.q[i] = a->links[i].lo + (a->links[i].hi - a->links[i].lo) * uniform(&seed);
        for (int it = 0; it < 60; it++) {
            double e;
            forward(a, s.q, fr);
            e = step(a, s.q, fr, goal, dir);
            s.iterations++;
            s.error = e < s.error ? e : s.error;
            if (e < 1e-4) {
                forward(a, s.q, fr);
                s.ok = !collides(a, fr);
                break;
            }
        }
        if (s.ok)
            return s;
    }
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1600, reached = 0;
    unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 5u;
    ball balls[8];
    arm a = { robot, 8, balls };
    long iterations = 0;
    double sum = 0;

    for (int k = 0; k < 8; k++) {
        balls[k].c.x = 1.4 * uniform(&seed) - 0.7;
        balls[k].c.y = 1.4 * uniform(&seed) - 0.7;
        balls[k].c.z = 0.2 + uniform(&seed);
        balls[k].radius = 0.05 + 0.1 * uniform(&seed);
    }
    for (int i = 0; i < n; i++) {
        double r = 0.3 + 0.8 * uniform(&seed), t = 2 * PI * uniform(&seed), z = 1.1 * uniform(&seed);
        vec3 goal = { r * cos(t), r * sin(t), z }, dir = { 0.6 * cos(t), 0.6 * sin(t), -0.8 };
        solution s = reach(&a, goal, dir, seed ^ (unsigned)i);
        iterations += s.iterations;
        reached += s.ok;
        if (s.ok)
            for (int k = 0; k < AXES; k++)
                sum += s.q[k] * (k + 1);
        if (i % 60 == 0)
            printf("%4d (%.3f %.3f %.3f) %s after %d restarts, error %.2e\n", i, goal.x, goal.y, goal.z,
                   s.ok ? "ok" : "--", s.restarts, s.error);
    }
    printf("%d of %d reached, %ld iterations, joint sum %.6f\n", reached, n, iterations, sum);
    return 0;
}
