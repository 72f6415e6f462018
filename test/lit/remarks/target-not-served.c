// A compiler for another machine: without a chip, without a runtime, with types
// that are laid out otherwise. Said once, without being asked, and the program
// is made. A command that makes no program is as silent as ever.
//
// REQUIRES: x86_64
// The compiler is a script that answers -dumpmachine and else is gcc.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sed -n 's,^// SCRIPT: \?,,p' %s > %t/cross && chmod +x %t/cross
// RUN: %hocketcc --cc=%t/cross --soc=host -O2 -Rhocket -Rhocket-missed %s -o x 2>&1 | %FileCheck %s --check-prefix=CHIP --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: ./x
// CHIP: {{^}}hocketcc: warning: compiled as it is, without parallelization: '{{.*}}/cross' compiles for x86_64-unknown-linux-musl, and this machine is another one [-Whocket=target-not-served]
// CHIP-NEXT: help: name the chip that the program is for with --soc=NAME
// RUN: %hocketcc --cc=%t/cross --soc=generic-4 -O2 -Rhocket %s -o x 2>&1 | %FileCheck %s --check-prefix=RUNTIME --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: ./x
// RUNTIME: {{^}}hocketcc: warning: compiled as it is, without parallelization: no runtime library for x86_64-unknown-linux-musl in {{.*}}/lib/x86_64-linux-musl [-Whocket=target-not-served]
// RUNTIME-NEXT: help: build it: make -C {{.*}}/share/hocket/runtime CC='{{.*}}/cross' AR={{.*}} ARCH=x86_64 OUT={{.*}}/lib/x86_64-linux-musl
// RUN: %hocketcc --cc=%t/cross --soc=generic-4 -Wno-hocket -O2 %s -o x 2>&1 | count 0
// RUN: %hocketcc --cc=%t/cross --soc=host -O2 -c %s -o x.o 2>&1 | count 0
// RUN: %hocketcc --cc=%t/cross --soc=host --no-parallel -O2 %s -o x 2>&1 | count 0
//
// Asked for files, it makes them: of the C that a board may build.
// RUN: %hocketcc --cc=%t/cross --soc=generic-4 -O2 --emit=%t/dir %s -o x 2>&1 | %FileCheck %s --check-prefix=RUNTIME
// RUN: grep hk_main_1 %t/dir/target-not-served.c > %t/hits
//
// RUN: env ABI=-fshort-wchar %hocketcc --cc=%t/cross --soc=generic-4 -O2 %s -o x 2>&1 | %FileCheck %s --check-prefix=LAYOUT
// LAYOUT: warning: compiled as it is, without parallelization: types are laid out otherwise for x86_64-unknown-linux-musl: not so there: sizeof({{.*}}) == 4 of __typeof__(L'a')
//
// Options in the compiler's own name are seen, too.
// RUN: %hocketcc "--cc=gcc -fshort-wchar" --soc=generic-4 -O2 %s -o x 2>&1 | %FileCheck %s --check-prefix=WORDS
// WORDS: warning: compiled as it is, without parallelization: types are laid out otherwise for x86_64-unknown-linux-gnu: not so there: sizeof({{.*}}) == 4 of __typeof__(L'a')
//
// SCRIPT: #!/bin/sh
// SCRIPT: case " $* " in
// SCRIPT: *" -dumpmachine "*) echo x86_64-linux-musl ;;
// SCRIPT: *) exec gcc $ABI "$@" ;;
// SCRIPT: esac
static double a[1000000];

int main(void) {
  for (int i = 0; i < 1000000; i++)
    a[i] = i * 0.5;
  return a[7] != 3.5;
}
