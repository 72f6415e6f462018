char deflateInit9(void);

int main(void) { return deflateInit9(); }
