// SPDX-License-Identifier: Apache-2.0
/*
 * Direct-summation N-body code with leapfrog (kick-drift-kick) integration.
 * Initial conditions: Plummer sphere.  Units G = M = 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef double vec3[3];

typedef struct particle {
    vec3   pos;
    vec3   vel;
    vec3   acc;
    double mass;
} particle;

static const double eps2 = 1.0e-4;

static double frand(void)
{
    static unsigned long state = 20011;
    state = (state * 6364136223846793005UL + 1442695040888963407UL);
    return (state >> 11) / 9007199254740992.0;
}

static void random_direction(vec3 v, double len)
{
    double z = 2.0 * frand() - 1.0;
    double phi = 2.0 * 3.14159265358979 * frand();
    double s = sqrt(1.0 - z * z);
    v[0] = len * s * cos(phi);
    v[1] = len * s * sin(phi);
    v[2] = len * z;
}

static void plummer(particle *p, int n)
{
    int i, k;
    for (i = 0; i < n; i++) {
        double m, r, x, y, ve;
        p[i].mass = 1.0 / n;
        do {
            m = frand();
            r = 1.0 / sqrt(pow(m, -2.0 / 3.0) - 1.0);
        } while (r > 10.0);
        random_direction(p[i].pos, r);
        do {                                    /* von Neumann rejection */
            x = frand();
            y = 0.1 * frand();
        } while (y > x * x * pow(1.0 - x * x, 3.5));
        ve = sqrt(2.0) * pow(1.0 + r * r, -0.25);
        random_direction(p[i].vel, x * ve);
        for (k = 0; k < 3; k++) {
            p[i].pos[k] *= 0.589;
            p[i].vel[k] /= sqrt(0.589);
        }
    }
}

static void accelerations(particle *p, int n)
{
    int i, j, k;
#pragma omp parallel for private(j, k) schedule(static)
    for (i = 0; i < n; i++) {
        vec3 a = { 0.0, 0.0, 0.0 };
        for (j = 0; j < n; j++) {
            vec3 d;
            double r2 = eps2, f;
            if (j == i)
                continue;
            for (k = 0; k < 3; k++) {
                d[k] = p[j].pos[k] - p[i].pos[k];
                r2 += d[k] * d[k];
            }
            f = p[j].mass / (r2 * sqrt(r2));
            for (k = 0; k < 3; k++)
                a[k] += f * d[k];
        }
        for (k = 0; k < 3; k++)
            p[i].acc[k] = a[k];
    }
}

static void kick(particle *p, int n, double dt)
{
    int i, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++)
            p[i].vel[k] += dt * p[i].acc[k];
}

static void drift(particle *p, int n, double dt)
{
    int i, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++)
            p[i].pos[k] += dt * p[i].vel[k];
}

static void energy(const particle *p, int n, double *kin, double *pot)
{
    int i, j;
    double ke = 0.0, pe = 0.0;
#pragma omp parallel for private(j) reduction(+ : ke, pe) schedule(guided)
    for (i = 0; i < n; i++) {
        const double *v = p[i].vel;
        ke += 0.5 * p[i].mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (j = i + 1; j < n; j++) {
            double dx = p[i].pos[0] - p[j].pos[0];
            double dy = p[i].pos[1] - p[j].pos[1];
            double dz = p[i].pos[2] - p[j].pos[2];
            pe -= p[i].mass * p[j].mass / sqrt(dx * dx + dy * dy + dz * dz + eps2);
        }
    }
    *kin = ke;
    *pot = pe;
}

int main(int argc, char **argv)
{
    int n = 2000, steps = 100, s;
    double dt = 0.005, kin, pot, e0;
    particle *p;
    struct timespec t0, t1;

    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) steps = atoi(argv[2]);
    p = malloc(n * sizeof *p);
    if (p == NULL) {
        perror("malloc");
        return 1;
    }
    plummer(p, n);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    energy(p, n, &kin, &pot);
    e0 = kin + pot;
    printf("t=%.3f  K=%.8f  U=%.8f  E=%.8f\n", 0.0, kin, pot, e0);
    accelerations(p, n);
    for (s = 1; s <= steps; s++) {
        kick(p, n, 0.5 * dt);
        drift(p, n, dt);
        accelerations(p, n);
        kick(p, n, 0.5 * dt);
        if (s % 50 == 0) {
            energy(p, n, &kin, &pot);
            printf("t=%.3f  K=%.8f  U=%.8f  E=%.8f\n", s * dt, kin, pot, kin + pot);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (s = 0; s < n; s += n > 4 ? n / 4 : 1)
        printf("%5d  % .10f % .10f % .10f\n", s, p[s].pos[0], p[s].pos[1], p[s].pos[2]);
    free(p);
    return 0;
}
