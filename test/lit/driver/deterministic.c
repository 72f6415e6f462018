// The same command gives the same bytes, wherever the temporary files are.
// RUN: rm -rf %t && mkdir -p %t/tmp
// RUN: %hocketcc -O2 %inputs/sum.c -o %t/x && mv %t/x %t/a && env TMPDIR=%t/tmp %hocketcc -O2 %inputs/sum.c -o %t/x && cmp %t/x %t/a
// RUN: %hocketcc -O2 -g %inputs/sum.c -o %t/x && mv %t/x %t/a && env TMPDIR=%t/tmp %hocketcc -O2 -g %inputs/sum.c -o %t/x && cmp %t/x %t/a
// RUN: %hocketcc --cc=%clang -O2 -g %inputs/sum.c -o %t/x && mv %t/x %t/a && env TMPDIR=%t/tmp %hocketcc --cc=%clang -O2 -g %inputs/sum.c -o %t/x && cmp %t/x %t/a
// REQUIRES: clang
