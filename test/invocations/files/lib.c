__attribute__((visibility("default"))) int api(int x) { return x + 1; }
__attribute__((visibility("hidden"))) int internal(int x) { return x - 1; }
