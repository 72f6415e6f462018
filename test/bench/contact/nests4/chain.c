/* Optimal evaluation order of a product of matrices with sparse fill estimates, then the
 * same recurrence for optimal binary merging of sorted runs. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    long **cost;
    int **split;
} Plan;

static Plan *plan_new(int n)
{
    Plan *p = malloc(sizeof *p);
    p->n = n;
    p->cost = malloc(n * sizeof *p->cost);
    p->split = malloc(n * sizeof *p->split);
    for (int i = 0; i < n; i++) {
        p->cost[i] = calloc(n, sizeof(long));
        p->split[i] = calloc(n, sizeof(int));
    }
    return p;
}

static void plan_free(Plan *p)
{
    for (int i = 0; i < p->n; i++) {
        free(p->cost[i]);
        free(p->split[i]);
    }
    free(p->cost);
    free(p->split);
    free(p);
}

static void order_chain(Plan *p, const int *dim)
{
    int n = p->n;
    for (int i = 0; i < n; i++)
        p->cost[i][i] = 0;
    for (int len = 2; len <= n; len++)
        for (int i = 0; i + len <= n; i++) {
            int j = i + len - 1;
            long best = -1;
            for (int k = i; k < j; k++) {
                long c = p->cost[i][k] + p->cost[k + 1][j] + (long)dim[i] * dim[k + 1] * dim[j + 1];
                if (best < 0 || c < best) {
                    best = c;
                    p->split[i][j] = k;
                }
            }
            p->cost[i][j] = best;
        }
}

static void order_merges(Plan *p, const int *run)
{
    int n = p->n;
    long *prefix = malloc((n + 1) * sizeof(long));
    prefix[0] = 0;
    for (int i = 0; i < n; i++)
        prefix[i + 1] = prefix[i] + run[i];
    for (int i = n - 1; i >= 0; i--) {
        p->cost[i][i] = 0;
        for (int j = i + 1; j < n; j++) {
            long best = p->cost[i][i] + p->cost[i + 1][j];
            int at = i;
            for (int k = i + 1; k < j; k++) {
                long c = p->cost[i][k] + p->cost[k + 1][j];
                if (c < best) {
                    best = c;
                    at = k;
                }
            }
            p->cost[i][j] = best + prefix[j + 1] - prefix[i];
            p->split[i][j] = at;
        }
    }
    free(prefix);
}

static int depth(const Plan *p, int i, int j)
{
    if (i >= j)
        return 0;
    int a = depth(p, i, p->split[i][j]), b = depth(p, p->split[i][j] + 1, j);
    return 1 + (a > b ? a : b);
}

static long checksum(const Plan *p)
{
    long s = 0;
    for (int i = 0; i < p->n; i++)
        for (int j = i + 1; j < p->n; j++)
            s = (s * 31 + p->cost[i][j] % 1000 + 7 * p->split[i][j]) % 1000000007;
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int *dim = malloc((n + 1) * sizeof(int));
    unsigned s = 5;
    for (int i = 0; i <= n; i++) {
        s = s * 1103515245u + 12345u;
        dim[i] = 3 + (int)(s >> 16) % 120;
    }
    Plan *p = plan_new(n);
    order_chain(p, dim);
    printf("chain cost %ld depth %d check %ld\n", p->cost[0][n - 1], depth(p, 0, n - 1), checksum(p));
    order_merges(p, dim);
    printf("merge cost %ld depth %d check %ld\n", p->cost[0][n - 1], depth(p, 0, n - 1), checksum(p));
    plan_free(p);
    free(dim);
    return 0;
}
