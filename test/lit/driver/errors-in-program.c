// Mistakes in the program: the compiler's own messages and status, once.
// RUN: %same --status 1 -Wall -Werror -DSYNTAX %s -o x
// RUN: %same --status 1 -Wall -Werror -MD -DHEADER %s -o x
// RUN: %same --status 1 -Wall -Werror -DTYPE %s -o x
// RUN: %same --status 1 -Wall -Werror -DLINK %s -o x
// RUN: %same --status 1 -Wall -Werror -DWARNING %s -o x
#ifdef HEADER
#include "no-such-header.h"
#endif
#ifdef LINK
int undefined_function(void);
#endif

int main(void) {
#ifdef SYNTAX
  int x = ;
#endif
#ifdef TYPE
  struct s { int a; } v = {1};
  return v;
#endif
#ifdef LINK
  return undefined_function();
#endif
#ifdef WARNING
  int unused;
#endif
  return 0;
}
