// What does not compile and link goes to the compiler as it is: same bytes.
// RUN: rm -rf %t
// RUN: %same -c %inputs/sum.c -o sum.o
// RUN: %same -S %inputs/sum.c
// RUN: %same --assemble -masm=intel %inputs/sum.c
// RUN: %same -E %inputs/sum.c -o sum.i
// RUN: %same -M %inputs/sum.c -MF sum.d
// RUN: %same -fsyntax-only -Wall -Wextra %inputs/sum.c
// RUN: %same -shared -fPIC %inputs/sum.c -o sum.so
// RUN: %same -O2 -save-temps %inputs/sum.c -o sum
// RUN: %same --status 1 -c %inputs/sum.c -o
// RUN: %same -wrapper env -c %inputs/sum.c
//
// Objects alone, another language, standard input, OpenMP.
// RUN: %hocketcc -O2 -c %inputs/sum.c -o %t.o && %hocketcc %t.o -o %t && %t
// RUN: %same -x c++ %inputs/sum.c -o cxx
// RUN: %hocketcc -x c - -o %t < %inputs/sum.c && %t
// RUN: %same -fopenmp -O2 %inputs/sum.c -o omp
