// A deadline on a machine whose energies are not known: iterations keep their
// period, and that is all.
// RUN: %hocketcc -O2 --soc=host --cores=2 -Rhocket-missed=clocks-not-planned %s -o %t 2>&1 | %FileCheck %s
// RUN: nm %t | grep ' __hocket_turn$'
// RUN: env HOCKET_VERBOSE=1 %t 2>&1 | %FileCheck %s --check-prefix=TURNS
// TURNS: 3 iterations with a deadline have ended
// CHECK: remark: clocks stay as they are: no SoC spec is named [-Rhocket-missed=clocks-not-planned]
int main(int argc, char **argv) {
#pragma hocket deadline(1ms)
  for (int i = 0; i < 4; i++)
    argv[0][0] = 'a' + i * argc;
  return 0;
}
