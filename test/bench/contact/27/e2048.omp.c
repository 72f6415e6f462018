// e2048: plays 2048 by expectimax.
// The board is a 64-bit word, one nibble per tile (exponent of two); moves and
// the evaluation come from tables over the 65536 possible rows.
// usage: e2048 [moves] [depth] [seed]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdbool.h>
#include <math.h>

typedef uint64_t board_t;
typedef uint16_t row_t;

static row_t left_tab[65536], right_tab[65536];
static double heur_tab[65536];
static int score_tab[65536];

static long nodes_max, nodes_chance, leaves;
#pragma omp threadprivate(nodes_max, nodes_chance, leaves)

static row_t reverse_row(row_t r)
{
    return (row_t)(r >> 12 | (r >> 4 & 0x00f0) | (r << 4 & 0x0f00) | r << 12);
}

static board_t transpose(board_t x)
{
    board_t a1 = x & 0xF0F00F0FF0F00F0FULL;
    board_t a2 = x & 0x0000F0F00000F0F0ULL;
    board_t a3 = x & 0x0F0F00000F0F0000ULL;
    board_t a = a1 | (a2 << 12) | (a3 >> 12);
    board_t b1 = a & 0xFF00FF0000FF00FFULL;
    board_t b2 = a & 0x00FF00FF00000000ULL;
    board_t b3 = a & 0x00000000FF00FF00ULL;
    return b1 | (b2 >> 24) | (b3 << 24);
}

static double row_value(const int *t)
{
    double mono_l = 0, mono_r = 0, sum = 0;
    int empty = 0, merges = 0;
    for (int i = 0; i < 4; i++) {
        sum += pow(t[i], 3.5);
        if (t[i] == 0) empty++;
        if (i && t[i] && t[i] == t[i - 1]) merges++;
        if (i) {
            double d = pow(t[i - 1], 4) - pow(t[i], 4);
            if (d > 0) mono_l += d;
            else mono_r -= d;
        }
    }
    return 20000.0 + 270.0 * empty + 700.0 * merges - 4.7 * fmin(mono_l, mono_r) / 10.0 - 1.1 * sum;
}

static void init_tables(void)
{
    for (unsigned r = 0; r < 65536; r++) {
        int t[4], o[4] = { 0 }, n = 0, score = 0;
        bool fresh = false;
        for (int i = 0; i < 4; i++) t[i] = r >> (4 * i) & 15;
        heur_tab[r] = row_value(t);
        for (int i = 0; i < 4; i++) {
            if (t[i] == 0) continue;
            if (n && !fresh && o[n - 1] == t[i] && t[i] < 15) {
                o[n - 1]++;
                score += 1 << o[n - 1];
                fresh = true;
            } else {
                o[n++] = t[i];
                fresh = false;
            }
        }
        row_t res = (row_t)(o[0] | o[1] << 4 | o[2] << 8 | o[3] << 12);
        left_tab[r] = res;
        score_tab[r] = score;
        right_tab[reverse_row((row_t)r)] = reverse_row(res);
    }
}

static board_t slide(board_t b, const row_t *tab)
{
    return (board_t)tab[b & 0xffff] | (board_t)tab[b >> 16 & 0xffff] << 16 |
           (board_t)tab[b >> 32 & 0xffff] << 32 | (board_t)tab[b >> 48] << 48;
}

static board_t do_move(board_t b, int dir)
{
    switch (dir) {
    case 0: return transpose(slide(transpose(b), left_tab));    // up
    case 1: return slide(b, left_tab);
    case 2: return slide(b, right_tab);
    default: return transpose(slide(transpose(b), right_tab));  // down
    }
}

static int move_score(board_t b, int dir)
{
    if (dir == 0 || dir == 3) b = transpose(b);
    if (dir >= 2) {             // merges of a reversed row pair up from the other end
        int s = 0;
        for (int i = 0; i < 4; i++) s += score_tab[reverse_row((row_t)(b >> (16 * i)))];
        return s;
    }
    return score_tab[b & 0xffff] + score_tab[b >> 16 & 0xffff] +
           score_tab[b >> 32 & 0xffff] + score_tab[b >> 48];
}

static double evaluate(board_t b)
{
    board_t t = transpose(b);
    double v = 0;
    for (int i = 0; i < 64; i += 16) v += heur_tab[b >> i & 0xffff] + heur_tab[t >> i & 0xffff];
    return v;
}

static int count_empty(board_t b)
{
    int n = 0;
    for (int i = 0; i < 64; i += 4) n += (b >> i & 15) == 0;
    return n;
}

static double max_node(board_t b, int depth, double prob);

static double expected(double two, double four, int cells)
{
    return (0.9 * two + 0.1 * four) / cells;
}

static double chance_node(board_t b, int depth, double prob)
{
    if (depth == 0 || prob < 0.0004) {
        leaves++;
        return evaluate(b);
    }
    nodes_chance++;
    int empty = count_empty(b);
    double two = 0, four = 0;
    prob /= empty;
    for (int i = 0; i < 64; i += 4) {
        if (b >> i & 15) continue;
        two += max_node(b | (board_t)1 << i, depth, prob * 0.9);
        four += max_node(b | (board_t)2 << i, depth, prob * 0.1);
    }
    return expected(two, four, empty);
}

static double max_node(board_t b, int depth, double prob)
{
    double best = 0;
    nodes_max++;
    for (int dir = 0; dir < 4; dir++) {
        board_t nb = do_move(b, dir);
        if (nb == b) continue;
        double v = chance_node(nb, depth - 1, prob);
        if (v > best) best = v;
    }
    return best;
}

// the root: every (move, cell, tile) is one job, the values are then added up in
// the order of the plain recursion
static int best_move(board_t b, int depth, double *value)
{
    struct { board_t b; double prob, v; } job[4 * 16 * 2];
    int njobs = 0, first[5];
    double vmove[4];

    for (int dir = 0; dir < 4; dir++) {
        board_t nb = do_move(b, dir);
        first[dir] = njobs;
        if (nb == b) continue;
        nodes_chance++;
        double prob = 1.0 / count_empty(nb);
        for (int i = 0; i < 64; i += 4) {
            if (nb >> i & 15) continue;
            job[njobs].b = nb | (board_t)1 << i;
            job[njobs++].prob = prob * 0.9;
            job[njobs].b = nb | (board_t)2 << i;
            job[njobs++].prob = prob * 0.1;
        }
    }
    first[4] = njobs;
#pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < njobs; k++) job[k].v = max_node(job[k].b, depth, job[k].prob);

    int best = -1;
    *value = -1;
    for (int dir = 0; dir < 4; dir++) {
        if (first[dir] == first[dir + 1]) continue;
        double two = 0, four = 0;
        for (int k = first[dir]; k < first[dir + 1]; k += 2) {
            two += job[k].v;
            four += job[k + 1].v;
        }
        vmove[dir] = expected(two, four, (first[dir + 1] - first[dir]) / 2);
        if (vmove[dir] > *value) {
            *value = vmove[dir];
            best = dir;
        }
    }
    return best;
}

static uint64_t seed;
static unsigned draw(unsigned n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(seed >> 33) % n;
}

static board_t spawn(board_t b)
{
    int k = (int)draw((unsigned)count_empty(b));
    board_t tile = draw(10) ? 1 : 2;
    for (int i = 0; ; i += 4)
        if ((b >> i & 15) == 0 && k-- == 0) return b | tile << i;
}

int main(int argc, char **argv)
{
    int limit = argc > 1 ? atoi(argv[1]) : 75;
    int depth = argc > 2 ? atoi(argv[2]) : 3;
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 2048;
    if (limit < 1 || depth < 1 || depth > 6) {
        fprintf(stderr, "usage: e2048 [moves] [depth 1..6] [seed]\n");
        return 1;
    }
    init_tables();
    board_t b = spawn(spawn(0));
    long score = 0;
    double total = 0;
    uint32_t trail = 0;
    int made = 0;
    while (made < limit) {
        double v;
        int dir = best_move(b, depth, &v);
        if (dir < 0) break;
        score += move_score(b, dir);
        total += v;
        trail = trail * 31 + (uint32_t)dir + 1;
        b = spawn(do_move(b, dir));
        made++;
    }
    printf("moves %d score %ld board %016llx trail %08x\n", made, score, (unsigned long long)b, trail);
    printf("values %a\n", total);
    long nm = 0, nc = 0, nl = 0;
#pragma omp parallel reduction(+ : nm, nc, nl)
    {
        nm += nodes_max;
        nc += nodes_chance;
        nl += leaves;
    }
    printf("nodes: max %ld chance %ld leaves %ld\n", nm, nc, nl);
    return 0;
}
