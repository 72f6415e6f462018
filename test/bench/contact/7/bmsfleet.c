// SPDX-License-Identifier: Apache-2.0
/*
 * Battery management firmware (integer arithmetic only) run against a model
 * of the packs it controls.  Each vehicle of a small fleet has one pack of
 * cells in series; the firmware estimates the state of charge by counting
 * coulombs and correcting from the open circuit voltage at rest, balances
 * the cells, derates the current and trips on faults.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NCELLS   96
#define OCV_PTS  11
#define Q15(x)   ((int32_t)((x) * 32768))

enum fault { F_NONE = 0, F_OVERV = 1, F_UNDERV = 2, F_TEMP = 4, F_SPREAD = 8 };
enum mode { M_REST, M_DRIVE, M_CHARGE };

/* the plant */
struct cell {
    int64_t charge_uas;     /* micro ampere seconds */
    int64_t cap_uas;
    int32_t r_uohm;
    int32_t v_rc_uv;        /* polarisation */
    int32_t temp_mk;        /* above ambient */
};

/* the firmware, as it sees one pack */
struct bms {
    int32_t v_mv[NCELLS];
    int32_t soc_q15[NCELLS];
    int64_t acc[NCELLS];
    uint8_t bleed[NCELLS];
    int32_t temp_c10;
    int32_t i_limit_ma;
    int rest_s;
    unsigned faults;
    void (*on_fault)(struct bms *b, enum fault f);
    int trips[4];
};

struct pack {
    struct cell cell[NCELLS];
    struct bms bms;
    enum mode mode;
    int mode_left;
    uint32_t rng;
    long long moved_mas;
};

static const int16_t ocv_mv[OCV_PTS] = { 3000, 3420, 3520, 3580, 3620, 3660, 3730, 3830, 3930, 4050, 4190 };

static uint32_t rnd(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 12;
}

static int32_t ocv(int32_t soc)
{
    if (soc <= 0)
        return ocv_mv[0] + soc / 64;
    if (soc >= 32767)
        return ocv_mv[OCV_PTS - 1];
    int32_t pos = soc * 10, k = pos >> 15, frac = pos & 32767;
    return ocv_mv[k] + (((ocv_mv[k + 1] - ocv_mv[k]) * frac) >> 15);
}

static int32_t soc_from_ocv(int32_t mv)
{
    int k = 0;
    if (mv <= ocv_mv[0])
        return 0;
    if (mv >= ocv_mv[OCV_PTS - 1])
        return 32767;
    while (mv >= ocv_mv[k + 1])
        k++;
    return (k * 32768 + ((mv - ocv_mv[k]) << 15) / (ocv_mv[k + 1] - ocv_mv[k])) / 10;
}

static void count_fault(struct bms *b, enum fault f)
{
    for (int i = 0; i < 4; i++)
        if (f & (1 << i))
            b->trips[i]++;
}

static void raise_fault(struct bms *b, enum fault f)
{
    if (b->faults & f)
        return;
    b->faults |= f;
    if (b->on_fault)
        b->on_fault(b, f);
}

/* plant: one second at current i (discharge is positive); reads the sensors */
static void cell_step(struct cell *c, int32_t i_ma, int bleed, int32_t *v_mv)
{
    int32_t i = i_ma + (bleed ? 120 : 0);
    c->charge_uas -= (int64_t)i * 1000;
    int32_t soc = (int32_t)((c->charge_uas * 32768) / c->cap_uas);
    int64_t target = (int64_t)i * c->r_uohm / 2000;
    c->v_rc_uv += (int32_t)((target - c->v_rc_uv) / 30);
    c->temp_mk += (int32_t)((int64_t)i * i / 1000000 * c->r_uohm / 60000) - c->temp_mk / 600;
    *v_mv = ocv(soc) - (int32_t)((int64_t)i * c->r_uohm / 1000000) - c->v_rc_uv / 1000;
}

static void bms_estimate(struct bms *b, const struct pack *p, int32_t i_ma)
{
    for (int k = 0; k < NCELLS; k++) {
        b->acc[k] -= i_ma + (b->bleed[k] ? 120 : 0);
        int64_t nominal = 180000000;        /* 50 Ah in mAs */
        b->soc_q15[k] = (int32_t)(b->acc[k] * 32768 / nominal);
        if (b->rest_s > 300) {
            int32_t e = soc_from_ocv(b->v_mv[k]) - b->soc_q15[k];
            b->acc[k] += (int64_t)e * nominal / 32768 / 256;
        }
    }
    int32_t hot = 0;
    for (int k = 0; k < NCELLS; k += 8)
        if (p->cell[k].temp_mk > hot)
            hot = p->cell[k].temp_mk;
    b->temp_c10 = 250 + hot / 100;
}

static void bms_protect(struct bms *b)
{
    int32_t lo = 9999, hi = 0;
    for (int k = 0; k < NCELLS; k++) {
        if (b->v_mv[k] < lo) lo = b->v_mv[k];
        if (b->v_mv[k] > hi) hi = b->v_mv[k];
    }
    if (hi > 4220)
        raise_fault(b, F_OVERV);
    if (lo < 2900)
        raise_fault(b, F_UNDERV);
    if (b->temp_c10 > 480)
        raise_fault(b, F_TEMP);
    if (hi - lo > 400)
        raise_fault(b, F_SPREAD);
    b->i_limit_ma = 150000;
    if (b->temp_c10 > 400)
        b->i_limit_ma -= (b->temp_c10 - 400) * 1500;
    if (lo < 3200)
        b->i_limit_ma = b->i_limit_ma * (lo > 2900 ? lo - 2900 : 0) / 300;
    if (b->i_limit_ma < 0)
        b->i_limit_ma = 0;
}

static int bms_balance(struct bms *b)
{
    int32_t min = b->v_mv[0];
    int active = 0;
    for (int k = 1; k < NCELLS; k++)
        if (b->v_mv[k] < min)
            min = b->v_mv[k];
    for (int k = 0; k < NCELLS; k++) {
        if (b->v_mv[k] > 3500 && b->v_mv[k] - min > (b->bleed[k] ? 3 : 8))
            active += b->bleed[k] = 1;
        else
            b->bleed[k] = 0;
    }
    return active;
}

static int32_t demand(struct pack *p)
{
    if (p->mode_left-- <= 0) {
        uint32_t r = rnd(&p->rng);
        p->mode = p->bms.soc_q15[0] < Q15(0.25) ? M_CHARGE : r % 3 == 0 ? M_REST : M_DRIVE;
        p->mode_left = 400 + r / 8 % 1200;
        p->bms.faults = 0;
    }
    switch (p->mode) {
    case M_DRIVE:
        return (int32_t)(rnd(&p->rng) % 90000) - 12000;
    case M_CHARGE:
        return p->bms.soc_q15[0] > Q15(0.92) ? 0 : -40000;
    default:
        return 0;
    }
}

static void pack_init(struct pack *p, uint32_t seed)
{
    memset(p, 0, sizeof *p);
    p->rng = seed * 7919u + 13u;
    p->bms.on_fault = count_fault;
    for (int k = 0; k < NCELLS; k++) {
        struct cell *c = &p->cell[k];
        c->cap_uas = 180000000000ll - (int64_t)(rnd(&p->rng) % 90) * 100000000;
        c->charge_uas = c->cap_uas / 100 * (70 + rnd(&p->rng) % 5);
        c->r_uohm = 900 + rnd(&p->rng) % 400;
        p->bms.acc[k] = 180000000 / 100 * 68;
    }
}

static long pack_run(struct pack *p, int seconds)
{
    struct bms *b = &p->bms;
    long bleeding = 0;
    for (int t = 0; t < seconds; t++) {
        int32_t i = demand(p);
        if (b->faults)
            i = 0;
        if (i > b->i_limit_ma && t > 0)
            i = b->i_limit_ma;
        for (int k = 0; k < NCELLS; k++)
            cell_step(&p->cell[k], i, b->bleed[k], &b->v_mv[k]);
        b->rest_s = i == 0 ? b->rest_s + 1 : 0;
        p->moved_mas += i > 0 ? i : -i;
        bms_estimate(b, p, i);
        bms_protect(b);
        if (t % 60 == 0)
            bms_balance(b);
        for (int k = 0; k < NCELLS; k++)
            bleeding += b->bleed[k];
    }
    return bleeding;
}

int main(int argc, char **argv)
{
    int npacks = argc > 1 ? atoi(argv[1]) : 60;
    int seconds = argc > 2 ? atoi(argv[2]) : 14400;
    struct pack *fleet = malloc(npacks * sizeof *fleet);
    if (!fleet)
        return 1;
    long bleeding = 0;
    for (int i = 0; i < npacks; i++) {
        pack_init(&fleet[i], i + 1);
        bleeding += pack_run(&fleet[i], seconds);
    }
    for (int i = 0; i < npacks; i++) {
        struct bms *b = &fleet[i].bms;
        printf("pack %2d soc %5d true %5d  %7lld As  trips %d %d %d %d  temp %d\n", i, b->soc_q15[0],
               (int)(fleet[i].cell[0].charge_uas * 32768 / fleet[i].cell[0].cap_uas),
               fleet[i].moved_mas / 1000, b->trips[0], b->trips[1], b->trips[2], b->trips[3], b->temp_c10);
    }
    printf("bleeding %ld cell seconds\n", bleeding);
    free(fleet);
    return 0;
}
