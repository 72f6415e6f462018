/* Spell checker project - programming 2, exercise 7
 * The dictionary is sorted, the text is a linked list of words.
 * For each wrong word we search the most similar words.
 * usage: speller [number of text words] [number of dictionary words]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDLEN 24
#define MAXDICT 20000
#define NUMSUGGEST 3

struct node {
    char text[WORDLEN];
    int line;
    struct node *next;
};

char dictionary[MAXDICT][WORDLEN];
int dictLen[MAXDICT];
int timesUsed[MAXDICT];
int dictSize = 0;

struct node *first = NULL;
struct node *last = NULL;

int dp[WORDLEN + 1][WORDLEN + 1];   /* table for the edit distance */
char suggestions[NUMSUGGEST][WORDLEN];
int suggestDist[NUMSUGGEST];
int suggestIndex[NUMSUGGEST];
int numSuggestions;

/* every thread has its own table and its own suggestions */
#pragma omp threadprivate(dp, suggestions, suggestDist, suggestIndex, numSuggestions)

struct result {
    int isRight;
    int num;
    int len;
    int index[NUMSUGGEST];
    int dist[NUMSUGGEST];
};

unsigned int seed = 12345;

int randomNumber(int max)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) % (unsigned int)max);
}

void makeWord(char *w)
{
    const char *cons = "bcdfghklmnprstvw";
    const char *vow = "aeiou";
    int syl = 2 + randomNumber(3);
    int i, n = 0;
    for (i = 0; i < syl; i++) {
        w[n++] = cons[randomNumber(16)];
        w[n++] = vow[randomNumber(5)];
        if (randomNumber(3) == 0)
            w[n++] = cons[randomNumber(16)];
    }
    w[n] = '\0';
}

/* put some typing mistakes into the word */
void makeMistake(char *w)
{
    int len = (int)strlen(w);
    int pos = randomNumber(len);
    int kind = randomNumber(4);
    char c;
    if (kind == 0) {
        w[pos] = (char)('a' + randomNumber(26));
    } else if (kind == 1 && len > 3) {
        memmove(w + pos, w + pos + 1, (size_t)(len - pos));
    } else if (kind == 2 && len < WORDLEN - 2) {
        memmove(w + pos + 1, w + pos, (size_t)(len - pos + 1));
        w[pos] = (char)('a' + randomNumber(26));
    } else if (pos + 1 < len) {
        c = w[pos];
        w[pos] = w[pos + 1];
        w[pos + 1] = c;
    }
}

int compareWords(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

int min3(int a, int b, int c)
{
    int m = a;
    if (b < m) m = b;
    if (c < m) m = c;
    return m;
}

/* edit distance with swaps, gives up if it gets bigger than limit */
int distance(const char *a, int la, const char *b, int lb, int limit)
{
    int i, j, best, cost;
    for (j = 0; j <= lb; j++)
        dp[0][j] = j;
    for (i = 1; i <= la; i++) {
        dp[i][0] = i;
        best = i;
        for (j = 1; j <= lb; j++) {
            cost = (a[i - 1] == b[j - 1]) ? 0 : 1;
            dp[i][j] = min3(dp[i - 1][j] + 1, dp[i][j - 1] + 1, dp[i - 1][j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                && dp[i - 2][j - 2] + 1 < dp[i][j])
                dp[i][j] = dp[i - 2][j - 2] + 1;
            if (dp[i][j] < best)
                best = dp[i][j];
        }
        if (best > limit)
            return limit + 1;
    }
    return dp[la][lb];
}

void addSuggestion(int index, int d)
{
    int k = numSuggestions;
    if (k == NUMSUGGEST) {
        if (d >= suggestDist[k - 1])
            return;
        k--;
    } else {
        numSuggestions++;
    }
    while (k > 0 && suggestDist[k - 1] > d) {
        suggestDist[k] = suggestDist[k - 1];
        suggestIndex[k] = suggestIndex[k - 1];
        strcpy(suggestions[k], suggestions[k - 1]);
        k--;
    }
    suggestDist[k] = d;
    suggestIndex[k] = index;
    strcpy(suggestions[k], dictionary[index]);
}

/* look up one word of the text */
void checkWord(const struct node *p, struct result *r)
{
    int i, d, limit, len = (int)strlen(p->text);
    r->num = 0;
    r->len = len;
    r->isRight = bsearch(p->text, dictionary, (size_t)dictSize, WORDLEN, compareWords) != NULL;
    if (r->isRight)
        return;
    numSuggestions = 0;
    for (i = 0; i < dictSize; i++) {
        if (abs(dictLen[i] - len) > 3)
            continue;
        limit = (numSuggestions == NUMSUGGEST) ? suggestDist[NUMSUGGEST - 1] : 3;
        d = distance(p->text, len, dictionary[i], dictLen[i], limit);
        if (d <= limit)
            addSuggestion(i, d);
    }
    r->num = numSuggestions;
    for (i = 0; i < numSuggestions; i++) {
        r->index[i] = suggestIndex[i];
        r->dist[i] = suggestDist[i];
    }
}

int main(int argc, char *argv[])
{
    int numText = 2600, i, d, n = 0;
    int right = 0, wrong = 0, unknown = 0, printed = 0;
    int wanted = 6000;
    unsigned int check = 0;
    double sumDist = 0.0;
    struct node *p, **list;
    struct result *res, *r;

    if (argc > 1) numText = atoi(argv[1]);
    if (argc > 2) wanted = atoi(argv[2]);
    if (wanted > MAXDICT) wanted = MAXDICT;
    if (numText < 1 || wanted < 1) {
        printf("wrong arguments\n");
        return 1;
    }
    for (i = 0; i < wanted; i++)
        makeWord(dictionary[i]);
    qsort(dictionary, (size_t)wanted, WORDLEN, compareWords);
    for (i = 0; i < wanted; i++) {      /* remove double words */
        if (dictSize > 0 && strcmp(dictionary[dictSize - 1], dictionary[i]) == 0)
            continue;
        if (dictSize != i)
            strcpy(dictionary[dictSize], dictionary[i]);
        dictLen[dictSize] = (int)strlen(dictionary[dictSize]);
        dictSize++;
    }
    for (i = 0; i < numText; i++) {
        p = malloc(sizeof(struct node));
        if (p == NULL) return 1;
        strcpy(p->text, dictionary[randomNumber(dictSize)]);
        if (randomNumber(10) < 7) makeMistake(p->text);
        if (randomNumber(10) < 3) makeMistake(p->text);
        p->line = i / 12 + 1;
        p->next = NULL;
        if (first == NULL) first = p;
        else last->next = p;
        last = p;
    }
    list = malloc(sizeof(*list) * (size_t)numText);
    res = malloc(sizeof(*res) * (size_t)numText);
    if (list == NULL || res == NULL) return 1;
    for (p = first; p != NULL; p = p->next)
        list[n++] = p;
    #pragma omp parallel for schedule(dynamic, 8)
    for (i = 0; i < n; i++)
        checkWord(list[i], &res[i]);

    for (p = first, r = res; p != NULL; p = p->next, r++) {
        if (r->isRight) {
            right++;
            continue;
        }
        wrong++;
        if (r->num == 0) {
            unknown++;
            continue;
        }
        timesUsed[r->index[0]]++;
        sumDist += r->dist[0] / (double)r->len;
        for (i = 0; i < r->num; i++)
            check = check * 31u + (unsigned int)(r->index[i] * 8 + r->dist[i]);
        if (printed < 10) {
            printf("line %d: %s ->", p->line, p->text);
            for (i = 0; i < r->num; i++)
                printf(" %s(%d)", dictionary[r->index[i]], r->dist[i]);
            printf("\n");
            printed++;
        }
    }
    d = 0;
    for (i = 1; i < dictSize; i++)
        if (timesUsed[i] > timesUsed[d]) d = i;
    printf("%d words: %d right, %d wrong, %d without suggestion\n", n, right, wrong, unknown);
    printf("most used suggestion: %s (%d times)\n", dictionary[d], timesUsed[d]);
    printf("relative distance %.10f check %u\n", wrong > unknown ? sumDist / (wrong - unknown) : 0.0, check);
    free(list);
    free(res);
    while (first != NULL) {
        p = first->next;
        free(first);
        first = p;
    }
    return 0;
}
