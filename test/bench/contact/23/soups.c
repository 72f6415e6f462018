// soups.c  --  runs random 'soups' of Conway's Life on a torus until they go stable
// and collects the ash: blocks, blinkers, gliders... written for fun, ver 0.7
// run: soups [how many soups] [max generations]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 64
#define SOUP 32                 // the soup is placed in the middle
#define HIST 64                 // how many old generations do we remember
#define MAXCLASS 400

typedef unsigned char byte;

byte world[SIZE + 2][SIZE + 2];
byte other[SIZE + 2][SIZE + 2];
byte visited[SIZE][SIZE];
unsigned history[HIST];
int stackx[SIZE * SIZE], stacky[SIZE * SIZE];

// table of the things found in the ash
unsigned thing_hash[MAXCLASS];
int thing_cells[MAXCLASS];
long thing_count[MAXCLASS];
int thing_soup[MAXCLASS];       // in which soup seen first
int things = 0;

long total_gens = 0, births = 0, deaths = 0;
int never = 0, extinct = 0, overflow = 0;
int periods[HIST + 1];
int lifespan_hist[20];

unsigned rnd_state;

int rnd_bit()
{
    static const unsigned a = 48271u;
    rnd_state = (unsigned)((unsigned long long)rnd_state * a % 2147483647u);
    return rnd_state >> 12 & 1;
}

void fill_soup(int number)
{
    int x, y;
    rnd_state = 1000003u * (unsigned)(number + 1) % 2147483647u;
    memset(world, 0, sizeof(world));
    for (y = 0; y < SOUP; y++)
        for (x = 0; x < SOUP; x++)
            world[y + 1 + (SIZE - SOUP) / 2][x + 1 + (SIZE - SOUP) / 2] = (byte)rnd_bit();
}

void wrap_edges()
{
    int i;
    for (i = 1; i <= SIZE; i++) {
        world[0][i] = world[SIZE][i];
        world[SIZE + 1][i] = world[1][i];
    }
    for (i = 0; i < SIZE + 2; i++) {
        world[i][0] = world[i][SIZE];
        world[i][SIZE + 1] = world[i][1];
    }
}

void one_generation()
{
    int x, y, born = 0, died = 0;
    wrap_edges();
    for (y = 1; y <= SIZE; y++) {
        byte b = 0, d = 0;
        for (x = 1; x <= SIZE; x++) {
            byte n = world[y - 1][x - 1] + world[y - 1][x] + world[y - 1][x + 1]
                   + world[y][x - 1] + world[y][x + 1]
                   + world[y + 1][x - 1] + world[y + 1][x] + world[y + 1][x + 1];
            byte alive = (n == 3) | ((n == 2) & world[y][x]);
            other[y][x] = alive;
            b += alive & (world[y][x] ^ 1);
            d += world[y][x] & (alive ^ 1);
        }
        born += b;
        died += d;
    }
    memcpy(world, other, sizeof(world));
    births += born;
    deaths += died;
}

unsigned world_hash()
{
    unsigned h = 17, x, y;
    for (y = 1; y <= SIZE; y++) {
        unsigned long long w = 0;
        for (x = 1; x <= SIZE; x += 8) {
            unsigned long long v;
            memcpy(&v, &world[y][x], 8);
            w = (w << 8) ^ (v * 0x0102040810204080ULL >> 56);
        }
        h = h * 2654435761u + (unsigned)(w ^ w >> 32);
        h ^= h >> 15;
    }
    return h;
}

int population()
{
    int x, y, n = 0;
    for (y = 1; y <= SIZE; y++)
        for (x = 1; x <= SIZE; x++)
            n += world[y][x];
    return n;
}

void add_thing(unsigned hash, int cells, int soup)
{
    int i;
    for (i = 0; i < things; i++)
        if (thing_hash[i] == hash && thing_cells[i] == cells) {
            thing_count[i]++;
            return;
        }
    if (things == MAXCLASS) {
        overflow++;
        return;
    }
    thing_hash[things] = hash;
    thing_cells[things] = cells;
    thing_count[things] = 1;
    thing_soup[things] = soup;
    things++;
}

// flood fill (8 neighbours), shape hash does not depend on the place
void collect_ash(int soup)
{
    int x, y;
    memset(visited, 0, sizeof(visited));
    for (y = 0; y < SIZE; y++)
        for (x = 0; x < SIZE; x++) {
            int sp = 0, cells = 0;
            unsigned h = 0;
            if (!world[y + 1][x + 1] || visited[y][x])
                continue;
            stackx[sp] = x; stacky[sp++] = y;
            visited[y][x] = 1;
            while (sp > 0) {
                int cx = stackx[--sp], cy = stacky[sp], dx, dy;
                cells++;
                unsigned k = (unsigned)((cx - x + SIZE) % SIZE * SIZE + (cy - y + SIZE) % SIZE) * 2654435761u;
                h += (k ^ k >> 13) * 40503u;
                for (dy = -1; dy <= 1; dy++)
                    for (dx = -1; dx <= 1; dx++) {
                        int nx = (cx + dx + SIZE) % SIZE, ny = (cy + dy + SIZE) % SIZE;
                        if (world[ny + 1][nx + 1] && !visited[ny][nx]) {
                            visited[ny][nx] = 1;
                            stackx[sp] = nx; stacky[sp++] = ny;
                        }
                    }
            }
            add_thing(h, cells, soup);
        }
}

int main(int argc, char **argv)
{
    int soups = argc > 1 ? atoi(argv[1]) : 700;
    int maxgen = argc > 2 ? atoi(argv[2]) : 6000;
    int s, i, j, gen, record = -1;
    long final_cells = 0;

    for (s = 0; s < soups; s++) {
        int period = 0;
        fill_soup(s);
        memset(history, 0, sizeof(history));
        for (gen = 0; gen < maxgen && period == 0; gen++) {
            unsigned h = world_hash();
            for (i = 1; i <= HIST && i <= gen; i++)
                if (history[(gen - i) % HIST] == h) {
                    period = i;
                    break;
                }
            history[gen % HIST] = h;
            one_generation();
        }
        total_gens += gen;
        if (period == 0) { never++; continue; }
        periods[period]++;
        lifespan_hist[gen / 300 < 19 ? gen / 300 : 19]++;
        i = population();
        if (i == 0) { extinct++; continue; }
        final_cells += i;
        collect_ash(s);
        if (gen > record) {
            record = gen;
            printf("soup %d: new record, %d generations, %d cells left, period %d\n", s, gen, i, period);
        }
    }

    printf("soups %d, generations %ld, never stable %d, died out %d\n", soups, total_gens, never, extinct);
    printf("births %ld deaths %ld final cells %ld\n", births, deaths, final_cells);
    for (i = 1; i <= HIST; i++)
        if (periods[i]) printf("period %d: %d soups\n", i, periods[i]);
    printf("lifespans:");
    for (i = 0; i < 20; i++) printf(" %d", lifespan_hist[i]);
    printf("\n%d kinds of things (overflow %d)\n", things, overflow);
    for (j = 0; j < 12 && j < things; j++) {
        int best = 0;
        for (i = 1; i < things; i++)
            if (thing_count[i] > thing_count[best]) best = i;
        if (thing_count[best] < 1) break;
        printf("%08x %2d cells  %5ld times, first in soup %d\n", thing_hash[best], thing_cells[best],
               thing_count[best], thing_soup[best]);
        thing_count[best] = 0;
    }
    return 0;
}
