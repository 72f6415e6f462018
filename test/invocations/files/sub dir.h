#define WORDS 2
