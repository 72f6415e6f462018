/*
 * fshash.c - hash tree (Merkle tree, SHA-256) over a file system image.
 *
 * A synthetic image of 4 KiB blocks is filled with files of different sizes.
 * Every block is hashed, the blocks of a file form a binary tree, and the file
 * roots form the root of the volume.  Then a few "nights" follow in which some
 * blocks are changed and only the touched files are hashed again.
 *
 * An expert would hash the files in parallel (they differ very much in size,
 * so dynamic scheduling, or blocks first and the upper levels afterwards).
 *
 * SMALL: 300 2        (blocks nights)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define BLK      4096
#define DIGEST   32
#define ROR(x,n) (((x) >> (n)) | ((x) << (32 - (n))))

struct inode {
    int first, nblk;
    int dirty;
    unsigned char root[DIGEST];
};

static const uint32_t K[64] = {
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
    0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
    0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
    0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
    0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2
};

static unsigned char *image;            /* nblk * BLK */
static unsigned char (*leaf)[DIGEST];   /* digest of each block */
static unsigned char (*level)[DIGEST];  /* work area for the upper levels */
static struct inode *ino;
static int nblocks = 26000, nnights = 4, nfiles;
static long nhashed;
static int *todo;

static void compress(uint32_t s[8], const unsigned char *p)
{
    uint32_t w[64], v[8];
    int i;
    for (i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4*i] << 24 | (uint32_t)p[4*i+1] << 16 | (uint32_t)p[4*i+2] << 8 | p[4*i+3];
    for (; i < 64; i++) {
        uint32_t a = w[i-15], b = w[i-2];
        w[i] = w[i-16] + w[i-7] + (ROR(a,7) ^ ROR(a,18) ^ (a >> 3)) + (ROR(b,17) ^ ROR(b,19) ^ (b >> 10));
    }
    memcpy(v, s, sizeof v);
    for (i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (ROR(e,6) ^ ROR(e,11) ^ ROR(e,25)) + ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
        uint32_t t2 = (ROR(a,2) ^ ROR(a,13) ^ ROR(a,22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6]; v[6] = v[5]; v[5] = e; v[4] = v[3] + t1;
        v[3] = v[2]; v[2] = v[1]; v[1] = a; v[0] = t1 + t2;
    }
    for (i = 0; i < 8; i++)
        s[i] += v[i];
}

static void sha256(const unsigned char *data, size_t len, unsigned char *out)
{
    uint32_t s[8] = { 0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19 };
    unsigned char tail[128] = { 0 };
    size_t n = len, tl;
    for (; n >= 64; n -= 64, data += 64)
        compress(s, data);
    memcpy(tail, data, n);
    tail[n] = 0x80;
    tl = n < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++)
        tail[tl - 1 - i] = (unsigned char)(((uint64_t)len * 8) >> (8 * i));
    for (n = 0; n < tl; n += 64)
        compress(s, tail + n);
    for (int i = 0; i < 32; i++)
        out[i] = (unsigned char)(s[i / 4] >> (24 - 8 * (i % 4)));
}

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

static void fill_block(int b, uint64_t version)
{
    uint64_t r = mix(mix(version) + (uint64_t)(b % 7 == 3 ? 3 : b)) | 1;  /* some duplicates */
    unsigned char *p = image + (size_t)b * BLK;
    for (int i = 0; i < BLK; i += 8) {
        r ^= r << 13; r ^= r >> 7; r ^= r << 17;
        memcpy(p + i, &r, 8);
    }
}

/* reduce n digests in d[] to one, in place; odd ones move up unchanged */
static void tree(unsigned char (*d)[DIGEST], int n)
{
    while (n > 1) {
        int m = 0;
        for (int i = 0; i + 1 < n; i += 2, m++) {
            unsigned char two[2 * DIGEST];
            memcpy(two, d[i], DIGEST);
            memcpy(two + DIGEST, d[i + 1], DIGEST);
            sha256(two, sizeof two, d[m]);
        }
        if (n & 1)
            memcpy(d[m++], d[n - 1], DIGEST);
        n = m;
    }
}

/* hash all dirty files: a list of their blocks first, then the trees;
   every file works in its own part of level[] */
static int hash_dirty(void)
{
    int nb = 0, touched = 0;
    for (int i = 0; i < nfiles; i++)
        if (ino[i].dirty) {
            for (int b = 0; b < ino[i].nblk; b++)
                todo[nb++] = ino[i].first + b;
            touched++;
        }
    #pragma omp parallel
    {
        #pragma omp for schedule(dynamic, 32)
        for (int k = 0; k < nb; k++)
            sha256(image + (size_t)todo[k] * BLK, BLK, leaf[todo[k]]);
        #pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < nfiles; i++) {
            struct inode *f = &ino[i];
            if (!f->dirty) continue;
            memcpy(level + f->first, leaf + f->first, (size_t)f->nblk * DIGEST);
            tree(level + f->first, f->nblk);
            memcpy(f->root, level[f->first], DIGEST);
            f->dirty = 0;
        }
    }
    nhashed += nb;
    return touched;
}

static void print_root(const char *what)
{
    for (int i = 0; i < nfiles; i++)
        memcpy(level[i], ino[i].root, DIGEST);
    tree(level, nfiles);
    printf("%-10s ", what);
    for (int i = 0; i < DIGEST; i++)
        printf("%02x", level[0][i]);
    printf("  %ld blocks hashed\n", nhashed);
}

static int cmp_digest(const void *a, const void *b) { return memcmp(a, b, DIGEST); }

int main(int argc, char **argv)
{
    if (argc > 1) nblocks = atoi(argv[1]);
    if (argc > 2) nnights = atoi(argv[2]);
    if (nblocks < 1 || nblocks > 60000) return 1;
    image = malloc((size_t)nblocks * BLK);
    leaf = malloc((size_t)nblocks * DIGEST);
    level = malloc((size_t)nblocks * DIGEST);
    ino = calloc(nblocks, sizeof *ino);
    todo = malloc(nblocks * sizeof *todo);
    if (!image || !leaf || !level || !ino || !todo) return 1;

    for (int b = 0; b < nblocks; nfiles++) {        /* lay out the files */
        int n = 1 + (int)(mix(nfiles) % 16);
        if (nfiles % 10 == 0) n *= 12;
        if (n > nblocks - b) n = nblocks - b;
        ino[nfiles].first = b;
        ino[nfiles].nblk = n;
        ino[nfiles].dirty = 1;
        b += n;
    }
    #pragma omp parallel for schedule(static)
    for (int b = 0; b < nblocks; b++)
        fill_block(b, 1);
    hash_dirty();
    printf("%d blocks, %d files\n", nblocks, nfiles);
    print_root("initial");

    for (int night = 1; night <= nnights; night++) {
        char name[32];
        int touched;
        #pragma omp parallel for schedule(dynamic, 16)
        for (int i = 0; i < nfiles; i++)
            if (mix((uint64_t)i * 1000 + night) % 4 == 0) {
                fill_block(ino[i].first + (int)(mix(i + night) % ino[i].nblk), 100 + night);
                ino[i].dirty = 1;
            }
        touched = hash_dirty();
        snprintf(name, sizeof name, "night %d", night);
        print_root(name);
        printf("           %d files touched\n", touched);
    }

    memcpy(level, leaf, (size_t)nblocks * DIGEST);
    qsort(level, nblocks, DIGEST, cmp_digest);
    int dup = 0;
    for (int b = 1; b < nblocks; b++)
        dup += memcmp(level[b - 1], level[b], DIGEST) == 0;
    printf("duplicate blocks: %d\n", dup);
    free(image); free(leaf); free(level); free(ino); free(todo);
    return 0;
}
