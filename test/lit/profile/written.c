// Where the profile goes, and that nothing about it changes what the program
// does: its status, its working directory, its children.
// RUN: rm -rf %t && mkdir -p %t/a %t/b && cd %t/a
// RUN: %hocketcc -O2 --profile-generate %s -o ../x
// The folder in which it was started, by default.
// RUN: %status 5 ../x /
// RUN: %FileCheck %s < x.hkprof
// CHECK: "kind": "loop", {{.*}}"runs": 1, "times": 10,
// RUN: env HOCKET_PROFILE=../b/mine %status 5 ../x /
// RUN: %FileCheck %s < ../b/mine
// RUN: rm x.hkprof
// RUN: env HOCKET_PROFILE= %status 5 ../x / 2>&1 | count 0
// RUN: ls ../a | count 0
// RUN: env HOCKET_PROFILE=%t/none/p %status 5 ../x / 2>&1 | %FileCheck %s --check-prefix=NO-FOLDER
// NO-FOLDER: {{^}}hocket: the profile '{{.*}}/none/p' cannot be written: No such file or directory{{$}}
// Not by replacing what is no file.
// RUN: env HOCKET_PROFILE=/dev/null %status 5 ../x / 2>&1 | count 0
// RUN: test -c /dev/null
// RUN: env HOCKET_PROFILE=/dev/stdout %status 5 ../x / | %FileCheck %s
// RUN: ls ../a ../b | %FileCheck %s --check-prefix=LEFT
// LEFT-NOT: tmp
#include <sys/wait.h>
#include <unistd.h>
static int sum;

static void add(int n) {
  for (int i = 0; i < n; i++)
    sum += i;
}

int main(int argc, char **argv) {
  if (chdir(argv[argc - 1]) != 0)
    return 1;
  add(10);
  pid_t child = fork();
  if (child == 0)
    _exit(sum != 45);
  int status;
  waitpid(child, &status, 0);
  return status == 0 ? 5 : 2;
}
