/* seqset: compares every two sequences of a set of proteins by local alignment
 * with affine gap costs (Gotoh), keeping the best score and the cell where it is
 * reached first; clusters by score; and shows one alignment.
 * Expert: 16 targets at a time, one per vector lane in 16-bit numbers, sorted by
 * length; scores of a column against all letters prepared per group; groups and
 * queries among threads.
 * SMALL: 6 60
 * Usage: seqset [sequences] [typical length]
 */
#include <stdio.h>
#include <stdlib.h>

#define LETTERS 20
#define OPEN 11
#define EXTEND 1
#define NEG (-10000)

typedef struct {
    int length;
    unsigned char *letter;
} Sequence;

typedef struct {
    int rows, cols;
    int *h, *e, *f; /* (rows + 1) x (cols + 1) */
} Tables;

typedef struct {
    int score, i, j;
} Hit;

static int similarity[LETTERS][LETTERS];
static const char names[] = "ARNDCQEGHILKMFPSTWYV";

static unsigned state = 2463534242u;

static unsigned next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void make_similarity(void)
{
    for (int a = 0; a < LETTERS; a++)
        for (int b = 0; b <= a; b++) {
            int s = a == b ? 4 + (a * 7) % 5 : -4 + (a * 5 + b * 3) % 5 + (a / 4 == b / 4 ? 2 : 0);
            similarity[a][b] = similarity[b][a] = s;
        }
}

/* families: descendants of a few ancestors with changes, losses and insertions */
static Sequence *generate(int count, int typical)
{
    Sequence *s = malloc(sizeof(Sequence) * count);
    for (int n = 0; n < count; n++) {
        int max = 2 * typical + 8;
        s[n].letter = malloc(max);
        s[n].length = 0;
        int parent = n >= 5 && next() % 4 ? (int)(next() % (unsigned)n) : -1;
        int length = parent < 0 ? typical / 2 + (int)(next() % (unsigned)typical) : s[parent].length;
        for (int p = 0; p < length && s[n].length < max - 1; p++) {
            unsigned r = next() % 100;
            unsigned char c = (unsigned char)(next() % LETTERS);
            if (parent >= 0 && r > 30)
                c = s[parent].letter[p];
            if (parent >= 0 && r < 4 && s[n].length > 8)
                continue;
            s[n].letter[s[n].length++] = c;
            if (parent >= 0 && r == 5)
                s[n].letter[s[n].length++] = (unsigned char)(next() % LETTERS);
        }
    }
    return s;
}

static int max2(int a, int b)
{
    return a > b ? a : b;
}

static int *cell(const Tables *t, int *m, int i, int j)
{
    return m + (size_t)i * (t->cols + 1) + j;
}

static Hit align(Tables *t, const Sequence *a, const Sequence *b)
{
    Hit best = { 0, 0, 0 };
    t->rows = a->length;
    t->cols = b->length;
    for (int j = 0; j <= t->cols; j++) {
        *cell(t, t->h, 0, j) = 0;
        *cell(t, t->e, 0, j) = NEG;
        *cell(t, t->f, 0, j) = NEG;
    }
    for (int i = 1; i <= t->rows; i++) {
        *cell(t, t->h, i, 0) = 0;
        *cell(t, t->e, i, 0) = NEG;
        *cell(t, t->f, i, 0) = NEG;
        for (int j = 1; j <= t->cols; j++) {
            int e = max2(*cell(t, t->e, i, j - 1) - EXTEND, *cell(t, t->h, i, j - 1) - OPEN);
            int f = max2(*cell(t, t->f, i - 1, j) - EXTEND, *cell(t, t->h, i - 1, j) - OPEN);
            int d = *cell(t, t->h, i - 1, j - 1) + similarity[a->letter[i - 1]][b->letter[j - 1]];
            int h = max2(max2(0, d), max2(e, f));
            *cell(t, t->e, i, j) = e;
            *cell(t, t->f, i, j) = f;
            *cell(t, t->h, i, j) = h;
            if (h > best.score) {
                best.score = h;
                best.i = i;
                best.j = j;
            }
        }
    }
    return best;
}

/* the aligned letters, from the end backwards */
static void show(const Tables *t, const Sequence *a, const Sequence *b, Hit hit)
{
    int i = hit.i, j = hit.j, state = 0, columns = 0, same = 0, gaps = 0;
    char text[2][41] = { { 0 } };
    while (i > 0 && j > 0) {
        char ca = '-', cb = '-';
        if (state == 0) {
            int h = *cell(t, t->h, i, j);
            if (h == 0)
                break;
            state = h == *cell(t, t->e, i, j) ? 1 : h == *cell(t, t->f, i, j) ? 2 : 0;
        }
        if (state == 1) {
            if (*cell(t, t->e, i, j) == *cell(t, t->h, i, j - 1) - OPEN)
                state = 0;
            cb = names[b->letter[--j]];
        } else if (state == 2) {
            if (*cell(t, t->f, i, j) == *cell(t, t->h, i - 1, j) - OPEN)
                state = 0;
            ca = names[a->letter[--i]];
        } else {
            ca = names[a->letter[--i]];
            cb = names[b->letter[--j]];
        }
        if (columns < 40) {
            text[0][columns] = ca;
            text[1][columns] = cb;
        }
        columns++;
        same += ca == cb;
        gaps += ca == '-' || cb == '-';
    }
    printf("%s\n%s\n%d columns, %d equal, %d gaps\n", text[0], text[1], columns, same, gaps);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 90;
    int typical = argc > 2 ? atoi(argv[2]) : 280;
    make_similarity();
    Sequence *s = generate(count, typical);
    size_t cells = (size_t)(2 * typical + 9) * (2 * typical + 9);
    Tables t = { 0, 0, malloc(cells * sizeof(int)), malloc(cells * sizeof(int)),
                 malloc(cells * sizeof(int)) };
    Hit *hits = malloc(sizeof(Hit) * count * count);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++)
            hits[a * count + b] = align(&t, &s[a], &s[b]);

    long long sum = 0, places = 0;
    int top_a = 0, top_b = 1, related = 0;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            Hit h = hits[a * count + b];
            sum += h.score;
            places += (long long)h.i * 3 + h.j;
            related += h.score > 150;
            if (h.score > hits[top_a * count + top_b].score) {
                top_a = a;
                top_b = b;
            }
        }
    printf("%d sequences, sum of scores %lld, places %lld, related %d\n", count, sum, places,
           related);
    for (int a = 0; a < count - 1; a += count / 6 + 1) {
        int b = a + 1;
        for (int c = a + 1; c < count; c++)
            if (hits[a * count + c].score > hits[a * count + b].score)
                b = c;
        Hit h = hits[a * count + b];
        printf("sequence %d (%d): nearest %d score %d at %d %d\n", a, s[a].length, b, h.score, h.i,
               h.j);
    }
    printf("best pair %d %d\n", top_a, top_b);
    show(&t, &s[top_a], &s[top_b], align(&t, &s[top_a], &s[top_b]));
    for (int n = 0; n < count; n++)
        free(s[n].letter);
    free(s);
    free(hits);
    free(t.h);
    free(t.e);
    free(t.f);
    return 0;
}
