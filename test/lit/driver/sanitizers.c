// With the sanitizers: compiled, linked and clean.
// RUN: %hocketcc -g -O1 -fsanitize=thread %inputs/sum.c -o %t && %t
// RUN: %hocketcc -g -O1 -fsanitize=address,undefined %inputs/sum.c -o %t && %t
