/* fwcheck - offline checker for multi-section firmware flash images.
 * usage: fwcheck [sections] [avg-kbytes] [seed]
 * Builds a test image (as the production line does), damages a few bits,
 * and then runs every acceptance check over all sections. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

enum { T_BOOT, T_CODE, T_DATA, T_TEXT, T_RES };
enum { F_CRC, F_UNPACK, F_BANNED, F_ENTROPY, F_VERSION, F_KINDS };

struct sect {
    uint32_t off, len, crc;
    unsigned type : 3, packed : 1, scrambled : 1, ver : 11, key : 8;
};
struct fault {
    int sect, kind;
    uint32_t where;
    struct fault *next;
};
struct image {
    uint8_t *bytes;
    size_t size, cap;
    struct sect *tab;
    int nsect;
};

static uint32_t crctab[256];
static uint64_t rs;

static uint32_t rnd(void)
{
    rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17;
    return (uint32_t)(rs >> 16);
}

static const char *banned[] = { "rootpw", "telnetd", "DEBUG=1", "\x7f" "ELF", "BEGIN RSA", "admin:admin",
                                "/bin/sh", "uart0shell", "jtag_en", "factory",
                                "SECRET", "password", "0000-0000", "xmodem>", "Copyright", "%n%n%n", "TODO", "test.key",
                                "eval(", "\xde\xad\xbe\xef", "backdoor", "http://" };
#define NBANNED ((int)(sizeof banned / sizeof *banned))

static void crc_init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
        crctab[i] = c;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--) c = crctab[(c ^ *p++) & 255] ^ (c >> 8);
    return ~c;
}

static void need(struct image *im, size_t n)
{
    if (im->size + n <= im->cap) return;
    while (im->size + n > im->cap) im->cap = im->cap ? im->cap * 2 : 65536;
    im->bytes = realloc(im->bytes, im->cap);
    if (!im->bytes) { perror("fwcheck"); exit(2); }
}

static void add_section(struct image *im, uint32_t len)
{
    struct sect *s = &im->tab[im->nsect++];
    need(im, len + 8);
    memset(s, 0, sizeof *s);
    s->off = (uint32_t)im->size; s->len = len;
    s->type = rnd() % 5; s->ver = 100 + rnd() % 40;
    s->packed = rnd() % 3 == 0; s->scrambled = rnd() % 4 == 0; s->key = rnd() & 255;
    uint8_t *p = im->bytes + im->size, *end = p + len;
    while (p < end) {
        uint32_t r = rnd();
        if (s->packed) {                        /* (run, value) pairs; run 0 = end */
            *p++ = 1 + r % 9;
            if (p < end) *p++ = r >> 24;
        } else if (s->type == T_TEXT) {
            for (int k = 0; k < 4 && p < end; k++, r >>= 8) *p++ = 'a' + (r & 15);
        } else {
            for (int k = 0; k < 4 && p < end; k++, r >>= 8) *p++ = r & (s->type == T_CODE ? 0x77 : 0xff);
        }
    }
    if (rnd() % 6 == 0) {
        const char *b = banned[rnd() % NBANNED];
        size_t bl = strlen(b);
        if (len > bl + 2) memcpy(im->bytes + s->off + rnd() % (len - bl), b, bl);
    }
    if (s->scrambled) {
        uint8_t k = s->key, *q = im->bytes + s->off;
        do { *q++ ^= k; k = k * 5 + 17; } while (q < end);
    }
    im->size += len;
}

static uint8_t *work; static size_t workcap;    /* plain text of current section, one per thread */
#pragma omp threadprivate(work, workcap)
struct report { struct fault *head, **tail; double ent; uint32_t sum; };
static int nfault[F_KINDS];

static void complain(struct report *r, int sect, int kind, uint32_t where)
{
    struct fault *f = malloc(sizeof *f);
    if (!f) { perror("fwcheck"); exit(2); }
    f->sect = sect; f->kind = kind; f->where = where; f->next = NULL;
    *r->tail = f; r->tail = &f->next;
}

static size_t decode(const struct image *im, int no, struct report *r)
{
    const struct sect *s = &im->tab[no];
    const uint8_t *p = im->bytes + s->off;
    uint8_t k = s->key;
    size_t n = 0;
    if (workcap < (size_t)s->len * 5 + 64) {
        workcap = (size_t)s->len * 5 + 64;
        work = realloc(work, workcap);
        if (!work) { perror("fwcheck"); exit(2); }
    }
    for (uint32_t i = 0; i < s->len; i++) {
        uint8_t c = p[i];
        if (s->scrambled) { c ^= k; k = k * 5 + 17; }
        if (!s->packed) { work[n++] = c; continue; }
        if (++i >= s->len) break;
        uint8_t v = p[i];
        if (s->scrambled) { v ^= k; k = k * 5 + 17; }
        if (c > 9) { complain(r, no, F_UNPACK, i); break; }
        while (c--) work[n++] = v;
    }
    return n;
}

static void check_section(const struct image *im, int no, struct report *r)
{
    const struct sect *s = &im->tab[no];
    uint32_t hist[256] = { 0 };
    double ent = 0;
    if (s->ver > 135) complain(r, no, F_VERSION, s->ver);
    if (crc32(im->bytes + s->off, s->len) != s->crc) complain(r, no, F_CRC, s->off);
    size_t n = decode(im, no, r);
    uint32_t a = 1, b = 0;
    for (const uint8_t *q = work; q < work + n; q++) {
        hist[*q]++;
        a += *q; if (a >= 65521) a -= 65521;
        b += a;  if (b >= 65521) b -= 65521;
    }
    r->sum = b << 16 | a;
    for (int i = 0; i < 256; i++)
        if (hist[i]) { double f = (double)hist[i] / (double)n; ent -= f * log2(f); }
    if (ent > 7.9995 && !s->packed) complain(r, no, F_ENTROPY, (uint32_t)(ent * 1000));
    for (int k = 0; k < NBANNED; k++) {
        const uint8_t *w = (const uint8_t *)banned[k];
        size_t l = strlen(banned[k]);
        for (size_t i = 0; i + l <= n; i++)
            if (work[i] == w[0] && !memcmp(work + i, w, l)) { complain(r, no, F_BANNED, (uint32_t)i); break; }
    }
    r->ent = ent;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 620, kb = argc > 2 ? atoi(argv[2]) : 40;
    rs = (argc > 3 ? strtoull(argv[3], NULL, 10) : 77) * 0x9E3779B97F4A7C15ull + 1;
    struct image im = { 0 };
    uint64_t digest = 0;
    double ent = 0;
    if (n < 1 || kb < 1) { fprintf(stderr, "usage: fwcheck [sections] [kb] [seed]\n"); return 1; }
    crc_init();
    im.tab = malloc(n * sizeof *im.tab);
    if (!im.tab) return 2;
    for (int i = 0; i < n; i++) add_section(&im, 64 + rnd() % (kb * 2048));
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < n; i++) im.tab[i].crc = crc32(im.bytes + im.tab[i].off, im.tab[i].len);
    for (int i = 0; i < n / 20 + 1; i++) im.bytes[rnd() % im.size] ^= 1u << rnd() % 8;

    struct report *rep = calloc(n, sizeof *rep);
    if (!rep) return 2;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 4)
        for (int i = 0; i < n; i++) {
            rep[i].tail = &rep[i].head;
            check_section(&im, i, &rep[i]);
        }
        free(work);
        work = NULL; workcap = 0;
    }
    struct fault *faults = NULL, **ftail = &faults;
    for (int i = 0; i < n; i++) {
        ent += rep[i].ent;
        digest = digest * 1000003u + rep[i].sum;
        if (!rep[i].head) continue;
        *ftail = rep[i].head;
        ftail = rep[i].tail;
        for (struct fault *f = rep[i].head; f; f = f->next) nfault[f->kind]++;
    }

    printf("image %zu bytes, %d sections, digest %016llx\n", im.size, n, (unsigned long long)digest);
    printf("mean entropy %.9f bits\n", ent / n);
    printf("faults: crc %d unpack %d banned %d entropy %d version %d\n", nfault[F_CRC], nfault[F_UNPACK],
           nfault[F_BANNED], nfault[F_ENTROPY], nfault[F_VERSION]);
    int shown = 0;
    while (faults) {
        struct fault *f = faults;
        if (shown++ < 12) printf("  section %d kind %d at %u\n", f->sect, f->kind, f->where);
        faults = f->next; free(f);
    }
    free(rep); free(im.tab); free(im.bytes);
    return 0;
}
