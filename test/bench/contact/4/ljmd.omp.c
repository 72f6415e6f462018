// SPDX-License-Identifier: Apache-2.0
// ljmd: Lennard-Jones liquid in a periodic box, velocity Verlet with a
// Verlet neighbour list that is rebuilt from cell lists when atoms have moved
// far enough. Reduced units.  usage: ljmd [cells per side] [steps]
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { double x, y, z; } vec;

typedef struct {
    int natoms;
    double box, cutoff, skin, dt;
    vec *pos, *vel, *force;
    vec *pos_at_build;
    double *energy, *work;  // per atom
    double pot, virial;
} System;

typedef struct {
    int *first;         // natoms + 1
    int *neigh;         // every pair once, from its lower atom
    int capacity;
    int ncell;          // per side
    int *cell_head, *cell_next;
    int builds;
    int *back_first, *back;     // the same pairs seen from the upper atom, ascending
    vec *pair_force;
    int **part;                 // what each thread found
    int *part_capacity, *part_count;
} NeighbourList;

static double rand01(void)
{
    static unsigned long long s = 4101842887655102017ULL;
    s ^= s >> 21;
    s ^= s << 35;
    s ^= s >> 4;
    return 5.42101086242752217e-20 * (double)(s * 2685821657736338717ULL);
}

static void *must(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void init_fcc(System *s, int n, double density, double temperature)
{
    static const double base[4][3] = { { 0, 0, 0 }, { .5, .5, 0 }, { .5, 0, .5 }, { 0, .5, .5 } };
    s->natoms = 4 * n * n * n;
    s->box = cbrt(s->natoms / density);
    s->cutoff = 2.5;
    s->skin = 0.3;
    s->dt = 0.004;
    s->pos = must(malloc(s->natoms * sizeof(vec)));
    s->vel = must(malloc(s->natoms * sizeof(vec)));
    s->force = must(malloc(s->natoms * sizeof(vec)));
    s->pos_at_build = must(malloc(s->natoms * sizeof(vec)));
    s->energy = must(malloc(s->natoms * sizeof(double)));
    s->work = must(malloc(s->natoms * sizeof(double)));
    double a = s->box / n;
    int k = 0;
    for (int i = 0; i < n * n * n; i++)
        for (int b = 0; b < 4; b++) {
            s->pos[k].x = (i % n + base[b][0] + 0.25) * a;
            s->pos[k].y = (i / n % n + base[b][1] + 0.25) * a;
            s->pos[k].z = (i / n / n + base[b][2] + 0.25) * a;
            k++;
        }
    vec sum = { 0, 0, 0 };
    double scale = sqrt(12 * temperature);
    for (int i = 0; i < s->natoms; i++) {
        s->vel[i].x = scale * (rand01() - 0.5);
        s->vel[i].y = scale * (rand01() - 0.5);
        s->vel[i].z = scale * (rand01() - 0.5);
        sum.x += s->vel[i].x;
        sum.y += s->vel[i].y;
        sum.z += s->vel[i].z;
    }
    for (int i = 0; i < s->natoms; i++) {
        s->vel[i].x -= sum.x / s->natoms;
        s->vel[i].y -= sum.y / s->natoms;
        s->vel[i].z -= sum.z / s->natoms;
    }
}

static inline double wrap(double d, double box)
{
    if (d > 0.5 * box) return d - box;
    if (d < -0.5 * box) return d + box;
    return d;
}

static double dist2(const System *s, const vec *a, const vec *b)
{
    double dx = wrap(a->x - b->x, s->box);
    double dy = wrap(a->y - b->y, s->box);
    double dz = wrap(a->z - b->z, s->box);
    return dx * dx + dy * dy + dz * dz;
}

static int cell_coord(double x, double box, int n)
{
    int c = (int)(x / box * n);
    return c < 0 ? 0 : c >= n ? n - 1 : c;
}

static void list_init(NeighbourList *l, const System *s)
{
    memset(l, 0, sizeof *l);
    l->ncell = (int)(s->box / (s->cutoff + s->skin));
    l->first = must(malloc((s->natoms + 1) * sizeof(int)));
    l->cell_head = must(malloc(l->ncell * l->ncell * l->ncell * sizeof(int)));
    l->cell_next = must(malloc(s->natoms * sizeof(int)));
    l->back_first = must(malloc((s->natoms + 1) * sizeof(int)));
    l->part = must(calloc(omp_get_max_threads(), sizeof(int *)));
    l->part_capacity = must(calloc(omp_get_max_threads(), sizeof(int)));
    l->part_count = must(calloc(omp_get_max_threads(), sizeof(int)));
}

static void list_build(NeighbourList *l, System *s)
{
    int n = l->ncell;
    double reach = s->cutoff + s->skin;
    for (int c = 0; c < n * n * n; c++)
        l->cell_head[c] = -1;
    for (int i = 0; i < s->natoms; i++) {
        vec *p = &s->pos[i];                    // back into the box first
        p->x -= s->box * floor(p->x / s->box);
        p->y -= s->box * floor(p->y / s->box);
        p->z -= s->box * floor(p->z / s->box);
        int c = (cell_coord(p->z, s->box, n) * n + cell_coord(p->y, s->box, n)) * n + cell_coord(p->x, s->box, n);
        l->cell_next[i] = l->cell_head[c];
        l->cell_head[c] = i;
        s->pos_at_build[i] = *p;
    }
    #pragma omp parallel
    {
        int me = omp_get_thread_num(), nthreads = omp_get_num_threads(), count = 0;
        int lo = (int)((long)s->natoms * me / nthreads), hi = (int)((long)s->natoms * (me + 1) / nthreads);
        for (int i = lo; i < hi; i++) {
            const vec *p = &s->pos[i];
            int cx = cell_coord(p->x, s->box, n), cy = cell_coord(p->y, s->box, n), cz = cell_coord(p->z, s->box, n);
            l->first[i] = count;
            for (int k = 0; k < 27; k++) {
                int x = (cx + k % 3 - 1 + n) % n, y = (cy + k / 3 % 3 - 1 + n) % n, z = (cz + k / 9 - 1 + n) % n;
                for (int j = l->cell_head[(z * n + y) * n + x]; j >= 0; j = l->cell_next[j]) {
                    if (j <= i || dist2(s, p, &s->pos[j]) >= reach * reach)
                        continue;
                    if (count == l->part_capacity[me]) {
                        l->part_capacity[me] = count ? count * 3 / 2 : 1024;
                        l->part[me] = must(realloc(l->part[me], l->part_capacity[me] * sizeof(int)));
                    }
                    l->part[me][count++] = j;
                }
            }
        }
        l->part_count[me] = count;
        #pragma omp barrier
        int base = 0;
        for (int t = 0; t < me; t++)
            base += l->part_count[t];
        for (int i = lo; i < hi; i++)
            l->first[i] += base;
        if (me == nthreads - 1)
            l->first[s->natoms] = base + count;
        #pragma omp barrier
        #pragma omp single
        if (l->first[s->natoms] > l->capacity) {
            l->capacity = l->first[s->natoms] * 5 / 4;
            l->neigh = must(realloc(l->neigh, l->capacity * sizeof(int)));
            l->back = must(realloc(l->back, l->capacity * sizeof(int)));
            l->pair_force = must(realloc(l->pair_force, l->capacity * sizeof(vec)));
        }
        if (count)
            memcpy(l->neigh + base, l->part[me], count * sizeof(int));
    }
    int total = l->first[s->natoms];
    memset(l->back_first, 0, (s->natoms + 1) * sizeof(int));
    for (int k = 0; k < total; k++)
        l->back_first[l->neigh[k]]++;
    for (int i = 0, sum = 0; i <= s->natoms; i++) {
        sum += l->back_first[i];
        l->back_first[i] = sum;
    }
    for (int k = total - 1; k >= 0; k--)            // backwards: starts end up in place
        l->back[--l->back_first[l->neigh[k]]] = k;
    l->builds++;
}

static int list_stale(const System *s)
{
    double limit = 0.25 * s->skin * s->skin;
    int stale = 0;
    #pragma omp parallel for schedule(static) reduction(|:stale)
    for (int i = 0; i < s->natoms; i++)
        stale |= dist2(s, &s->pos[i], &s->pos_at_build[i]) > limit;
    return stale;
}

static void compute_forces(System *s, NeighbourList *l)
{
    double rc2 = s->cutoff * s->cutoff;
    #pragma omp parallel
    {
        #pragma omp for schedule(dynamic, 64)
        for (int i = 0; i < s->natoms; i++) {
            vec pi = s->pos[i], f = { 0, 0, 0 };
            double e = 0, w = 0;
            for (int k = l->first[i]; k < l->first[i + 1]; k++) {
                int j = l->neigh[k];
                double dx = wrap(pi.x - s->pos[j].x, s->box);
                double dy = wrap(pi.y - s->pos[j].y, s->box);
                double dz = wrap(pi.z - s->pos[j].z, s->box);
                double r2 = dx * dx + dy * dy + dz * dz;
                if (r2 >= rc2) {
                    l->pair_force[k] = (vec){ 0, 0, 0 };
                    continue;
                }
                double ir2 = 1 / r2, ir6 = ir2 * ir2 * ir2;
                double ff = 48 * ir6 * (ir6 - 0.5) * ir2;
                f.x += ff * dx;
                f.y += ff * dy;
                f.z += ff * dz;
                l->pair_force[k] = (vec){ ff * dx, ff * dy, ff * dz };
                e += 4 * ir6 * (ir6 - 1);
                w += ff * r2;
            }
            s->force[i] = f;
            s->energy[i] = e;
            s->work[i] = w;
        }
        #pragma omp for schedule(static)
        for (int i = 0; i < s->natoms; i++) {
            vec f = { 0, 0, 0 };
            for (int k = l->back_first[i]; k < l->back_first[i + 1]; k++) {
                f.x -= l->pair_force[l->back[k]].x;
                f.y -= l->pair_force[l->back[k]].y;
                f.z -= l->pair_force[l->back[k]].z;
            }
            s->force[i].x += f.x;
            s->force[i].y += f.y;
            s->force[i].z += f.z;
        }
    }
    s->pot = s->virial = 0;
    for (int i = 0; i < s->natoms; i++) {
        s->pot += s->energy[i];
        s->virial += s->work[i];
    }
}

static void kick(System *s)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < s->natoms; i++) {
        s->vel[i].x += 0.5 * s->dt * s->force[i].x;
        s->vel[i].y += 0.5 * s->dt * s->force[i].y;
        s->vel[i].z += 0.5 * s->dt * s->force[i].z;
    }
}

static void drift(System *s)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < s->natoms; i++) {
        s->pos[i].x += s->dt * s->vel[i].x;
        s->pos[i].y += s->dt * s->vel[i].y;
        s->pos[i].z += s->dt * s->vel[i].z;
    }
}

static double kinetic(const System *s)
{
    double k = 0;
    for (int i = 0; i < s->natoms; i++)
        k += s->vel[i].x * s->vel[i].x + s->vel[i].y * s->vel[i].y + s->vel[i].z * s->vel[i].z;
    return 0.5 * k;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    int steps = argc > 2 ? atoi(argv[2]) : 250;
    System sys;
    NeighbourList list;
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    init_fcc(&sys, n < 6 ? 6 : n, 0.8, 1.6);
    list_init(&list, &sys);
    list_build(&list, &sys);
    compute_forces(&sys, &list);
    for (int step = 1; step <= steps; step++) {
        kick(&sys);
        drift(&sys);
        if (list_stale(&sys))
            list_build(&list, &sys);
        compute_forces(&sys, &list);
        kick(&sys);
        if (step % 50 == 0 || step == steps) {
            double ke = kinetic(&sys), vol = sys.box * sys.box * sys.box;
            printf("%5d  T %.12f  E/N %.12f  P %.12f\n", step, 2 * ke / (3 * sys.natoms),
                   (ke + sys.pot) / sys.natoms, (2 * ke + sys.virial) / (3 * vol));
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%d atoms, %d list builds, %d pairs at the end, atom 0 at %.10f %.10f %.10f\n", sys.natoms,
           list.builds, list.first[sys.natoms], sys.pos[0].x, sys.pos[0].y, sys.pos[0].z);
    fprintf(stderr, "%.3f s\n", (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec));
    free(sys.pos); free(sys.vel); free(sys.force); free(sys.pos_at_build);
    free(list.first); free(list.neigh); free(list.cell_head); free(list.cell_next);
    free(sys.energy); free(sys.work); free(list.back_first); free(list.back); free(list.pair_force);
    for (int t = 0; t < omp_get_max_threads(); t++)
        free(list.part[t]);
    free(list.part); free(list.part_capacity); free(list.part_count);
    return 0;
}
