/*
 * annuity.c - stochastic monthly projection of a small life and disability
 * book. All money is in cents (long long); every policy draws from its own
 * random stream, so that a policy's projection doesn't depend on the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

typedef long long cents;

enum product { TERM_LIFE, ENDOWMENT, PENSION, DISABILITY, N_PRODUCTS };
enum status  { ACTIVE, PAIDUP, DISABLED, DEAD, LAPSED, MATURED };

static const char *product_name[N_PRODUCTS] = { "term", "endowment", "pension", "disability" };

struct policy {
    int id, age_months, term_months;
    enum product product;
    unsigned char female, smoker;
    cents sum_insured, premium;
};

struct yearline { cents premium, death, maturity, income, expense, present_value; };

#define MAX_YEARS 60
struct ledger {
    struct yearline year[MAX_YEARS];
    cents by_product[N_PRODUCTS];
    long  ends[6];
    long  months;
    cents worst_policy_pv;
    int   worst_policy_id;
};

struct basis {
    double qx[2][121];        /* monthly mortality */
    double ix[121];           /* monthly disability inception */
    double lapse[MAX_YEARS];
    double disc[MAX_YEARS * 12 + 1];
};

static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}
static double draw(uint64_t *s)
{
    *s = mix(*s);
    return (double)(*s >> 11) * 0x1p-53;
}

static void make_basis(struct basis *b)
{
    for (int x = 0; x <= 120; x++) {
        for (int f = 0; f < 2; f++) {
            double mu = 0.0004 + exp((f ? -11.0 : -10.4) + 0.098 * x);
            b->qx[f][x] = 1.0 - exp(-mu / 12.0);
        }
        b->ix[x] = x > 67 ? 0.0 : (0.0008 + 0.00002 * x * x / 30.0) / 12.0;
    }
    for (int y = 0; y < MAX_YEARS; y++)
        b->lapse[y] = (0.01 + 0.08 * exp(-0.4 * y)) / 12.0;
    b->disc[0] = 1.0;
    for (int m = 1; m <= MAX_YEARS * 12; m++)
        b->disc[m] = b->disc[m - 1] / (1.0 + (0.015 + 0.00002 * m) / 12.0);
}

static struct policy *make_book(int n)
{
    struct policy *book = malloc((size_t)n * sizeof *book);
    if (!book) return NULL;
    uint64_t s = 4711;
    for (int i = 0; i < n; i++) {
        struct policy *p = &book[i];
        p->id = 100000 + i;
        p->product = (enum product)(int)(draw(&s) * N_PRODUCTS);
        p->female = draw(&s) < 0.48;
        p->smoker = draw(&s) < 0.2;
        p->age_months = 240 + (int)(draw(&s) * 450);
        p->term_months = 60 + (int)(draw(&s) * 36) * 12;
        if (p->product == PENSION) p->term_months = 804 - p->age_months;
        p->sum_insured = 1000000 + (cents)(draw(&s) * 40) * 500000;
        if (p->product >= PENSION) p->sum_insured /= 100;
        p->premium = p->sum_insured / (p->product >= PENSION ? 4 : p->product == ENDOWMENT ? 200 : 500);
        if (draw(&s) < 0.003) p->premium = -p->premium;   /* data errors in the feed */
    }
    return book;
}

static int valid(const struct policy *p)
{
    return p->premium > 0 && p->term_months > 0 && p->term_months <= MAX_YEARS * 12
        && p->age_months >= 216 && p->sum_insured > 0;
}

static double mortality(const struct basis *b, const struct policy *p, int month, enum status st)
{
    int x = (p->age_months + month) / 12;
    double q = b->qx[p->female][x > 120 ? 120 : x];
    if (p->smoker) q *= 1.8;
    if (st == DISABLED) q = q * 2.0 + 0.0005;
    return q;
}

static void pay(struct ledger *l, const struct basis *b, int m, cents *slot, cents amount, int sign, cents *pv)
{
    cents d = llround((double)amount * b->disc[m]) * sign;
    *slot += amount;
    l->year[m / 12].present_value += d;
    *pv += d;
}

/* one path of one policy; returns its present value to the company */
static cents project(struct ledger *l, const struct basis *b, const struct policy *p, uint64_t *s)
{
    enum status st = ACTIVE;
    cents pv = 0, sum = p->sum_insured;
    int sick = 0, m;
    for (m = 0; m < MAX_YEARS * 12; m++) {
        struct yearline *y = &l->year[m / 12];
        if (p->product != PENSION && m >= p->term_months) {
            if (p->product == ENDOWMENT) pay(l, b, m, &y->maturity, sum, -1, &pv);
            st = MATURED;
            break;
        }
        double u = draw(s);
        double q = mortality(b, p, m, st);
        if (u < q) {
            if (p->product == TERM_LIFE || p->product == ENDOWMENT)
                pay(l, b, m, &y->death, sum, -1, &pv);
            st = DEAD;
            break;
        }
        u = (u - q) / (1.0 - q);
        switch (st) {
        case ACTIVE:
            if (p->product == PENSION && m >= p->term_months) { st = PAIDUP; break; }
            pay(l, b, m, &y->premium, p->premium, 1, &pv);
            pay(l, b, m, &y->expense, 250 + p->premium / 40, -1, &pv);
            if (u < b->lapse[m / 12]) {
                if (p->product == TERM_LIFE || p->product == DISABILITY) goto lapsed;
                sum = sum * (m + 1) / (p->term_months + 1);
                st = PAIDUP;
            } else if (p->product == DISABILITY && u > 1.0 - b->ix[(p->age_months + m) / 12]) {
                st = DISABLED;
                sick = 0;
            }
            break;
        case DISABLED:
            if (++sick > 3) pay(l, b, m, &y->income, p->sum_insured, -1, &pv);
            if (u < 0.3 / (sick + 5)) st = ACTIVE;
            break;
        case PAIDUP:
            pay(l, b, m, &y->expense, 150, -1, &pv);
            if (p->product == PENSION && m >= p->term_months)
                pay(l, b, m, &y->income, sum, -1, &pv);
            break;
        default:
            abort();
        }
        continue;
lapsed:
        st = LAPSED;
        break;
    }
    l->ends[st]++;
    l->months += m;
    return pv;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8000;
    int paths = argc > 2 ? atoi(argv[2]) : 70;
    static struct basis basis;
    static struct ledger total;
    int rejected = 0, first_bad = 0;

    make_basis(&basis);
    struct policy *book = make_book(n);
    if (!book) { perror("annuity"); return 1; }
    for (int i = 0; i < n; i++) {
        const struct policy *p = &book[i];
        if (!valid(p)) {
            if (!rejected++) first_bad = p->id;
            continue;
        }
        uint64_t stream = mix((uint64_t)p->id * 2654435761u);
        cents pv = 0;
        for (int k = 0; k < paths; k++)
            pv += project(&total, &basis, p, &stream);
        total.by_product[p->product] += pv;
        if (pv < total.worst_policy_pv) {
            total.worst_policy_pv = pv;
            total.worst_policy_id = p->id;
        }
    }
    printf("policies %d rejected %d (first %d) paths %d months %ld\n", n, rejected, first_bad, paths, total.months);
    for (int y = 0; y < MAX_YEARS; y += 4) {
        const struct yearline *q = &total.year[y];
        printf("y%02d %14lld %14lld %14lld %14lld %13lld pv %14lld\n", y, q->premium, q->death,
               q->maturity, q->income, q->expense, q->present_value);
    }
    for (int k = 0; k < N_PRODUCTS; k++)
        printf("%-11s pv %lld\n", product_name[k], total.by_product[k]);
    for (int k = 0; k < 6; k++)
        printf("end state %d: %ld\n", k, total.ends[k]);
    printf("worst policy %d %lld\n", total.worst_policy_id, total.worst_policy_pv);
    free(book);
    return 0;
}
