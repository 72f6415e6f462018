/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __cplusplus
extern "C" {
#endif
void blur(const double *in, double *out, int count);
void fill_table(double *table, int count);
#ifdef __cplusplus
}
#endif
