// SPDX-License-Identifier: GPL-2.0
/*
 * A UIO device without hardware, for tests: a page with the registers of two
 * clocks and of the voltage that they have in common. What is in them can be
 * seen in /sys/module/fake_registers/parameters.
 *
 * A multiplier is in the low byte of a clock's register, and the low byte of
 * the voltage's must never be less than either: a thread looks all the time.
 *
 * Modules for Linux are under its licence, unlike the rest of Hocket. Nothing
 * of this is linked with libhocket.
 */
#include <linux/io.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/uio_driver.h>

enum { FIRST_CLOCK, SECOND_CLOCK, VOLTAGE = 4, WORDS = 8 };

static unsigned int begin;
module_param(begin, uint, 0444);
MODULE_PARM_DESC(begin, "where in their page the registers begin");

static bool physical;
module_param(physical, bool, 0444);
MODULE_PARM_DESC(physical, "mapped as a device's memory is");

static bool stuck;
module_param(stuck, bool, 0644);
MODULE_PARM_DESC(stuck, "the first clock's register keeps what it holds");

static unsigned long looks;
module_param(looks, ulong, 0444);
MODULE_PARM_DESC(looks, "how often the thread has looked");

static unsigned long too_low;
module_param(too_low, ulong, 0644);
MODULE_PARM_DESC(too_low, "how often the voltage was less than a clock needs");

static unsigned long page;
static u32 *words;

static int get_words(char *text, const struct kernel_param *parameter)
{
	int length = 0;
	int i;

	for (i = 0; words && i < WORDS; i++)
		length += sysfs_emit_at(text, length, "%s%x", i ? " " : "",
					READ_ONCE(words[i]));
	return length + sysfs_emit_at(text, length, "\n");
}
static const struct kernel_param_ops words_ops = { .get = get_words };
module_param_cb(words, &words_ops, NULL, 0444);
MODULE_PARM_DESC(words, "what the registers hold, in hexadecimal");

static struct uio_info info = {
	.name = "fake-clocks",
	.version = "1",
	.irq = UIO_IRQ_NONE,
};
static struct platform_device *device;
static struct task_struct *thread;

/* Only what was seen within some microseconds counts: QEMU may have stopped
 * this processor in between. */
static void look(void)
{
	u64 start = ktime_get_ns();
	u8 first = READ_ONCE(words[FIRST_CLOCK]);
	u8 second = READ_ONCE(words[SECOND_CLOCK]);
	u8 voltage;

	smp_rmb();
	voltage = READ_ONCE(words[VOLTAGE]);
	smp_rmb();
	if (first != (u8)READ_ONCE(words[FIRST_CLOCK]) ||
	    second != (u8)READ_ONCE(words[SECOND_CLOCK]) ||
	    ktime_get_ns() - start > 5000)
		return;
	looks++;
	if (voltage < first || voltage < second)
		too_low++;
}

static int look_on(void *unused)
{
	u32 kept = READ_ONCE(words[FIRST_CLOCK]);

	while (!kthread_should_stop()) {
		look();
		if (stuck)
			WRITE_ONCE(words[FIRST_CLOCK], kept);
		else
			kept = READ_ONCE(words[FIRST_CLOCK]);
		cond_resched();
	}
	return 0;
}

static int __init begin_module(void)
{
	int error;

	if (begin % 4 || begin > PAGE_SIZE / 2)
		return -EINVAL;
	page = get_zeroed_page(GFP_KERNEL);
	if (!page)
		return -ENOMEM;
	words = (u32 *)(page + begin);
	words[FIRST_CLOCK] = 0xabcd0004;
	words[SECOND_CLOCK] = 0xffffff03;
	words[VOLTAGE] = 0x1209;
	info.mem[0].name = "registers";
	info.mem[0].memtype = physical ? UIO_MEM_PHYS : UIO_MEM_LOGICAL;
	info.mem[0].addr = physical ? virt_to_phys((void *)page) : page;
	info.mem[0].offs = begin;
	info.mem[0].size = PAGE_SIZE;
	device = platform_device_register_simple("fake-clocks", -1, NULL, 0);
	error = PTR_ERR_OR_ZERO(device);
	if (error)
		goto no_device;
	error = uio_register_device(&device->dev, &info);
	if (error)
		goto no_uio;
	thread = kthread_run(look_on, NULL, "fake_registers");
	error = PTR_ERR_OR_ZERO(thread);
	if (!error)
		return 0;
	uio_unregister_device(&info);
no_uio:
	platform_device_unregister(device);
no_device:
	free_page(page);
	return error;
}

static void __exit end_module(void)
{
	kthread_stop(thread);
	uio_unregister_device(&info);
	platform_device_unregister(device);
	words = NULL;
	free_page(page);
}

module_init(begin_module);
module_exit(end_module);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A UIO device without hardware");
