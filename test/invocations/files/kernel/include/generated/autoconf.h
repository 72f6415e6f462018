#define CONFIG_HZ 250
