/* SPDX-License-Identifier: Apache-2.0
 *
 * For the guest, compiled by hocketcc with --profile-generate.
 */
int main(int argc, char **argv) {
  volatile int sum = 0;
  (void)argv;
  for (int i = 0; i < 1000 * argc; i++)
    sum += i;
  return 0;
}
