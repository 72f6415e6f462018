// A small neural network: layers allocated one by one, trained on digits drawn by a program, with momentum.
// ARGS: 60 2
// BENCH: 2500 8
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int inputs, outputs;
  double **weight;   /* [outputs][inputs] */
  double **momentum; /* [outputs][inputs] */
  double *bias, *value, *error;
} Layer;

typedef struct {
  int count;
  Layer *layers;
} Net;

typedef struct {
  double pixels[144];
  int label;
} Sample;

static unsigned randomState = 31415;

static double randomUnit(void) {
  randomState = randomState * 1664525u + 1013904223u;
  return (randomState >> 9) / 8388608.0;
}

static double **allocateRows(int rows, int columns) {
  double **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; i++)
    m[i] = calloc(columns, sizeof **m);
  return m;
}

static void freeRows(double **m, int rows) {
  for (int i = 0; i < rows; i++)
    free(m[i]);
  free(m);
}

static Net *createNet(const int *sizes, int count) {
  Net *net = malloc(sizeof *net);
  net->count = count - 1;
  net->layers = calloc(net->count, sizeof *net->layers);
  for (int l = 0; l < net->count; l++) {
    Layer *layer = &net->layers[l];
    layer->inputs = sizes[l];
    layer->outputs = sizes[l + 1];
    layer->weight = allocateRows(layer->outputs, layer->inputs);
    layer->momentum = allocateRows(layer->outputs, layer->inputs);
    layer->bias = calloc(layer->outputs, sizeof *layer->bias);
    layer->value = calloc(layer->outputs, sizeof *layer->value);
    layer->error = calloc(layer->outputs, sizeof *layer->error);
    double range = sqrt(6.0 / (layer->inputs + layer->outputs));
    for (int o = 0; o < layer->outputs; o++)
      for (int i = 0; i < layer->inputs; i++)
        layer->weight[o][i] = (2 * randomUnit() - 1) * range;
  }
  return net;
}

static void destroyNet(Net *net) {
  for (int l = 0; l < net->count; l++) {
    Layer *layer = &net->layers[l];
    freeRows(layer->weight, layer->outputs);
    freeRows(layer->momentum, layer->outputs);
    free(layer->bias);
    free(layer->value);
    free(layer->error);
  }
  free(net->layers);
  free(net);
}

static double squash(double x) { return 1 / (1 + exp(-x)); }

static void forward(Net *net, const double *input) {
  for (int l = 0; l < net->count; l++) {
    Layer *layer = &net->layers[l];
    for (int o = 0; o < layer->outputs; o++) {
      const double *w = layer->weight[o];
      double sum = layer->bias[o];
      for (int i = 0; i < layer->inputs; i++)
        sum += w[i] * input[i];
      layer->value[o] = squash(sum);
    }
    input = layer->value;
  }
}

static void backward(Net *net, const double *input, int label, double rate) {
  Layer *last = &net->layers[net->count - 1];
  for (int o = 0; o < last->outputs; o++) {
    double wanted = o == label ? 1 : 0;
    last->error[o] = (wanted - last->value[o]) * last->value[o] * (1 - last->value[o]);
  }
  for (int l = net->count - 2; l >= 0; l--) {
    Layer *layer = &net->layers[l], *next = &net->layers[l + 1];
    for (int o = 0; o < layer->outputs; o++) {
      double sum = 0;
      for (int k = 0; k < next->outputs; k++)
        sum += next->weight[k][o] * next->error[k];
      layer->error[o] = sum * layer->value[o] * (1 - layer->value[o]);
    }
  }
  for (int l = 0; l < net->count; l++) {
    Layer *layer = &net->layers[l];
    const double *in = l == 0 ? input : net->layers[l - 1].value;
    for (int o = 0; o < layer->outputs; o++) {
      double step = rate * layer->error[o];
      for (int i = 0; i < layer->inputs; i++) {
        layer->momentum[o][i] = 0.5 * layer->momentum[o][i] + step * in[i];
        layer->weight[o][i] += layer->momentum[o][i];
      }
      layer->bias[o] += step;
    }
  }
}

static int guess(const Net *net) {
  const Layer *last = &net->layers[net->count - 1];
  int best = 0;
  for (int o = 1; o < last->outputs; o++)
    if (last->value[o] > last->value[best])
      best = o;
  return best;
}

/* Seven-segment digits, shifted and noisy. */
static void draw(Sample *s, int label) {
  static const unsigned char segments[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f};
  int left = 1 + (int)(randomUnit() * 4), top = (int)(randomUnit() * 2);
  memset(s->pixels, 0, sizeof s->pixels);
  s->label = label;
  for (int k = 0; k < 6; k++) {
    unsigned on = segments[label];
    if (on & 1)
      s->pixels[top * 12 + left + k] = 1;
    if (on & 2 && k < 5)
      s->pixels[(top + k) * 12 + left] = 1;
    if (on & 4 && k < 5)
      s->pixels[(top + k) * 12 + left + 5] = 1;
    if (on & 8)
      s->pixels[(top + 5) * 12 + left + k] = 1;
    if (on & 16 && k < 5)
      s->pixels[(top + 5 + k) * 12 + left] = 1;
    if (on & 32 && k < 5)
      s->pixels[(top + 5 + k) * 12 + left + 5] = 1;
    if (on & 64)
      s->pixels[(top + 10) * 12 + left + k] = 1;
  }
  for (int i = 0; i < 144; i++)
    s->pixels[i] = 0.8 * s->pixels[i] + 0.2 * randomUnit();
}

static int evaluate(Net *net, const Sample *samples, int count, int confusion[10][10]) {
  int right = 0;
  for (int i = 0; i < count; i++) {
    forward(net, samples[i].pixels);
    int g = guess(net);
    confusion[samples[i].label][g]++;
    if (g == samples[i].label)
      right++;
  }
  return right;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 200, epochs = argc > 2 ? atoi(argv[2]) : 5;
  int sizes[] = {144, 64, 32, 10}, confusion[10][10] = {{0}};
  Sample *samples = malloc(count * sizeof *samples);
  for (int i = 0; i < count; i++)
    draw(&samples[i], i % 10);
  Net *net = createNet(sizes, 4);
  for (int e = 0; e < epochs; e++) {
    double loss = 0;
    for (int i = 0; i < count; i++) {
      forward(net, samples[i].pixels);
      backward(net, samples[i].pixels, samples[i].label, 0.1);
      const Layer *last = &net->layers[net->count - 1];
      for (int o = 0; o < last->outputs; o++)
        loss += last->error[o] * last->error[o];
    }
    printf("epoch %d loss %.12g\n", e, loss);
  }
  printf("right %d of %d\n", evaluate(net, samples, count, confusion), count);
  for (int a = 0; a < 10; a++) {
    for (int b = 0; b < 10; b++)
      printf("%3d", confusion[a][b]);
    printf("\n");
  }
  destroyNet(net);
  free(samples);
  return 0;
}
