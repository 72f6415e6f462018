// SPDX-License-Identifier: Apache-2.0
/*
 * seismic.c: 2-D acoustic wave propagation (4th order in space, 2nd order in
 * time) through a layered earth with a salt body; sponge boundaries; Ricker
 * source; surface receivers produce a shot record.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define SPONGE 30
#define NREC 16

static void velocity_model(int nz, int nx, float v[nz][nx])
{
	for (int z = 0; z < nz; z++)
		for (int x = 0; x < nx; x++) {
			double depth = z + 10.0 * sin(x * 0.02);
			double vel = 1500;

			if (depth > nz * 0.2)
				vel = 2000;
			if (depth > nz * 0.45)
				vel = 2600;
			if (depth > nz * 0.75)
				vel = 3300;
			double ex = (x - nx * 0.55) / (nx * 0.15);
			double ez = (z - nz * 0.5) / (nz * 0.12);
			if (ex * ex + ez * ez < 1)
				vel = 4400;	/* salt */
			v[z][x] = (float)vel;
		}
}

static float ricker(float t, float f)
{
	float a = 3.14159265f * f * (t - 1.2f / f);
	return (1 - 2 * a * a) * expf(-a * a);
}

static void step(int nz, int nx, float next[nz][nx], float cur[nz][nx],
		 float prev[nz][nx], float c2[nz][nx])
{
	const float w0 = -2.5f, w1 = 4.0f / 3, w2 = -1.0f / 12;

	for (int z = 2; z < nz - 2; z++)
		for (int x = 2; x < nx - 2; x++) {
			float lap = 2 * w0 * cur[z][x]
			    + w1 * (cur[z][x - 1] + cur[z][x + 1] + cur[z - 1][x] + cur[z + 1][x])
			    + w2 * (cur[z][x - 2] + cur[z][x + 2] + cur[z - 2][x] + cur[z + 2][x]);
			next[z][x] = 2 * cur[z][x] - prev[z][x] + c2[z][x] * lap;
		}
}

static void damp(int nz, int nx, float a[nz][nx], float b[nz][nx], const float *taper)
{
	for (int z = 0; z < nz; z++) {
		for (int x = 0; x < nx; x++) {
			int d = x < nx - 1 - x ? x : nx - 1 - x;
			if (nz - 1 - z < d)
				d = nz - 1 - z;	/* free surface on top */
			if (d < SPONGE) {
				a[z][x] *= taper[d];
				b[z][x] *= taper[d];
			}
		}
	}
}

int main(int argc, char **argv)
{
	int nx = argc > 1 ? atoi(argv[1]) : 800;
	int nz = argc > 2 ? atoi(argv[2]) : 500;
	int nt = argc > 3 ? atoi(argv[3]) : 2500;
	const float dx = 8.0f, dt = 0.0008f, freq = 18.0f;
	float taper[SPONGE];
	struct timespec t0, t1;

	float (*vel)[nx] = malloc(sizeof(float[nz][nx]));
	float (*u0)[nx] = calloc(nz, sizeof *u0);
	float (*u1)[nx] = calloc(nz, sizeof *u1);
	float (*u2)[nx] = calloc(nz, sizeof *u2);
	float (*rec)[NREC] = calloc(nt, sizeof *rec);
	if (!vel || !u0 || !u1 || !u2 || !rec) {
		fprintf(stderr, "seismic: out of memory\n");
		return 1;
	}

	velocity_model(nz, nx, vel);
	for (int z = 0; z < nz; z++)	/* store (v dt / dx)^2 */
		for (int x = 0; x < nx; x++) {
			float c = vel[z][x] * dt / dx;
			vel[z][x] = c * c;
		}
	for (int i = 0; i < SPONGE; i++) {
		float a = 0.012f * (SPONGE - i);
		taper[i] = expf(-a * a);
	}

	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (int t = 0; t < nt; t++) {
		step(nz, nx, u2, u1, u0, vel);
		u2[6][nx / 3] += ricker(t * dt, freq) * dt * dt * 1e6f;
		damp(nz, nx, u2, u1, taper);
		for (int r = 0; r < NREC; r++)
			rec[t][r] = u2[4][SPONGE + r * (nx - 2 * SPONGE - 1) / (NREC - 1)];
		float (*tmp)[nx] = u0;
		u0 = u1;
		u1 = u2;
		u2 = tmp;
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "%.2f s, %.1f Mpoints/s\n",
		(t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec),
		1e-6 * nx * nz * nt / ((t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec)));

	for (int r = 0; r < NREC; r += 3) {
		double e = 0;
		int first = -1;
		float peak = 0;
		for (int t = 0; t < nt; t++) {
			e += (double)rec[t][r] * rec[t][r];
			if (fabsf(rec[t][r]) > peak)
				peak = fabsf(rec[t][r]);
		}
		for (int t = 0; t < nt && first < 0; t++)
			if (fabsf(rec[t][r]) > 0.05f * peak)
				first = t;
		printf("receiver %2d: first break %.4f s, peak %.6e, energy %.8e\n", r, first * dt, peak, e);
	}
	free(vel);
	free(u0);
	free(u1);
	free(u2);
	free(rec);
	return 0;
}
