/* SPDX-License-Identifier: Apache-2.0 */
#include "reserve/voice.h"

#include <stdarg.h>
#include <stdio.h>

void hki_voice_say(const struct hki_voice *voice, int detail,
                   const char *format, ...) {
  if (!voice->say)
    return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  voice->say(voice->context, detail, text);
}
