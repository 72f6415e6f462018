#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Recommender: factorises a sparse user x item rating matrix by alternating
 * least squares and prints held-out error and top lists. */

#define K 16
#define TOPN 5

#define CHECK(p) do { if (!(p)) { fprintf(stderr, "%s:%d: out of memory\n", __FILE__, __LINE__); exit(1); } } while (0)

struct rating { int user, item; float value; };

/* compressed rows of one side of the matrix */
struct side {
    int count;
    int *begin;
    int *other;
    float *value;
    double (*factor)[K];
};

struct rec { int item; double score; };

static unsigned long long lcg = 42;

static double frand(void)
{
    lcg = lcg * 6364136223846793005ULL + 1ULL;
    return (double)(lcg >> 40) / (1 << 24);
}

static void synth(struct rating *r, int n, int users, int items)
{
    double (*tu)[4] = malloc(users * sizeof *tu), (*ti)[4] = malloc(items * sizeof *ti);
    CHECK(tu && ti);
    for (int u = 0; u < users; u++) for (int k = 0; k < 4; k++) tu[u][k] = frand() * 2 - 1;
    for (int i = 0; i < items; i++) for (int k = 0; k < 4; k++) ti[i][k] = frand() * 2 - 1;
    for (int j = 0; j < n; j++) {
        double p = frand(), s = 3.2;
        r[j].user = (int)(frand() * users);
        r[j].item = (int)(p * p * items);      /* popular items first */
        for (int k = 0; k < 4; k++) s += tu[r[j].user][k] * ti[r[j].item][k];
        s += (frand() - 0.5) * 0.8;
        r[j].value = (float)(s < 1 ? 1 : s > 5 ? 5 : floor(s * 2 + 0.5) / 2);
    }
    free(tu); free(ti);
}

static void build_side(struct side *s, int count, const struct rating *r, int n, int by_item)
{
    s->count = count;
    s->begin = calloc(count + 2, sizeof *s->begin);
    s->other = malloc(n * sizeof *s->other);
    s->value = malloc(n * sizeof *s->value);
    s->factor = malloc(count * sizeof *s->factor);
    CHECK(s->begin && s->other && s->value && s->factor);
    for (int j = 0; j < n; j++) s->begin[(by_item ? r[j].item : r[j].user) + 2]++;
    for (int i = 0; i < count; i++) s->begin[i + 2] += s->begin[i + 1];
    for (int j = 0; j < n; j++) {
        int row = by_item ? r[j].item : r[j].user;
        int at = s->begin[row + 1]++;
        s->other[at] = by_item ? r[j].user : r[j].item;
        s->value[at] = r[j].value;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < K; k++) s->factor[i][k] = (frand() - 0.5) * 0.3;
}

/* solve A x = b, A symmetric positive definite, overwritten by its factor */
static int cholesky_solve(double a[K][K], const double *b, double *x)
{
    for (int i = 0; i < K; i++)
        for (int j = 0; j <= i; j++) {
            double s = a[i][j];
            for (int k = 0; k < j; k++) s -= a[i][k] * a[j][k];
            if (i == j) {
                if (s <= 0) return 0;
                a[i][i] = sqrt(s);
            } else {
                a[i][j] = s / a[j][j];
            }
        }
    for (int i = 0; i < K; i++) {
        double s = b[i];
        for (int k = 0; k < i; k++) s -= a[i][k] * x[k];
        x[i] = s / a[i][i];
    }
    for (int i = K - 1; i >= 0; i--) {
        double s = x[i];
        for (int k = i + 1; k < K; k++) s -= a[k][i] * x[k];
        x[i] = s / a[i][i];
    }
    return 1;
}

static int update(struct side *s, const struct side *fixed, double mean, double lambda)
{
    int failed = 0;
    #pragma omp parallel for schedule(dynamic, 16) reduction(+:failed)
    for (int row = 0; row < s->count; row++) {
        double a[K][K], b[K];
        int n = s->begin[row + 1] - s->begin[row];
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        for (int j = s->begin[row]; j < s->begin[row + 1]; j++) {
            const double *f = fixed->factor[s->other[j]];
            double v = s->value[j] - mean;
            for (int k = 0; k < K; k++) {
                for (int l = 0; l < K; l++) a[k][l] += f[k] * f[l];
                b[k] += v * f[k];
            }
        }
        for (int k = 0; k < K; k++) a[k][k] += lambda * (n + 1);
        if (!cholesky_solve(a, b, s->factor[row])) failed++;
    }
    return failed;
}

static double predict(const struct side *users, const struct side *items, int u, int i, double mean)
{
    double s = mean;
    for (int k = 0; k < K; k++) s += users->factor[u][k] * items->factor[i][k];
    return s;
}

static double rmse(const struct side *users, const struct side *items, const struct rating *r, int n, double mean, double *sq)
{
    double sum = 0;
    #pragma omp parallel for schedule(static)
    for (int j = 0; j < n; j++) {
        double e = r[j].value - predict(users, items, r[j].user, r[j].item, mean);
        sq[j] = e * e;
    }
    for (int j = 0; j < n; j++) sum += sq[j];   /* in order, same rounding for any team */
    return sqrt(sum / n);
}

static void recommend(const struct side *users, const struct side *items, int u, double mean, char *seen, struct rec *top)
{
    for (int j = users->begin[u]; j < users->begin[u + 1]; j++) seen[users->other[j]] = 1;
    for (int t = 0; t < TOPN; t++) top[t] = (struct rec){ -1, -1e30 };
    for (int i = 0; i < items->count; i++) {
        if (seen[i]) continue;
        double s = predict(users, items, u, i, mean);
        if (s <= top[TOPN - 1].score) continue;
        int t = TOPN - 1;
        for (; t > 0 && s > top[t - 1].score; t--) top[t] = top[t - 1];
        top[t] = (struct rec){ i, s };
    }
    for (int j = users->begin[u]; j < users->begin[u + 1]; j++) seen[users->other[j]] = 0;
}

int main(int argc, char **argv)
{
    int nu = argc > 1 ? atoi(argv[1]) : 9000;
    int ni = argc > 2 ? atoi(argv[2]) : 2500;
    int n = argc > 3 ? atoi(argv[3]) : 420000;
    if (nu < 1 || ni < TOPN || n < 10) { fprintf(stderr, "usage: %s users items ratings\n", argv[0]); return 1; }

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    struct rating *r = malloc(n * sizeof *r);
    CHECK(r);
    synth(r, n, nu, ni);
    int ntrain = n - n / 10;
    double mean = 0;
    for (int j = 0; j < ntrain; j++) mean += r[j].value;
    mean /= ntrain;

    struct side users, items;
    build_side(&users, nu, r, ntrain, 0);
    build_side(&items, ni, r, ntrain, 1);
    double before = 1e9, *sq = malloc(n * sizeof *sq);
    CHECK(sq);
    for (int it = 1; it <= 12; it++) {
        int failed = update(&users, &items, mean, 0.05) + update(&items, &users, mean, 0.05);
        double train = rmse(&users, &items, r, ntrain, mean, sq);
        double test = rmse(&users, &items, r + ntrain, n - ntrain, mean, sq);
        printf("iteration %2d train %.10f test %.10f%s\n", it, train, test, failed ? " (singular rows)" : "");
        if (fabs(before - train) < 2e-4) break;
        before = train;
    }

    struct rec (*tops)[TOPN] = malloc(nu * sizeof *tops);
    int *recommended = calloc(ni, sizeof *recommended);
    CHECK(tops && recommended);
    #pragma omp parallel
    {
        char *seen = calloc(ni, 1);
        CHECK(seen);
        #pragma omp for schedule(dynamic, 16)
        for (int u = 0; u < nu; u++) recommend(&users, &items, u, mean, seen, tops[u]);
        free(seen);
    }
    double total = 0;
    unsigned long long sum = 0;
    for (int u = 0; u < nu; u++) {
        const struct rec *top = tops[u];
        for (int t = 0; t < TOPN && top[t].item >= 0; t++) {
            total += top[t].score;
            sum = sum * 131 + top[t].item;
            recommended[top[t].item]++;
        }
        if (u % (nu / 5 + 1) == 0 && top[0].item >= 0)
            printf("user %5d: best item %4d with %.8f\n", u, top[0].item, top[0].score);
    }
    int hot = 0, distinct = 0;
    for (int i = 0; i < ni; i++) {
        distinct += recommended[i] > 0;
        if (recommended[i] > recommended[hot]) hot = i;
    }
    printf("mean score %.10f, %d items used, hottest %d (%d times), sum %016llx\n",
           total / nu / TOPN, distinct, hot, recommended[hot], sum);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    return 0;
}
