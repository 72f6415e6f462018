#include <linux/kconfig.h>

int init_module(void) { return CONFIG_HZ; }
