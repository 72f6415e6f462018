// SPDX-License-Identifier: GPL-2.0
/*
 * A cpuidle driver with the idle states of a chip, for tests: all of them only
 * halt the processor. Which are used, the kernel counts itself.
 *
 * Modules for Linux are under its licence, unlike the rest of Hocket. Nothing
 * of this is linked with libhocket.
 */
#include <linux/cpuidle.h>
#include <linux/irqflags.h>
#include <linux/module.h>

static int enter(struct cpuidle_device *device, struct cpuidle_driver *driver,
		int index)
{
	raw_safe_halt();
	raw_local_irq_disable();
	return index;
}

/* The first is the kernel's own, which polls. */
static struct cpuidle_driver driver = {
	.name = "fake_idle",
	.owner = THIS_MODULE,
	.state_count = 4,
	.states = {
		{},
		{ .name = "C1", .desc = "clock gated", .exit_latency = 1,
		  .target_residency = 1, .enter = enter },
		{ .name = "core", .desc = "core gated", .exit_latency = 250,
		  .target_residency = 900, .enter = enter },
		{ .name = "cluster", .desc = "cluster gated", .exit_latency = 700,
		  .target_residency = 2500, .enter = enter },
	},
};

static int __init begin(void)
{
	cpuidle_poll_state_init(&driver);
	return cpuidle_register(&driver, NULL);
}

static void __exit end(void)
{
	cpuidle_unregister(&driver);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Idle states without hardware");
