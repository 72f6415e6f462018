/* SPDX-License-Identifier: Apache-2.0
 *
 * Energies of a Fourier spectrum in scale-factor bands, spread over their
 * neighbours as the ear does (M. R. Schroeder, B. S. Atal and J. L. Hall,
 * 1979), lowered by more for tones than for noise (J. D. Johnston, 1988, who
 * tells them apart by the flatness of the spectrum), and not below what is
 * audible in silence (E. Terhardt, 1979). */
#include "psycho.h"

#include "fft.h"

#include <math.h>

enum { LONG_LOG2 = 11, SHORT_LOG2 = 8, LEAST_LINES = 16 };

#define FULL_SCALE_DB 96.0 /* of a sine of 32768, above the least audible */
#define TONE_DB 18.0f      /* noise below a tone, to be masked by it */
#define NOISE_DB 6.0f      /* and below noise */
#define TONE_FLATNESS -20.0f

/* The ear, by windows of one length. */
struct ear {
  int log2; /* of the samples of a window */
  struct bands bands;
  float window[2 * FRAME];
  float spread[MOST_LONG][MOST_LONG]; /* [to][from]; each row's sum is 1 */
  float quiet[MOST_LONG];             /* energy of lines that is just audible */
};

static struct ear long_ear, short_ear;

static double bark(double hertz) {
  return 13 * atan(0.00076 * hertz) + 3.5 * atan(hertz / 7500 * (hertz / 7500));
}

static double spreading_db(double distance) {
  double x = distance + 0.474;
  return 15.81 + 7.5 * x - 17.5 * sqrt(1 + x * x);
}

static double quiet_db(double hertz) {
  double khz = hertz / 1000;
  return 3.64 * pow(khz, -0.8) - 6.5 * exp(-0.6 * (khz - 3.3) * (khz - 3.3)) +
         0.001 * khz * khz * khz * khz;
}

static double from_db(double db) { return pow(10, db / 10); }

static void ear_init(struct ear *ear, const struct bands *bands, int log2,
                     int rate) {
  int size = 1 << log2, lines = size / 2;
  double middle[MOST_LONG];

  ear->log2 = log2;
  ear->bands = *bands;
  for (int n = 0; n < size; n++)
    ear->window[n] =
        (float)(0.5 - 0.5 * cos(2 * 3.14159265358979323846 * (n + 0.5) / size));
  for (int b = 0; b < bands->used; b++)
    middle[b] =
        (bands->offset[b] + bands->offset[b + 1]) / 2.0 * rate / 2 / lines;
  for (int to = 0; to < bands->used; to++) {
    double sum = 0, full_scale = 32768.0 * lines;
    for (int from = 0; from < bands->used; from++)
      sum += from_db(spreading_db(bark(middle[to]) - bark(middle[from])));
    for (int from = 0; from < bands->used; from++)
      ear->spread[to][from] =
          (float)(from_db(spreading_db(bark(middle[to]) - bark(middle[from]))) /
                  sum);
    ear->quiet[to] = (float)(full_scale * full_scale *
                             from_db(quiet_db(middle[to]) - FULL_SCALE_DB));
  }
}

void psycho_init(const struct bands *of_long, const struct bands *of_short,
                 int rate) {
  ear_init(&long_ear, of_long, LONG_LOG2, rate);
  ear_init(&short_ear, of_short, SHORT_LOG2, rate);
}

static void power_spectrum(const struct ear *ear, const float *samples,
                           float *power) {
  float re[2 * FRAME], im[2 * FRAME];
  int size = 1 << ear->log2;

  for (int n = 0; n < size; n++) {
    re[n] = samples[n] * ear->window[n];
    im[n] = 0;
  }
  fft(re, im, ear->log2);
  for (int k = 0; k < size / 2; k++)
    power[k] = re[k] * re[k] + im[k] * im[k] + 1;
}

/* 1 for a tone, 0 for noise: the geometric beside the arithmetic mean of the
 * power from line `begin` to `end`, or of more lines around if these are few.
 */
static float tonality(const float *power, const float *log_power, int begin,
                      int end, int lines) {
  int more = end - begin < LEAST_LINES ? (LEAST_LINES - (end - begin)) / 2 : 0;
  float sum = 0, log_sum = 0;

  begin = begin - more < 0 ? 0 : begin - more;
  end = end + more > lines ? lines : end + more;
  for (int k = begin; k < end; k++) {
    sum += power[k];
    log_sum += log_power[k];
  }
  float count = (float)(end - begin);
  float flatness = log_sum / count - 10 * log10f(sum / count); /* dB, < 0 */
  float tone = flatness / TONE_FLATNESS;
  return tone < 0 ? 0 : tone > 1 ? 1 : tone;
}

/* The noise that each band of a window can hide, as a part of its energy. */
static void masking(const struct ear *ear, const float *samples, float *part) {
  float power[FRAME], log_power[FRAME];
  float energy[MOST_LONG], tone[MOST_LONG];
  int lines = 1 << (ear->log2 - 1);
  const int *offset = ear->bands.offset;

  power_spectrum(ear, samples, power);
  for (int k = 0; k < lines; k++)
    log_power[k] = 10 * log10f(power[k]);
  for (int b = 0; b < ear->bands.used; b++) {
    float sum = 0;
    for (int k = offset[b]; k < offset[b + 1]; k++)
      sum += power[k];
    energy[b] = sum;
    tone[b] = tonality(power, log_power, offset[b], offset[b + 1], lines);
  }
  for (int b = 0; b < ear->bands.used; b++) {
    float sum = 0;
    for (int from = 0; from < ear->bands.used; from++)
      sum += ear->spread[b][from] * energy[from];
    float db = tone[b] * TONE_DB + (1 - tone[b]) * NOISE_DB;
    float hidden = sum * powf(10, -0.1f * db) / energy[b];
    part[b] = hidden < 1 ? hidden : 1;
  }
}

static float energy_of(const float *lines, int begin, int end) {
  float sum = 0;

  for (int k = begin; k < end; k++)
    sum += lines[k] * lines[k];
  return sum;
}

/* Adds what one window has in each band, to bands from `first`. */
static void add_window(const struct ear *ear, const float *samples,
                       const float *lines, int first,
                       struct spectrum *spectrum) {
  float part[MOST_LONG];

  masking(ear, samples, part);
  for (int b = 0; b < ear->bands.used; b++) {
    float e = energy_of(lines, ear->bands.offset[b], ear->bands.offset[b + 1]);
    float hidden = e * part[b];
    spectrum->energy[first + b] += e;
    spectrum->allowed[first + b] +=
        hidden > ear->quiet[b] ? hidden : ear->quiet[b];
  }
}

void listen(const float *samples, const float *lines,
            const struct layout *layout, struct spectrum *spectrum) {
  int window = 0;

  for (int b = 0; b < layout->bands; b++)
    spectrum->energy[b] = spectrum->allowed[b] = 0;
  if (layout->windows == 1) {
    add_window(&long_ear, samples, lines, 0, spectrum);
    return;
  }
  for (int g = 0; g < layout->groups; g++)
    for (int w = 0; w < layout->length[g]; w++, window++)
      add_window(&short_ear, samples + SHORT_BEGIN + window * SHORT,
                 lines + window * SHORT, g * layout->group_bands, spectrum);
}

float band_entropy(float energy, float allowed, int lines) {
  return energy > allowed ? 0.5f * (float)lines * log2f(energy / allowed) : 0;
}

void sum_entropy(struct spectrum *spectrum, const struct layout *layout) {
  float sum = 0;

  for (int b = 0; b < layout->bands; b++)
    sum += band_entropy(spectrum->energy[b], spectrum->allowed[b],
                        layout->offset[b + 1] - layout->offset[b]);
  spectrum->entropy = sum;
}
