/* SPDX-License-Identifier: Apache-2.0 */
#include "settings/say.h"

#include "platform/platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hki_say(const char *format, ...) {
  static const char prefix[] = "hocket: ";
  char text[512];
  size_t length = sizeof prefix - 1;
  memcpy(text, prefix, length);
  va_list arguments;
  va_start(arguments, format);
  int more =
      vsnprintf(text + length, sizeof text - length - 1, format, arguments);
  va_end(arguments);
  size_t room = sizeof text - length - 2;
  length += more < 0 ? 0 : (size_t)more < room ? (size_t)more : room;
  text[length++] = '\n';
  hki_platform_write(text, length);
}
