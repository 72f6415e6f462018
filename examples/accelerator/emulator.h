/* Accelerators that are not there: a driver that plays one, in a thread of its
 * own. It sees nothing but the bytes that it is given, which it copies into
 * memory of its own; it takes the time that it is said to take; and it gives
 * back nothing but the bytes that it is to give back. So what a pragma leaves
 * out of in(...) or out(...) shows as a wrong result.
 *
 * EMULATED=off     there is no driver
 * EMULATED=busy    the accelerator is always busy
 * EMULATED=taken   every second time it is */
#pragma once

/* What the accelerator does for a task: buffers as the pragma names them. What
 * is out, but not in, holds noise at first. */
struct emulated_task {
  const char *name;
  void (*run)(void *const *buffers, const unsigned long *bytes);
  unsigned long microseconds; /* that the accelerator takes, at least */
};

/* \param tasks up to one without a name; they and the name have to stay. */
void emulate(const char *accelerator, const struct emulated_task *tasks);
