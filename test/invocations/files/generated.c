#line 10 "grammar.y"
static int action(int yy) {
#line 20 "grammar.y"
  int unused;
  return yy;
}
#line 8 "generated.c"
int parse(void) { return action(1); }
