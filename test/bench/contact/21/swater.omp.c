/* swater.c - shallow water equations on a C grid, doubly periodic channel
 * with a sea mount.  Global fixed size arrays, single precision, forward-
 * backward time stepping, Smagorinsky-like viscosity. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NX 384
#define NY 256
#define DX 5000.0f
#define DT 18.0f
#define GRAV 9.81f
#define F0 1.0e-4f
#define BETA 1.8e-11f
#define DRAG 2.0e-7f

#define E(i) ((i) + 1 == NX ? 0 : (i) + 1)
#define W(i) ((i) == 0 ? NX - 1 : (i) - 1)
#define N(j) ((j) + 1 == NY ? 0 : (j) + 1)
#define S(j) ((j) == 0 ? NY - 1 : (j) - 1)

float h[NY][NX], u[NY][NX], v[NY][NX], hb[NY][NX];
float un[NY][NX], vn[NY][NX];
float uflux[NY][NX], vflux[NY][NX], vort[NY][NX], ke[NY][NX], nu[NY][NX];
float taux[NY], cor[NY];
float tracer[NY][NX], tnew[NY][NX];

static void init(void)
{
	int i, j;
	for (j = 0; j < NY; j++) {
		float y = (float)(j - NY / 2) * DX;
		cor[j] = F0 + BETA * y;
		taux[j] = 0.1f * sinf(6.2831853f * (float)j / NY);
		for (i = 0; i < NX; i++) {
			float a = (float)(i - NX / 3) / 20.0f, b = (float)(j - NY / 2) / 24.0f;
			float c = (float)(i - 2 * NX / 3) / 16.0f, d = (float)(j - NY / 3) / 16.0f;
			hb[j][i] = 1000.0f - 600.0f * expf(-a * a - b * b);
			h[j][i] = hb[j][i] + 2.0f * expf(-c * c - d * d);
			u[j][i] = v[j][i] = 0.0f;
			tracer[j][i] = (i / 32 + j / 32) % 2 ? 1.0f : 0.0f;
		}
	}
}

/* fluxes at faces, vorticity at corners, kinetic energy at centres */
static void diagnose(void)
{
	int i, j;
#pragma omp for schedule(static)
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++) {
			int w = W(i), s = S(j), e = E(i), n = N(j);
			float shear, strain;
			uflux[j][i] = 0.5f * (h[j][i] + h[j][w]) * u[j][i];
			vflux[j][i] = 0.5f * (h[j][i] + h[s][i]) * v[j][i];
			vort[j][i] = (v[j][i] - v[j][w] - u[j][i] + u[s][i]) / DX;
			ke[j][i] = 0.25f * (u[j][i] * u[j][i] + u[j][e] * u[j][e] + v[j][i] * v[j][i] + v[n][i] * v[n][i]);
			strain = (u[j][e] - u[j][i] - v[n][i] + v[j][i]) / DX;
			shear = (v[j][i] - v[j][w] + u[j][i] - u[s][i]) / DX;
			nu[j][i] = 20.0f + 0.04f * DX * DX * sqrtf(strain * strain + shear * shear);
		}
}

static void momentum(void)
{
	int i, j;
#pragma omp for schedule(static)
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++) {
			int w = W(i), s = S(j), e = E(i), n = N(j);
			float q, vb, ub, eta, lap, depth;
			depth = 0.5f * (h[j][i] + h[j][w]);
			q = 0.5f * (vort[j][i] + vort[n][i]) + cor[j];
			vb = 0.25f * (v[j][i] + v[j][w] + v[n][i] + v[n][w]);
			eta = h[j][i] - hb[j][i] - h[j][w] + hb[j][w];
			lap = (u[j][e] + u[j][w] + u[n][i] + u[s][i] - 4.0f * u[j][i]) / (DX * DX);
			un[j][i] = u[j][i] + DT * (q * vb - (GRAV * eta + ke[j][i] - ke[j][w]) / DX
				+ nu[j][i] * lap + taux[j] / (1025.0f * depth) - DRAG * u[j][i]);
			q = 0.5f * (vort[j][i] + vort[j][e]) + 0.5f * (cor[j] + cor[s]);
			ub = 0.25f * (u[j][i] + u[j][e] + u[s][i] + u[s][e]);
			eta = h[j][i] - hb[j][i] - h[s][i] + hb[s][i];
			lap = (v[j][e] + v[j][w] + v[n][i] + v[s][i] - 4.0f * v[j][i]) / (DX * DX);
			vn[j][i] = v[j][i] + DT * (-q * ub - (GRAV * eta + ke[j][i] - ke[s][i]) / DX
				+ nu[j][i] * lap - DRAG * v[j][i]);
		}
}

static void continuity(void)
{
	int i, j;
#pragma omp for schedule(static)
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++)
			h[j][i] -= DT / DX * (uflux[j][E(i)] - uflux[j][i] + vflux[N(j)][i] - vflux[j][i]);
}

/* upwind, uses the new velocities */
static void advect(void)
{
	int i, j;
#pragma omp for schedule(static)
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++) {
			float uc = 0.5f * (un[j][i] + un[j][E(i)]), vc = 0.5f * (vn[j][i] + vn[N(j)][i]);
			float gx = uc > 0 ? tracer[j][i] - tracer[j][W(i)] : tracer[j][E(i)] - tracer[j][i];
			float gy = vc > 0 ? tracer[j][i] - tracer[S(j)][i] : tracer[N(j)][i] - tracer[j][i];
			tnew[j][i] = tracer[j][i] - DT / DX * (uc * gx + vc * gy);
		}
}

static void copy_back(void)
{
	int i, j;
#pragma omp for schedule(static)
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++) {
			u[j][i] = un[j][i];
			v[j][i] = vn[j][i];
			tracer[j][i] = tnew[j][i];
		}
}

static void report(int step)
{
	double mass = 0, energy = 0, enst = 0, tr = 0;
	float umax = 0;
	int i, j;
	for (j = 0; j < NY; j++)
		for (i = 0; i < NX; i++) {
			double eta = (double)(h[j][i] - hb[j][i]);
			mass += eta;
			energy += 0.5 * GRAV * eta * eta + (double)(h[j][i] * ke[j][i]);
			enst += (double)vort[j][i] * vort[j][i];
			tr += (double)(tracer[j][i] * h[j][i]);
			if (fabsf(u[j][i]) > umax) umax = fabsf(u[j][i]);
			if (fabsf(v[j][i]) > umax) umax = fabsf(v[j][i]);
		}
	printf("%6d mass %.6e energy %.8e enstrophy %.8e tracer %.8e max %.6f\n", step, mass, energy, enst, tr, umax);
}

int main(int argc, char **argv)
{
	int step, nsteps = argc > 1 ? atoi(argv[1]) : 800;
	int every = nsteps / 8 > 0 ? nsteps / 8 : 1;
	init();
#pragma omp parallel private(step)
	for (step = 1; step <= nsteps; step++) {
		diagnose();
		continuity();
		momentum();
		advect();
		copy_back();
		if (step % every == 0) {
#pragma omp single
			report(step);
		}
	}
	for (step = 0; step < NX; step += 48)
		printf("%.5f %.5f %.5f\n", h[NY / 2][step] - hb[NY / 2][step], u[NY / 2][step], tracer[NY / 2][step]);
	return 0;
}
