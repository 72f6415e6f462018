/* mlp.c -- train a small multilayer perceptron with mini-batch SGD + momentum
 *
 * The data set is generated: points on K noisy spiral arms lifted into a
 * higher dimensional space by a fixed random map.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

enum activation { ACT_TANH, ACT_RELU, ACT_SOFTMAX };

struct layer {
    int n_in, n_out;
    enum activation act;
    double *w;      /* n_out x n_in */
    double *b;      /* n_out */
    double *gw, *gb;    /* gradients */
    double *vw, *vb;    /* momentum */
    double *out;    /* batch x n_out */
    double *delta;  /* batch x n_out */
};

struct net {
    int n_layers;
    int batch;
    struct layer layers[];
};

struct dataset {
    int n, dim, classes;
    double **x;     /* row pointers */
    int *label;
};

static unsigned long long seed = 88172645463325252ULL;

static double frand(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL) {
        perror("mlp");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void layer_init(struct layer *l, int n_in, int n_out, int batch, enum activation act)
{
    double scale = sqrt(6.0 / (n_in + n_out));
    int i;

    l->n_in = n_in;
    l->n_out = n_out;
    l->act = act;
    l->w = xcalloc((size_t)n_in * n_out, sizeof(double));
    l->gw = xcalloc((size_t)n_in * n_out, sizeof(double));
    l->vw = xcalloc((size_t)n_in * n_out, sizeof(double));
    l->b = xcalloc(n_out, sizeof(double));
    l->gb = xcalloc(n_out, sizeof(double));
    l->vb = xcalloc(n_out, sizeof(double));
    l->out = xcalloc((size_t)batch * n_out, sizeof(double));
    l->delta = xcalloc((size_t)batch * n_out, sizeof(double));
    for (i = 0; i < n_in * n_out; i++)
        l->w[i] = scale * (2.0 * frand() - 1.0);
}

static struct net *net_create(const int *sizes, int n_layers, int batch)
{
    struct net *net = xcalloc(1, sizeof(*net) + n_layers * sizeof(struct layer));
    int i;

    net->n_layers = n_layers;
    net->batch = batch;
    for (i = 0; i < n_layers; i++) {
        enum activation a = i == n_layers - 1 ? ACT_SOFTMAX : (i % 2 ? ACT_RELU : ACT_TANH);
        layer_init(&net->layers[i], sizes[i], sizes[i + 1], batch, a);
    }
    return net;
}

static void net_destroy(struct net *net)
{
    int i;

    for (i = 0; i < net->n_layers; i++) {
        struct layer *l = &net->layers[i];
        free(l->w); free(l->gw); free(l->vw);
        free(l->b); free(l->gb); free(l->vb);
        free(l->out); free(l->delta);
    }
    free(net);
}

static void activate(enum activation act, double *v, int n)
{
    double m, s;
    int i;

    switch (act) {
    case ACT_TANH:
        for (i = 0; i < n; i++)
            v[i] = tanh(v[i]);
        break;
    case ACT_RELU:
        for (i = 0; i < n; i++)
            if (v[i] < 0)
                v[i] = 0;
        break;
    case ACT_SOFTMAX:
        m = v[0];
        for (i = 1; i < n; i++)
            if (v[i] > m)
                m = v[i];
        s = 0;
        for (i = 0; i < n; i++) {
            v[i] = exp(v[i] - m);
            s += v[i];
        }
        for (i = 0; i < n; i++)
            v[i] /= s;
        break;
    }
}

static double act_slope(enum activation act, double y)
{
    return act == ACT_TANH ? 1.0 - y * y : (y > 0 ? 1.0 : 0.0);
}

static const double *layer_input(const struct net *net, int li, double *const *x, int s)
{
    if (li == 0)
        return x[s];
    return net->layers[li - 1].out + (size_t)s * net->layers[li - 1].n_out;
}

/* one sample through all layers; samples are independent */
static void forward_sample(struct net *net, double **x, int s)
{
    int li, o, i;

    for (li = 0; li < net->n_layers; li++) {
        struct layer *l = &net->layers[li];
        const double *in = layer_input(net, li, x, s);
        double *out = l->out + (size_t)s * l->n_out;
        int n_in = l->n_in, n_out = l->n_out;
        /* four outputs at once hide the latency of the ordered sums */
        for (o = 0; o + 4 <= n_out; o += 4) {
            const double *w0 = l->w + (size_t)o * n_in, *w1 = w0 + n_in, *w2 = w1 + n_in, *w3 = w2 + n_in;
            double a0 = l->b[o], a1 = l->b[o + 1], a2 = l->b[o + 2], a3 = l->b[o + 3];
            for (i = 0; i < n_in; i++) {
                a0 += w0[i] * in[i];
                a1 += w1[i] * in[i];
                a2 += w2[i] * in[i];
                a3 += w3[i] * in[i];
            }
            out[o] = a0; out[o + 1] = a1; out[o + 2] = a2; out[o + 3] = a3;
        }
        for (; o < n_out; o++) {
            double acc = l->b[o];
            for (i = 0; i < n_in; i++)
                acc += l->w[(size_t)o * n_in + i] * in[i];
            out[o] = acc;
        }
        activate(l->act, out, n_out);
    }
}

static void forward(struct net *net, double **x, int count)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < count; s++)
        forward_sample(net, x, s);
}

/* deltas of one sample for all layers; acc is scratch of the widest layer */
static void backprop_sample(struct net *net, const int *label, int s, double *acc)
{
    struct layer *last = &net->layers[net->n_layers - 1];
    double *p = last->out + (size_t)s * last->n_out;
    double *dl = last->delta + (size_t)s * last->n_out;
    int li, o, i;

    for (o = 0; o < last->n_out; o++)
        dl[o] = p[o] - (o == label[s] ? 1.0 : 0.0);
    for (li = net->n_layers - 1; li > 0; li--) {
        struct layer *l = &net->layers[li];
        struct layer *prev = &net->layers[li - 1];
        const double *d = l->delta + (size_t)s * l->n_out;
        int n_in = l->n_in;
        for (i = 0; i < n_in; i++)
            acc[i] = 0;
        for (o = 0; o < l->n_out; o++) {
            const double *w = l->w + (size_t)o * n_in;
            double dv = d[o];
#pragma omp simd
            for (i = 0; i < n_in; i++)
                acc[i] += w[i] * dv;
        }
        for (i = 0; i < n_in; i++) {
            size_t k = (size_t)s * n_in + i;
            prev->delta[k] = acc[i] * act_slope(prev->act, prev->out[k]);
        }
    }
}

/* gradient and momentum step for one neuron, samples in order */
static void train_neuron(struct net *net, int li, int o, double **x, int count,
                         double rate, double momentum)
{
    struct layer *l = &net->layers[li];
    int n_in = l->n_in;
    double *g = l->gw + (size_t)o * n_in, *v = l->vw + (size_t)o * n_in, *w = l->w + (size_t)o * n_in;
    double gb = 0;
    int s, i;

    memset(g, 0, n_in * sizeof(double));
    for (s = 0; s < count; s++) {
        const double *in = layer_input(net, li, x, s);
        double d = l->delta[(size_t)s * l->n_out + o];
#pragma omp simd
        for (i = 0; i < n_in; i++)
            g[i] += d * in[i];
        gb += d;
    }
#pragma omp simd
    for (i = 0; i < n_in; i++) {
        v[i] = momentum * v[i] - rate * g[i] / count;
        w[i] += v[i];
    }
    l->gb[o] = gb;
    l->vb[o] = momentum * l->vb[o] - rate * gb / count;
    l->b[o] += l->vb[o];
}

/* one training step; returns summed cross entropy of the batch */
static double train_batch(struct net *net, double **x, const int *label, int count,
                          double rate, double momentum)
{
    struct layer *last = &net->layers[net->n_layers - 1];
    double loss = 0;
    int width = 0, li;

    for (li = 0; li < net->n_layers; li++)
        if (net->layers[li].n_in > width)
            width = net->layers[li].n_in;
#pragma omp parallel
    {
        double acc[width];
#pragma omp for schedule(static)
        for (int s = 0; s < count; s++) {
            forward_sample(net, x, s);
            backprop_sample(net, label, s, acc);
        }
        for (int k = 0; k < net->n_layers; k++) {
#pragma omp for schedule(static) nowait
            for (int o = 0; o < net->layers[k].n_out; o++)
                train_neuron(net, k, o, x, count, rate, momentum);
        }
    }
    for (int s = 0; s < count; s++)
        loss -= log(last->out[(size_t)s * last->n_out + label[s]] + 1e-12);
    return loss;
}

static struct dataset *make_spirals(int n, int dim, int classes)
{
    struct dataset *ds = xcalloc(1, sizeof(*ds));
    double *proj = xcalloc((size_t)dim * 2, sizeof(double));
    int i, j;

    ds->n = n;
    ds->dim = dim;
    ds->classes = classes;
    ds->x = xcalloc(n, sizeof(double *));
    ds->label = xcalloc(n, sizeof(int));
    for (i = 0; i < 2 * dim; i++)
        proj[i] = 2 * frand() - 1;
    for (i = 0; i < n; i++) {
        int c = (int)(frand() * classes);
        double r = frand();
        double t = 2.0 * M_PI * (0.8 * r + (double)c / classes) + 0.15 * (frand() - 0.5);
        ds->label[i] = c;
        ds->x[i] = xcalloc(dim, sizeof(double));
        for (j = 0; j < dim; j++)
            ds->x[i][j] = r * (proj[2 * j] * cos(t) + proj[2 * j + 1] * sin(t)) + 0.02 * (frand() - 0.5);
    }
    free(proj);
    return ds;
}

static int count_correct(struct net *net, struct dataset *ds)
{
    struct layer *last = &net->layers[net->n_layers - 1];
    int start, s, o, good = 0;

    for (start = 0; start < ds->n; start += net->batch) {
        int count = ds->n - start < net->batch ? ds->n - start : net->batch;
        forward(net, ds->x + start, count);
        for (s = 0; s < count; s++) {
            double *p = last->out + (size_t)s * last->n_out;
            int best = 0;
            for (o = 1; o < last->n_out; o++)
                if (p[o] > p[best])
                    best = o;
            good += best == ds->label[start + s];
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000;
    int epochs = argc > 2 ? atoi(argv[2]) : 22;
    int hidden = argc > 3 ? atoi(argv[3]) : 96;
    int batch = argc > 4 ? atoi(argv[4]) : 64;
    int e, start, i;

    if (n < 10 || epochs < 1 || hidden < 2 || batch < 1 || batch > n) {
        fprintf(stderr, "usage: mlp [samples [epochs [hidden [batch]]]]\n");
        return EXIT_FAILURE;
    }
    struct dataset *ds = make_spirals(n, 32, 5);
    int sizes[] = { ds->dim, hidden, hidden / 2 + 1, ds->classes };
    struct net *net = net_create(sizes, 3, batch);

    for (e = 0; e < epochs; e++) {
        double loss = 0, rate = 0.1 / (1 + 0.05 * e);
        for (start = 0; start < n; start += batch) {
            int count = n - start < batch ? n - start : batch;
            loss += train_batch(net, ds->x + start, ds->label + start, count, rate, 0.9);
        }
        if (e % 5 == 4 || e == epochs - 1)
            printf("epoch %3d  loss %.9f\n", e + 1, loss / n);
    }
    int good = count_correct(net, ds);
    printf("accuracy %d/%d (%.2f%%)\n", good, n, 100.0 * good / n);
    for (i = 0; i < net->n_layers; i++) {
        struct layer *l = &net->layers[i];
        double s = 0;
        for (int k = 0; k < l->n_in * l->n_out; k++)
            s += l->w[k] * l->w[k];
        printf("layer %d %dx%d |w| %.9f b0 %.9f\n", i, l->n_out, l->n_in, sqrt(s), l->b[0]);
    }
    net_destroy(net);
    for (i = 0; i < n; i++)
        free(ds->x[i]);
    free(ds->x);
    free(ds->label);
    free(ds);
    return EXIT_SUCCESS;
}
