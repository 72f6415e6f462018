/* rslink.c
 *
 * RS(255,223) coded telemetry link.  Transfer frames are encoded, go through
 * a bursty (Gilbert) channel and are decoded: syndromes, Berlekamp-Massey,
 * Chien search, Forney.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define N 255
#define K 223
#define R (N - K)

typedef uint8_t u8;

static u8 gexp[512];
static u8 glog[256];
static u8 genpoly[R + 1];

struct channel {
    uint32_t rng;
    int bad;            /* state of the Gilbert model */
    int p_enter, p_leave, p_err_good, p_err_bad;    /* per 65536 */
};

struct stats {
    long clean, corrected, failed, miscorrected;
    long symbols_fixed;
    long channel_errors;
    long hist[R / 2 + 1];
};

static void gf_init(void)
{
    int x = 1;
    for (int i = 0; i < 255; i++) {
        gexp[i] = gexp[i + 255] = (u8)x;
        glog[x] = (u8)i;
        x <<= 1;
        if (x & 0x100)
            x ^= 0x187;
    }
}

static u8 mul(u8 a, u8 b)
{
    return a && b ? gexp[glog[a] + glog[b]] : 0;
}

static u8 inv(u8 a)
{
    return gexp[255 - glog[a]];
}

static void make_generator(void)
{
    genpoly[0] = 1;
    for (int i = 0; i < R; i++) {
        genpoly[i + 1] = 0;
        for (int j = i + 1; j > 0; j--)
            genpoly[j] = genpoly[j] ^ mul(genpoly[j - 1], gexp[i]);
    }
}

static void encode(const u8 *msg, u8 *cw)
{
    u8 *par = cw + K;
    memcpy(cw, msg, K);
    memset(par, 0, R);
    for (int i = 0; i < K; i++) {
        u8 fb = cw[i] ^ par[0];
        for (int j = 0; j < R - 1; j++)
            par[j] = par[j + 1] ^ mul(fb, genpoly[j + 1]);
        par[R - 1] = mul(fb, genpoly[R]);
    }
}

static u8 eval(const u8 *p, int deg, u8 x)
{
    u8 y = p[deg];
    for (int i = deg - 1; i >= 0; i--)
        y = mul(y, x) ^ p[i];
    return y;
}

/* returns number of corrected symbols or -1 */
static int decode(u8 *cw)
{
    u8 syn[R], lambda[R + 1] = { 1 }, prev[R + 1] = { 1 }, tmp[R + 1], omega[R];
    int any = 0, L = 0, m = 1, count = 0;
    u8 b = 1;

    for (int i = 0; i < R; i++) {
        u8 s = 0;
        for (int j = 0; j < N; j++)
            s = mul(s, gexp[i]) ^ cw[j];
        syn[i] = s;
        any |= s;
    }
    if (!any)
        return 0;

    for (int n = 0; n < R; n++) {
        u8 d = syn[n];
        for (int i = 1; i <= L; i++)
            d ^= mul(lambda[i], syn[n - i]);
        if (d == 0) {
            m++;
            continue;
        }
        u8 f = mul(d, inv(b));
        memcpy(tmp, lambda, sizeof tmp);
        for (int i = 0; i + m <= R; i++)
            lambda[i + m] ^= mul(f, prev[i]);
        if (2 * L <= n) {
            L = n + 1 - L;
            memcpy(prev, tmp, sizeof prev);
            b = d;
            m = 1;
        } else
            m++;
    }
    if (L > R / 2)
        return -1;

    for (int i = 0; i < R; i++) {
        omega[i] = 0;
        for (int j = 0; j <= i && j <= L; j++)
            omega[i] ^= mul(lambda[j], syn[i - j]);
    }

    int where[R / 2];
    u8 value[R / 2];
    for (int pos = 0; pos < N; pos++) {
        int e = N - 1 - pos;            /* exponent of the locator */
        u8 xinv = gexp[(255 - e) % 255];
        if (eval(lambda, L, xinv) != 0)
            continue;
        if (count == L)
            return -1;
        u8 den = 0;                     /* formal derivative: odd terms */
        for (int i = 1; i <= L; i += 2)
            den ^= mul(lambda[i], gexp[(int)glog[xinv] * (i - 1) % 255]);
        if (den == 0)
            return -1;
        where[count] = pos;
        value[count++] = mul(mul(gexp[e], eval(omega, R - 1, xinv)), inv(den));
    }
    if (count != L)
        return -1;
    for (int i = 0; i < count; i++)
        cw[where[i]] ^= value[i];
    return count;
}

static uint32_t draw(struct channel *c)
{
    c->rng = c->rng * 1664525u + 1013904223u;
    return c->rng >> 16;
}

static int transmit(struct channel *c, u8 *cw)
{
    int errors = 0;
    for (int i = 0; i < N; i++) {
        if ((int)draw(c) < (c->bad ? c->p_leave : c->p_enter))
            c->bad = !c->bad;
        if ((int)draw(c) < (c->bad ? c->p_err_bad : c->p_err_good)) {
            cw[i] ^= 1 + draw(c) % 255;
            errors++;
        }
    }
    return errors;
}

static void fill_message(u8 *msg, int frame)
{
    uint32_t s = (uint32_t)frame * 2246822519u + 1;
    snprintf((char *)msg, 24, "FRAME %08d VC%d ", frame, frame % 7);
    for (int i = (int)strlen((char *)msg); i < K; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        msg[i] = (u8)(s >> 11);
    }
}

static void run_link(struct channel *ch, int frames, struct stats *st)
{
    u8 msg[K], cw[N];
    memset(st, 0, sizeof *st);
    for (int f = 0; f < frames; f++) {
        fill_message(msg, f);
        encode(msg, cw);
        st->channel_errors += transmit(ch, cw);
        int r = decode(cw);
        if (r < 0) {
            st->failed++;
            continue;
        }
        if (memcmp(cw, msg, K) != 0) {
            st->miscorrected++;
            continue;
        }
        if (r == 0)
            st->clean++;
        else
            st->corrected++;
        st->symbols_fixed += r;
        st->hist[r]++;
    }
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 5000;
    static const int leave[] = { 9000, 6000, 4000 };
    gf_init();
    make_generator();
    for (size_t k = 0; k < sizeof leave / sizeof leave[0]; k++) {
        struct channel ch = { 7u + (uint32_t)k, 0, 800, leave[k], 60, 30000 };
        struct stats st;
        run_link(&ch, frames, &st);
        printf("burst %.2f: clean %ld corrected %ld failed %ld wrong %ld, channel errors %ld, fixed %ld\n ",
               65536.0 / leave[k], st.clean, st.corrected, st.failed, st.miscorrected,
               st.channel_errors, st.symbols_fixed);
        for (int i = 0; i <= R / 2; i++)
            printf(" %ld", st.hist[i]);
        printf("\n");
    }
    return 0;
}
