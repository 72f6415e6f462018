/* SPDX-License-Identifier: Apache-2.0
 *
 * What a reservation has to say.
 */
#pragma once

/* Who is told; see hk_reserve_request. */
struct hki_voice {
  void (*say)(void *context, int detail, const char *text);
  void *context;
};

void hki_voice_say(const struct hki_voice *voice, int detail,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));
