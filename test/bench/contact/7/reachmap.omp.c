// SPDX-License-Identifier: Apache-2.0
// Reachability map of a six-axis robot arm: for every cell of the workspace
// the inverse kinematics is solved by damped least squares for a few tool
// directions, within joint limits, and the manipulability is recorded.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOF 6

typedef struct { double m[3][4]; } frame_t;     // rotation and translation

typedef struct {
	double a, alpha, d, offset;             // Denavit-Hartenberg
	double lo, hi;
} joint_t;

typedef struct {
	joint_t j[DOF];
	double tool;
} arm_t;

typedef struct {
	int solved;
	int iterations;
	double manip;
} cell_t;

static const double RAD = M_PI / 180;

static void arm_default(arm_t *arm)
{
	static const double dh[DOF][6] = {
		{ 0.025, -90, 0.40, 0, -170, 170 }, { 0.455, 0, 0, -90, -110, 120 },
		{ 0.035, -90, 0, 0, -120, 150 },    { 0, 90, 0.42, 0, -185, 185 },
		{ 0, -90, 0, 0, -120, 120 },        { 0, 0, 0.08, 0, -350, 350 } };
	for (int i = 0; i < DOF; i++) {
		joint_t *j = &arm->j[i];
		j->a = dh[i][0];
		j->alpha = dh[i][1] * RAD;
		j->d = dh[i][2];
		j->offset = dh[i][3] * RAD;
		j->lo = dh[i][4] * RAD;
		j->hi = dh[i][5] * RAD;
	}
	arm->tool = 0.12;
}

static frame_t compose(const frame_t *a, const frame_t *b)
{
	frame_t r;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 4; k++) {
			double s = k == 3 ? a->m[i][3] : 0;
			for (int l = 0; l < 3; l++)
				s += a->m[i][l] * b->m[l][k];
			r.m[i][k] = s;
		}
	return r;
}

static frame_t joint_frame(const joint_t *j, double q)
{
	double c = cos(q + j->offset), s = sin(q + j->offset), ca = cos(j->alpha), sa = sin(j->alpha);
	frame_t f = { { { c, -s * ca, s * sa, j->a * c }, { s, c * ca, -c * sa, j->a * s }, { 0, sa, ca, j->d } } };
	return f;
}

// frames[i] is the frame before joint i; frames[DOF] is the tool
static void forward(const arm_t *arm, const double *q, frame_t frames[DOF + 1])
{
	memset(&frames[0], 0, sizeof frames[0]);
	for (int i = 0; i < 3; i++)
		frames[0].m[i][i] = 1;
	for (int i = 0; i < DOF; i++) {
		frame_t f = joint_frame(&arm->j[i], q[i]);
		frames[i + 1] = compose(&frames[i], &f);
	}
	for (int i = 0; i < 3; i++)
		frames[DOF].m[i][3] += arm->tool * frames[DOF].m[i][2];
}

static void cross(const double *a, const double *b, double *r)
{
	r[0] = a[1] * b[2] - a[2] * b[1];
	r[1] = a[2] * b[0] - a[0] * b[2];
	r[2] = a[0] * b[1] - a[1] * b[0];
}

static void jacobian(const frame_t frames[DOF + 1], double J[6][DOF])
{
	for (int i = 0; i < DOF; i++) {
		double z[3], r[3], v[3];
		for (int k = 0; k < 3; k++) {
			z[k] = frames[i].m[k][2];
			r[k] = frames[DOF].m[k][3] - frames[i].m[k][3];
		}
		cross(z, r, v);
		for (int k = 0; k < 3; k++) {
			J[k][i] = v[k];
			J[k + 3][i] = z[k];
		}
	}
}

// Gaussian elimination with pivoting; returns the determinant
static double solve6(double A[6][6], double b[6])
{
	double det = 1;
	for (int c = 0; c < 6; c++) {
		int p = c;
		for (int r = c + 1; r < 6; r++)
			if (fabs(A[r][c]) > fabs(A[p][c]))
				p = r;
		if (fabs(A[p][c]) < 1e-14)
			return 0;
		if (p != c) {
			for (int k = 0; k < 6; k++) {
				double t = A[p][k];
				A[p][k] = A[c][k];
				A[c][k] = t;
			}
			double t = b[p];
			b[p] = b[c];
			b[c] = t;
			det = -det;
		}
		det *= A[c][c];
		for (int r = c + 1; r < 6; r++) {
			double f = A[r][c] / A[c][c];
			for (int k = c; k < 6; k++)
				A[r][k] -= f * A[c][k];
			b[r] -= f * b[c];
		}
	}
	for (int r = 5; r >= 0; r--) {
		for (int k = r + 1; k < 6; k++)
			b[r] -= A[r][k] * b[k];
		b[r] /= A[r][r];
	}
	return det;
}

static void normal_matrix(double J[6][DOF], double lambda2, double A[6][6])
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++) {
			double s = i == k ? lambda2 : 0;
			for (int l = 0; l < DOF; l++)
				s += J[i][l] * J[k][l];
			A[i][k] = s;
		}
}

// returns 1 when solved; q holds the start and the solution
static int inverse(const arm_t *arm, const double *pos, const double *dir, double *q, cell_t *cell)
{
	frame_t fr[DOF + 1];
	double J[6][DOF], A[6][6], e[6], tmp[6] = { 0 };
	for (int it = 0; it < 60; it++) {
		double axis[3], rot[3], err = 0;
		forward(arm, q, fr);
		cell->iterations++;
		for (int k = 0; k < 3; k++) {
			e[k] = pos[k] - fr[DOF].m[k][3];
			axis[k] = fr[DOF].m[k][2];
		}
		cross(axis, dir, rot);
		for (int k = 0; k < 3; k++)
			e[k + 3] = rot[k];
		if (axis[0] * dir[0] + axis[1] * dir[1] + axis[2] * dir[2] < 0)
			e[3] += 0.3;                    // the way out of the opposite direction
		for (int k = 0; k < 6; k++)
			err += e[k] * e[k];
		jacobian(fr, J);
		if (err < 1e-8) {
			normal_matrix(J, 0, A);
			double det = solve6(A, tmp);
			cell->manip += det > 0 ? sqrt(det) : 0;
			cell->solved++;
			return 1;
		}
		normal_matrix(J, 0.0004 + 0.01 * (err < 1 ? err : 1), A);
		if (solve6(A, e) == 0)
			return 0;
		for (int i = 0; i < DOF; i++) {
			double s = 0;
			for (int k = 0; k < 6; k++)
				s += J[k][i] * e[k];
			s = s > 0.4 ? 0.4 : s < -0.4 ? -0.4 : s;
			q[i] = fmin(fmax(q[i] + s, arm->j[i].lo), arm->j[i].hi);
		}
	}
	return 0;
}

static void probe(const arm_t *arm, double x, double y, double z, cell_t *cell)
{
	static const double dirs[3][3] = { { 0, 0, -1 }, { 1, 0, 0 }, { 0, 0.6, -0.8 } };
	double pos[3] = { x, y, z };
	memset(cell, 0, sizeof *cell);
	for (int d = 0; d < 3; d++) {
		double q[DOF] = { atan2(y, x), 0.3, 0.4, 0.1, 0.6, 0 };
		if (inverse(arm, pos, dirs[d], q, cell))
			continue;
		double again[DOF] = { atan2(y, x), -0.4, 1.2, 2.5, -0.8, 0 };
		inverse(arm, pos, dirs[d], again, cell);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 21;
	arm_t arm;
	cell_t *map = malloc(sizeof *map * n * n * n);
	if (n < 2 || !map)
		return fprintf(stderr, "reachmap: bad size\n"), 1;
	arm_default(&arm);
	#pragma omp parallel for collapse(2) schedule(dynamic, 1)
	for (int k = 0; k < n; k++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++)
				probe(&arm, 1.0 * i / (n - 1) + 0.1, 1.6 * j / (n - 1) - 0.8, 1.2 * k / (n - 1),
				      &map[(k * n + j) * n + i]);
	long total[4] = { 0 }, iterations = 0;
	for (int k = 0; k < n; k++) {
		double manip = 0;
		int solved = 0;
		for (int c = k * n * n; c < (k + 1) * n * n; c++) {
			total[map[c].solved]++;
			solved += map[c].solved;
			iterations += map[c].iterations;
			manip += map[c].manip;
		}
		printf("z %.3f  solutions %5d  manipulability %.8f\n", 1.2 * k / (n - 1), solved, solved ? manip / solved : 0.0);
	}
	printf("%ld %ld %ld %ld cells with 0..3 directions, %ld iterations\n", total[0], total[1], total[2], total[3], iterations);
	free(map);
	return 0;
}
