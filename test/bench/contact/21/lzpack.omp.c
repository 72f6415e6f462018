/* lzpack.c - block LZ77 + adaptive binary range coder, pack/unpack round trip.
 * Blocks are self contained so that a damaged archive loses only one of them.
 * Usage: lzpack [kbytes] [blocksize-kbytes] [chain depth]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32;

#define HASH_BITS 15
#define MIN_MATCH 4
#define MAX_MATCH (MIN_MATCH + 255)
#define PROB_INIT 2048

struct model {
  u16 flag[2];
  u16 lit[16][256];   /* context: high nibble of the previous byte */
  u16 len[256];
  u16 dhi[256], dlo[256];
};

struct coder {
  u32 low, range, code;
  u8 *p, *end;
  int overflow;
};

static u32 crc_table[256];

static void crc_init(void) {
  for (u32 i = 0; i < 256; i++) {
    u32 c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    crc_table[i] = c;
  }
}

static u32 crc32(u32 crc, const u8 *p, size_t n) {
  crc = ~crc;
  while (n--) crc = crc_table[(crc ^ *p++) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

static void model_init(struct model *m) {
  u16 *p = (u16 *)m;
  for (size_t i = 0; i < sizeof *m / sizeof *p; i++) p[i] = PROB_INIT;
}

/* ---- carryless binary coder: [low, low+range) with 12 bit probabilities ---- */

static void enc_shift(struct coder *c) {
  while ((c->low ^ (c->low + c->range)) < (1u << 24) || c->range < (1u << 16)) {
    if ((c->low ^ (c->low + c->range)) >= (1u << 24)) c->range = -c->low & 0xFFFF;
    if (c->p < c->end) *c->p++ = c->low >> 24;
    else c->overflow = 1;
    c->low <<= 8;
    c->range <<= 8;
  }
}

static void enc_bit(struct coder *c, u16 *prob, int bit) {
  u32 bound = (c->range >> 12) * *prob;
  if (bit) {
    c->low += bound;
    c->range -= bound;
    *prob -= *prob >> 5;
  } else {
    c->range = bound;
    *prob += (4096 - *prob) >> 5;
  }
  enc_shift(c);
}

static int dec_bit(struct coder *c, u16 *prob) {
  u32 bound = (c->range >> 12) * *prob;
  int bit = c->code - c->low >= bound;
  if (bit) {
    c->low += bound;
    c->range -= bound;
    *prob -= *prob >> 5;
  } else {
    c->range = bound;
    *prob += (4096 - *prob) >> 5;
  }
  while ((c->low ^ (c->low + c->range)) < (1u << 24) || c->range < (1u << 16)) {
    if ((c->low ^ (c->low + c->range)) >= (1u << 24)) c->range = -c->low & 0xFFFF;
    c->code = c->code << 8 | (c->p < c->end ? *c->p++ : 0);
    c->low <<= 8;
    c->range <<= 8;
  }
  return bit;
}

static void enc_byte(struct coder *c, u16 *tree, int v) {
  for (int ctx = 1, i = 7; i >= 0; i--) {
    int b = v >> i & 1;
    enc_bit(c, &tree[ctx], b);
    ctx = ctx << 1 | b;
  }
}

static int dec_byte(struct coder *c, u16 *tree) {
  int ctx = 1;
  while (ctx < 256) ctx = ctx << 1 | dec_bit(c, &tree[ctx]);
  return ctx & 255;
}

/* ---- match finder ---- */

static u32 hash4(const u8 *p) {
  u32 v;
  memcpy(&v, p, 4);
  return v * 2654435761u >> (32 - HASH_BITS);
}

static int find_match(const u8 *src, int pos, int n, const int *head, const int *prev,
                      int depth, int *dist) {
  int best = MIN_MATCH - 1, limit = n - pos < MAX_MATCH ? n - pos : MAX_MATCH;
  if (limit < MIN_MATCH) return 0;
  for (int q = head[hash4(src + pos)]; q >= 0 && depth-- > 0; q = prev[q]) {
    if (pos - q > 65535) break;
    if (src[q + best] != src[pos + best]) continue;
    int l = 0;
    while (l < limit && src[q + l] == src[pos + l]) l++;
    if (l > best) {
      best = l;
      *dist = pos - q;
      if (l == limit) break;
    }
  }
  return best >= MIN_MATCH ? best : 0;
}

static int pack_block(const u8 *src, int n, u8 *dst, int cap, int depth, long stats[3]) {
  int *head = malloc(sizeof(int) << HASH_BITS), *prev = malloc(n * sizeof(int));
  struct model *m = malloc(sizeof *m);
  struct coder c = {0, 0xFFFFFFFF, 0, dst, dst + cap, 0};
  if (!head || !prev || !m) return -1;
  model_init(m);
  memset(head, -1, sizeof(int) << HASH_BITS);
  int pos = 0, after = 0;
  while (pos < n) {
    int dist = 0, len = find_match(src, pos, n, head, prev, depth, &dist);
    enc_bit(&c, &m->flag[after], len > 0);
    if (len) {
      enc_byte(&c, m->len, len - MIN_MATCH);
      enc_byte(&c, m->dhi, dist >> 8);
      enc_byte(&c, m->dlo, dist & 255);
      stats[1]++;
      stats[2] += len;
    } else {
      enc_byte(&c, m->lit[pos ? src[pos - 1] >> 4 : 0], src[pos]);
      stats[0]++;
    }
    after = len > 0;
    for (int e = pos + (len ? len : 1); pos < e; pos++)
      if (pos + 4 <= n) {
        u32 h = hash4(src + pos);
        prev[pos] = head[h];
        head[h] = pos;
      }
  }
  for (int i = 0; i < 4; i++) {
    if (c.p < c.end) *c.p++ = c.low >> 24;
    else c.overflow = 1;
    c.low <<= 8;
  }
  free(head), free(prev), free(m);
  return c.overflow ? -1 : (int)(c.p - dst);
}

static int unpack_block(u8 *src, int n, u8 *dst, int want) {
  struct model m;
  struct coder c = {0, 0xFFFFFFFF, 0, src, src + n, 0};
  int pos = 0, after = 0;
  model_init(&m);
  for (int i = 0; i < 4; i++) c.code = c.code << 8 | (c.p < c.end ? *c.p++ : 0);
  while (pos < want) {
    after = dec_bit(&c, &m.flag[after]);
    if (after) {
      int len = dec_byte(&c, m.len) + MIN_MATCH;
      int dist = dec_byte(&c, m.dhi) << 8;
      dist |= dec_byte(&c, m.dlo);
      if (dist == 0 || dist > pos || pos + len > want) return -1;
      for (; len--; pos++) dst[pos] = dst[pos - dist];
    } else {
      dst[pos] = dec_byte(&c, m.lit[pos ? dst[pos - 1] >> 4 : 0]);
      pos++;
    }
  }
  return 0;
}

/* something like a web server log */
static void make_log(u8 *p, size_t n) {
  static const char *verb[] = {"GET", "GET", "GET", "POST", "HEAD"};
  static const char *path[] = {"/", "/index.html", "/img/logo.png", "/api/v1/items?id=",
                               "/static/app.js", "/search?q=", "/login", "/user/"};
  u32 s = 2463534242u, t = 0;
  size_t k = 0;
  while (k < n) {
    char line[160];
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    t += s >> 24 & 3;
    int len = snprintf(line, sizeof line, "10.%u.%u.%u [%02u:%02u:%02u] \"%s %s%u\" %d %u\n",
                       s >> 5 & 3, s >> 7 & 15, s >> 11 & 255, t / 3600 % 24, t / 60 % 60, t % 60,
                       verb[(s >> 3) % 5], path[s >> 19 & 7], s % 997, s % 17 ? 200 : 404, s >> 16);
    if ((size_t)len > n - k) len = n - k;
    memcpy(p + k, line, len);
    k += len;
  }
}

int main(int argc, char **argv) {
  size_t total = (argc > 1 ? strtoul(argv[1], 0, 10) : 16384) * 1024, bsize = (argc > 2 ? strtoul(argv[2], 0, 10) : 256) * 1024;
  int depth = argc > 3 ? atoi(argv[3]) : 24;
  if (!total || bsize < 1024 || bsize > 1 << 24 || depth < 1) return fprintf(stderr, "lzpack: bad arguments\n"), 2;

  u8 *in = malloc(total), *arc = malloc(total + total / 8 + 65536), *out = calloc(1, total);
  if (!in || !arc || !out) return perror("lzpack"), 1;
  crc_init();
  make_log(in, total);

  size_t nblk = (total + bsize - 1) / bsize, used = 0;
  long stats[3] = {0};
  int failed = 0;
  size_t firstbad = nblk;
  size_t *start = malloc(nblk * sizeof *start);
  if (!start) return perror("lzpack"), 1;
#pragma omp parallel reduction(+:stats[:3])
  {
    u8 *tmp = malloc(bsize + bsize / 8 + 1024);
    if (!tmp) abort();
#pragma omp for ordered schedule(dynamic, 1)
    for (size_t b = 0; b < nblk; b++) {
      int n = b + 1 < nblk ? bsize : total - b * bsize;
      int z = pack_block(in + b * bsize, n, tmp, n + n / 8 + 1024, depth, stats);
      size_t at = 0;
#pragma omp ordered
      {
        if (z < 0) {
          failed = 1;
          if (b < firstbad) firstbad = b;
        } else if (!failed) {
          at = start[b] = used;
          used += z + 4;
        }
      }
      if (z >= 0) {
        for (int i = 0; i < 4; i++) arc[at + i] = z >> (8 * i);
        memcpy(arc + at + 4, tmp, z);
      }
    }
    free(tmp);
  }
  if (failed) return fprintf(stderr, "lzpack: block %zu failed\n", firstbad), 1;
  printf("%zu -> %zu bytes, %zu blocks, crc %08x\n", total, used, nblk, crc32(0, arc, used));
  printf("literals %ld matches %ld (mean length %.3f)\n", stats[0], stats[1], (double)stats[2] / stats[1]);

  firstbad = nblk;
#pragma omp parallel for schedule(dynamic, 1) reduction(min:firstbad)
  for (size_t b = 0; b < nblk; b++) {
    u8 *q = arc + start[b];
    int z = q[0] | q[1] << 8 | q[2] << 16 | q[3] << 24;
    int n = b + 1 < nblk ? bsize : total - b * bsize;
    if (unpack_block(q + 4, z, out + b * bsize, n) < 0 && b < firstbad) firstbad = b;
  }
  for (size_t b = 0; b < nblk && b < firstbad; b += 16) {
    int n = b + 1 < nblk ? bsize : total - b * bsize;
    u8 *q = arc + start[b];
    int z = q[0] | q[1] << 8 | q[2] << 16 | q[3] << 24;
    printf("block %3zu: %6d bytes, crc %08x\n", b, z, crc32(0, out + b * bsize, n));
  }
  if (firstbad < nblk) return fprintf(stderr, "lzpack: block %zu corrupt\n", firstbad), 1;
  printf("round trip %s, crc %08x\n", memcmp(in, out, total) ? "FAILED" : "ok", crc32(0, out, total));
  free(in), free(arc), free(out);
  return 0;
}
