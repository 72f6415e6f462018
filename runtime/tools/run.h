/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket run: a program on cores of its own.
 */
#pragma once

/* The command; see struct hkt_command. */
int hkt_run(int argc, char **argv);
