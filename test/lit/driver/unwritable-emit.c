// A directory of --emit that cannot be made: said with the reason, status 1, no
// program.
// RUN: rm -rf %t && mkdir -p %t/out && echo mine > %t/out/mine.txt
// RUN: %status 1 %hocketcc -O2 --emit=%t/none/deep/out --report=%t/none2/r.json %inputs/sum.c -o %t/x 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: hocketcc: error: {{.*}}: cannot be {{written|created}}: {{[Nn]}}o such file or directory
// RUN: %not ls %t/x
// A directory that has other files keeps them.
// RUN: %hocketcc -O2 --emit=%t/out %inputs/sum.c -o %t/x && ls %t/out | %FileCheck %s --check-prefix=BOTH
// BOTH: CMakeLists.txt
// BOTH: mine.txt
// BOTH: sum.c
