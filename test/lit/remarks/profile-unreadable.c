// No file, half of one, something else, a later version's: warnings, and the
// program is made as without a profile.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -O2 --profile-use=none %s -o x 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %t/x
// NONE: {{^}}hocketcc: warning: the profile 'none' is not used: No such file or directory [-Whocket=profile-unreadable]
// RUN: %hocketcc -O2 --profile-generate=p %s -o x
// RUN: ./x
// RUN: %hocketcc -O2 --profile-use=p %s -o x 2>&1 | count 0
// RUN: %python -c "t = open('p').read(); open('p', 'w').write(t[:len(t) // 2])"
// RUN: %hocketcc -O2 --profile-use=p %s -o x 2>&1 | %FileCheck %s --check-prefix=HALF
// HALF: warning: the profile 'p' is not used: it is no JSON, or cut off
// RUN: echo '{"version": 1}' > p
// RUN: %hocketcc -O2 --profile-use=p %s -o x 2>&1 | %FileCheck %s --check-prefix=OTHER
// OTHER: warning: the profile 'p' is not used: it is no profile of hocketcc
// RUN: echo '{"hocket-profile": 2}' > p
// RUN: %hocketcc -O2 --profile-use=p %s -o x 2>&1 | %FileCheck %s --check-prefix=LATER
// LATER: warning: the profile 'p' is not used: its format is version 2, and this hocketcc reads version 1
// RUN: echo '{"hocket-profile": 1, "chip": "x", "functions": [{"name": 3}]}' > p
// RUN: %hocketcc -O2 --profile-use=p %s -o x 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: warning: the profile 'p' is not used: expected string at profile.functions[0].name
// RUN: %hocketcc -O2 --profile-use=. %s -o x 2>&1 | %FileCheck %s --check-prefix=FOLDER
// FOLDER: warning: the profile '.' is not used: Is a directory
int a[100];

int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = 2 * i;
  return a[1] == 100;
}
