// A pointer that is moved by amounts nobody knows stays in the block that it
// was given: what is written in another block is apart from all it reads.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

#include <stdlib.h>

struct image {
  unsigned char *data;
  int height, stride;
};

struct image first, second, result;

static int make(struct image *m, int height, int stride) {
  m->height = height;
  m->stride = stride;
  m->data = malloc((size_t)(height * stride));
  return m->data != NULL;
}

static unsigned apart(const unsigned char *a, const unsigned char *b, int sa,
                      int sb, unsigned most) {
  unsigned sum = 0;
  for (int y = 0; y < 16; y++) {
    sum += (unsigned)abs(a[0] - b[0]);
    if (sum > most)
      return sum;
    a += sa;
    b += sb;
  }
  return sum;
}

// Ends early at an unknown row: the addresses are not known, their blocks are.
// CHECK: [[#@LINE+3]]:3 differences: doall
void differences(struct image *x, struct image *y, struct image *to,
                 unsigned most) {
  for (int i = 0; i < to->height; i++)
    to->data[i] = (unsigned char)apart(x->data + i * x->stride,
                                       y->data + i * y->stride, x->stride,
                                       y->stride, most);
}

// Where it may have been given the other block, nothing is known.
// CHECK: [[#@LINE+2]]:3 switching: sequential
void switching(unsigned most) {
  for (int i = 0; i < result.height; i++) {
    const unsigned char *at = first.data + i * first.stride;
    unsigned sum = 0;
    while (sum < most && *at) {
      sum += *at;
      if (sum == 9)
        at = result.data;
      at += sum;
    }
    result.data[i] = (unsigned char)sum;
  }
}

// The same without that.
// CHECK: [[#@LINE+2]]:3 staying: doall
void staying(unsigned most) {
  for (int i = 0; i < result.height; i++) {
    const unsigned char *at = first.data + i * first.stride;
    unsigned sum = 0;
    while (sum < most && *at) {
      sum += *at;
      at += sum;
    }
    result.data[i] = (unsigned char)sum;
  }
}

int main(void) {
  if (!make(&first, 20, 20) || !make(&second, 20, 20) || !make(&result, 40, 20))
    return 1;
  differences(&first, &second, &result, 100);
  switching(50);
  staying(50);
  return 0;
}
