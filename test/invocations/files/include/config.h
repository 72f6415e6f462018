#define FORCED 1
#define GREETING "forced"
