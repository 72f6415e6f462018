// Searches behind pointers to objects of unknown size: the entry looks whether
// all that chunks may read ahead is mapped. Beside them indices that data
// chooses, which must not be read ahead; a program that something else runs in,
// which might unmap it; and one that keeps records of memory.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral -DTHREADS %s -o %t | %FileCheck --check-prefix=NONE %s
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral -fsanitize=address %s -o %t | %FileCheck --check-prefix=NONE %s
// NONE-NOT: : search
// NONE: sequential [early-exit] {{.*}} must not read 'a[i]', which may lie outside its object
// NONE-NOT: : search
#include <stdio.h>
#include <stdlib.h>
#ifdef THREADS
#include <pthread.h>
void *other(void *p) { return p; }
#endif

typedef struct {
  int *data;
  int count;
} List;

int find(const int *a, int n, int key) {
  // CHECK: [[#@LINE+2]]:3 find: search {{.*}} if all that the loop might read of 'a' is there
  // CHECK-NEXT: condition @is_readable(a, 0LL, @plus(@times(4LL, @plus((long long)n, (-1LL))), 4LL))
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1;
}

int find_in(const List *list, int key) {
  int i = 0;
  // CHECK: [[#@LINE+1]]:3 find_in: search {{.*}} 'list->data' is there
  for (i = 0; i < list->count; i++)
    if (list->data[i] == key)
      return i;
  // Whether the pointer is read at all, the entry cannot tell: it asks.
  // CHECK: [[#@LINE+2]]:3 find_in: search {{.*}} 'list->data' is there
  // CHECK: condition @is_readable_near(list, 0LL, 8LL, 8LL) && @is_readable(list->data
  while (i < list->count && list->data[i] != key)
    i++;
  return i;
}

int chosen(const int *a, const int *next, int n, int key) {
  // CHECK: [[#@LINE+1]]:3 chosen: sequential [early-exit]
  for (int i = 0; i < n; i++)
    if (a[next[i]] == key)
      return i;
  return -1;
}

int main(int argc, char **argv) {
  List list = {calloc(100000, sizeof(int)), argc * 50000};
  if (!list.data)
    return 1;
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#endif
  list.data[77777] = argc;
  printf("%d %d %d\n", find(list.data, 50000 * argc, argc),
         find_in(&list, argc), chosen(list.data, list.data, 9, 1));
  return 0;
}
