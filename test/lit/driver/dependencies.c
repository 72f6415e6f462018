// Dependency files in a command that compiles and links are the compiler's.
// RUN: %same -MD -MP -O2 %inputs/sum.c -o app
// RUN: %same -MMD -MF sum.dep -MT target -O2 %inputs/sum.c -o app
// RUN: %same -Wp,-MD,wp.d -O2 %inputs/sum.c -o app
// Warnings come once.
// RUN: %same -MD -O2 -Wall -Wextra %S/warnings.c -o app
