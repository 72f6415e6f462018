/* SPDX-License-Identifier: Apache-2.0
 * Options on a share without dividends. */
#ifndef OPTION_H
#define OPTION_H

enum option_kind { CALL, PUT };

struct option {
  enum option_kind kind;
  double spot;       /* price of the share now */
  double strike;     /* price at which it may be bought or sold */
  double rate;       /* riskless, a year */
  double volatility; /* a year */
  double years;      /* until it expires */
  double european;   /* results: value and its slope by the spot price, */
  double delta;      /*   exercised at the end only (Black-Scholes) */
  double american;   /*   exercised at any time (binomial tree) */
};

/* F. Black, M. Scholes, "The Pricing of Options and Corporate Liabilities",
 * 1973. */
void price_european(struct option *option);

/* J. C. Cox, S. A. Ross, M. Rubinstein, "Option Pricing: A Simplified
 * Approach", 1979; at most MAX_STEPS steps. */
#define MAX_STEPS 2048
double price_american(const struct option *option, int steps);

/* Both, for each of `count` options. */
void price_all(struct option *options, int count, int steps);

#endif
