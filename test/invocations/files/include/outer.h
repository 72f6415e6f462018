#define OUTER 2
