/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: the memory that a call of printf reads and writes.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* Touches the format and the strings among the arguments. What it does not know
 * ends the child. */
void hki_touch_arguments(const char *format, va_list arguments);

/* Both, and vsnprintf. */
int hki_format_into(char *to, size_t room, const char *format,
                    va_list arguments);
