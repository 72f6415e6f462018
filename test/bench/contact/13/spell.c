/* spell - checks a text against a dictionary kept in a trie and proposes
 * corrections (edit distance at most 2, by walking the trie with one row of
 * the distance matrix per level).  Usage: spell [words] [tokens] [seed]
 *
 * In parallel: the suggestions for the distinct unknown words - collect the
 * unknown words first, then search for each of them independently.
 *
 * SMALL: 300 400 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define MAXLEN 31
#define MAXDIST 2
#define NSUG 3
#define HSIZE 8192

typedef struct Node { struct Node *kid[26]; int word; } Node;
typedef struct { char *s; unsigned freq; } Word;
typedef struct { int word, dist; } Sug;
typedef struct Unknown {
    struct Unknown *next;
    int count, nsug;
    long visited;
    Sug sug[NSUG];
    char s[MAXLEN + 1];
} Unknown;

static Word *dict;
static int ndict;
static Node *root;
static Unknown *table[HSIZE];
static unsigned long rstate;

static unsigned rnd(unsigned n)
{
    rstate = rstate * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)((rstate >> 33) % n);
}

static void *need(void *p) { if (!p) { perror("spell"); exit(1); } return p; }

/* returns 0 if the word is already there */
static int trie_add(const char *s, int word)
{
    Node *n = root;
    for (; *s; s++) {
        Node **k = &n->kid[*s - 'a'];
        if (!*k) {
            *k = need(calloc(1, sizeof(Node)));
            (*k)->word = -1;
        }
        n = *k;
    }
    if (n->word >= 0) return 0;
    n->word = word;
    return 1;
}

static int trie_find(const char *s)
{
    const Node *n = root;
    for (; *s && n; s++) n = n->kid[*s - 'a'];
    return n ? n->word : -1;
}

static void trie_free(Node *n)
{
    if (!n) return;
    for (int i = 0; i < 26; i++) trie_free(n->kid[i]);
    free(n);
}

static void make_word(char *buf)
{
    static const char *on[] = { "b","br","c","ch","d","f","g","gr","h","j","k","l","m","n",
                                "p","pl","qu","r","s","st","t","tr","v","w","z","" };
    static const char *vo[] = { "a","e","i","o","u","ea","ou","ie","y" };
    static const char *co[] = { "","","n","r","s","t","ll","nd","ck","m" };
    int syl = 1 + rnd(4);
    buf[0] = 0;
    do {
        strcat(buf, on[rnd(26)]);
        strcat(buf, vo[rnd(9)]);
        strcat(buf, co[rnd(10)]);
    } while (--syl > 0);
}

static void make_dict(int n)
{
    char buf[MAXLEN + 1];
    dict = need(malloc(n * sizeof *dict));
    root = need(calloc(1, sizeof(Node)));
    root->word = -1;
    while (ndict < n) {
        make_word(buf);
        if (strlen(buf) < 3 || !trie_add(buf, ndict)) continue;
        dict[ndict].s = need(malloc(strlen(buf) + 1));
        strcpy(dict[ndict].s, buf);
        dict[ndict++].freq = 1 + rnd(1000);
    }
}

static void misspell(char *w)
{
    size_t len = strlen(w), p = rnd((unsigned)len);
    char c = (char)('a' + rnd(26));
    switch (rnd(4)) {
    case 0: w[p] = c; break;
    case 1: memmove(w + p, w + p + 1, len - p); break;
    case 2: memmove(w + p + 1, w + p, len - p + 1); w[p] = c; break;
    default: if (p + 1 < len) { c = w[p]; w[p] = w[p + 1]; w[p + 1] = c; }
    }
}

static char *make_text(int tokens)
{
    char *t = need(malloc((size_t)tokens * (MAXLEN + 4) + 1)), *q = t;
    for (int i = 0; i < tokens; i++) {
        char w[MAXLEN + 4];
        unsigned a = rnd(ndict), b = rnd(ndict);
        strcpy(w, dict[a < b ? a : b].s);
        if (rnd(100) < 8) misspell(w);
        if (rnd(100) < 2) misspell(w);
        if (rnd(12) == 0) w[0] = (char)toupper((unsigned char)w[0]);
        q += sprintf(q, "%s%s", w, rnd(9) ? " " : rnd(2) ? ", " : ".\n");
    }
    return t;
}

static int better(Sug a, Sug b)
{
    if (a.dist != b.dist) return a.dist < b.dist;
    if (dict[a.word].freq != dict[b.word].freq) return dict[a.word].freq > dict[b.word].freq;
    return a.word < b.word;
}

static void propose(Unknown *u, int word, int dist)
{
    Sug s = { word, dist };
    for (int i = 0; i < u->nsug; i++)
        if (better(s, u->sug[i])) { Sug t = u->sug[i]; u->sug[i] = s; s = t; }
    if (u->nsug < NSUG) u->sug[u->nsug++] = s;
}

static void walk(Unknown *u, const Node *n, char ch, const int *above, int len)
{
    int row[MAXLEN + 2], least;
    u->visited++;
    least = row[0] = above[0] + 1;
    for (int i = 1; i <= len; i++) {
        int d = above[i - 1] + (u->s[i - 1] != ch);
        if (above[i] + 1 < d) d = above[i] + 1;
        if (row[i - 1] + 1 < d) d = row[i - 1] + 1;
        row[i] = d;
        if (d < least) least = d;
    }
    if (n->word >= 0 && row[len] <= MAXDIST) propose(u, n->word, row[len]);
    if (least > MAXDIST) return;
    for (int c = 0; c < 26; c++)
        if (n->kid[c]) walk(u, n->kid[c], (char)('a' + c), row, len);
}

static void suggest(Unknown *u)
{
    int row[MAXLEN + 2], len = (int)strlen(u->s);
    for (int i = 0; i <= len; i++) row[i] = i;
    for (int c = 0; c < 26; c++)
        if (root->kid[c]) walk(u, root->kid[c], (char)('a' + c), row, len);
}

static Unknown *lookup(const char *s)
{
    unsigned h = 5381;
    Unknown *u;
    for (const char *p = s; *p; p++) h = h * 33 + (unsigned char)*p;
    for (u = table[h % HSIZE]; u; u = u->next)
        if (!strcmp(u->s, s)) return u;
    u = need(calloc(1, sizeof *u));
    strcpy(u->s, s);
    u->next = table[h % HSIZE];
    table[h % HSIZE] = u;
    return u;
}

int main(int argc, char **argv)
{
    int nw = argc > 1 ? atoi(argv[1]) : 20000;
    int nt = argc > 2 ? atoi(argv[2]) : 40000;
    rstate = argc > 3 ? strtoul(argv[3], NULL, 10) : 2024;
    make_dict(nw);
    char *text = make_text(nt);

    int good = 0, bad = 0, shown = 0;
    for (char *p = text; *p; ) {
        char w[MAXLEN + 1];
        int l = 0;
        while (*p && !isalpha((unsigned char)*p)) p++;
        for (; isalpha((unsigned char)*p); p++)
            if (l < MAXLEN) w[l++] = (char)tolower((unsigned char)*p);
        w[l] = 0;
        if (!l) continue;
        if (trie_find(w) >= 0) { good++; continue; }
        bad++;
        Unknown *u = lookup(w);
        if (u->count++ == 0) suggest(u);
    }

    int distinct = 0, hopeless = 0, bydist[MAXDIST + 1] = { 0 };
    long visited = 0;
    unsigned sum = 0;
    for (int h = 0; h < HSIZE; h++)
        for (Unknown *u = table[h], *nx; u; u = nx) {
            distinct++;
            visited += u->visited;
            if (!u->nsug) hopeless++;
            else bydist[u->sug[0].dist]++;
            for (int i = 0; i < u->nsug; i++) sum = sum * 31 + (unsigned)(u->sug[i].word * 4 + u->sug[i].dist);
            if (u->nsug && shown < 12) {
                shown++;
                printf("%s (%d):", u->s, u->count);
                for (int i = 0; i < u->nsug; i++) printf(" %s/%d", dict[u->sug[i].word].s, u->sug[i].dist);
                putchar('\n');
            }
            nx = u->next;
            free(u);
        }
    printf("good %d bad %d distinct %d hopeless %d\n", good, bad, distinct, hopeless);
    printf("distance 1: %d, 2: %d; nodes visited %ld; checksum %08x\n", bydist[1], bydist[2], visited, sum);
    for (int i = 0; i < ndict; i++) free(dict[i].s);
    free(dict);
    free(text);
    trie_free(root);
    return 0;
}
