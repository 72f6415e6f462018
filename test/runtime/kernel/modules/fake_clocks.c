// SPDX-License-Identifier: GPL-2.0
/*
 * A cpufreq driver without hardware, for tests: each two processors share a
 * clock, which is a number in /sys/module/fake_clocks/parameters/khz. What the
 * kernel's governors and files make of a request can be seen there.
 *
 * Modules for Linux are under its licence, unlike the rest of Hocket. Nothing
 * of this is linked with libhocket.
 */
#include <linux/cpufreq.h>
#include <linux/module.h>

enum { CPUS = 64 };

static char *kind = "table";
module_param(kind, charp, 0444);
MODULE_PARM_DESC(kind, "table of frequencies, any in a range, or limits only");

static unsigned int khz[CPUS];
static unsigned int khz_count;
module_param_array(khz, uint, &khz_count, 0444);
MODULE_PARM_DESC(khz, "what the clock of each processor is set to");

static unsigned int changes;
module_param(changes, uint, 0444);
MODULE_PARM_DESC(changes, "how often the kernel has asked for a frequency");

static bool fails;
module_param(fails, bool, 0644);
MODULE_PARM_DESC(fails, "the hardware refuses");

static unsigned int most;
module_param(most, uint, 0644);
MODULE_PARM_DESC(most, "kHz that firmware lets clocks have, without a word; 0: any");

/* Drivers list frequencies in either order. */
static struct cpufreq_frequency_table ascending[] = {
	{ 0, 0, 200000 },  { 0, 0, 600000 }, { 0, 0, 1000000 },
	{ 0, 0, 1400000 }, { 0, 0, CPUFREQ_TABLE_END }
};
static struct cpufreq_frequency_table descending[] = {
	{ 0, 0, 2000000 }, { 0, 0, 1600000 }, { 0, 0, 800000 },
	{ 0, 0, 400000 },  { 0, 0, CPUFREQ_TABLE_END }
};

static int set(struct cpufreq_policy *policy, unsigned int wanted)
{
	unsigned int cpu;

	changes++;
	if (fails)
		return -EIO;
	if (most && wanted > most)
		wanted = most;
	for_each_cpu(cpu, policy->related_cpus)
		WRITE_ONCE(khz[cpu], wanted);
	return 0;
}

static unsigned int get(unsigned int cpu)
{
	return READ_ONCE(khz[cpu]);
}

static int init_any(struct cpufreq_policy *policy)
{
	unsigned int first = policy->cpu & ~1u;

	cpumask_set_cpu(first, policy->cpus);
	if (cpu_possible(first + 1))
		cpumask_set_cpu(first + 1, policy->cpus);
	policy->cpuinfo.min_freq = 200000;
	policy->cpuinfo.max_freq = 1400000;
	policy->cpuinfo.transition_latency = CPUFREQ_ETERNAL;
	return 0;
}

static int init_table(struct cpufreq_policy *policy)
{
	bool is_first = policy->cpu < 2;

	init_any(policy);
	policy->freq_table = is_first ? ascending : descending;
	policy->cpuinfo.transition_latency = is_first ? 40000 : 140000;
	return 0;
}

static int set_index(struct cpufreq_policy *policy, unsigned int index)
{
	return set(policy, policy->freq_table[index].frequency);
}

static struct cpufreq_driver table_driver = {
	.name = "fake_clocks",
	.flags = CPUFREQ_HAVE_GOVERNOR_PER_POLICY,
	.init = init_table,
	.verify = cpufreq_generic_frequency_table_verify,
	.target_index = set_index,
	.get = get,
	.attr = cpufreq_generic_attr,
};

static int verify_range(struct cpufreq_policy_data *policy)
{
	cpufreq_verify_within_cpu_limits(policy);
	return 0;
}

static int set_any(struct cpufreq_policy *policy, unsigned int wanted,
		   unsigned int relation)
{
	struct cpufreq_freqs change = { .old = policy->cur, .new = wanted };
	int error;

	cpufreq_freq_transition_begin(policy, &change);
	error = set(policy, wanted);
	cpufreq_freq_transition_end(policy, &change, error != 0);
	return error;
}

static struct cpufreq_driver range_driver = {
	.name = "fake_clocks",
	.flags = CPUFREQ_HAVE_GOVERNOR_PER_POLICY,
	.init = init_any,
	.verify = verify_range,
	.target = set_any,
	.get = get,
};

/* As intel_pstate in its active mode: there are no governors. */
static int set_limits(struct cpufreq_policy *policy)
{
	return set(policy, policy->policy == CPUFREQ_POLICY_PERFORMANCE ?
				   policy->max : policy->min);
}

static int init_limits(struct cpufreq_policy *policy)
{
	policy->policy = CPUFREQ_POLICY_POWERSAVE;
	return init_any(policy);
}

static struct cpufreq_driver limits_driver = {
	.name = "fake_clocks",
	.init = init_limits,
	.verify = verify_range,
	.setpolicy = set_limits,
	.get = get,
};

static struct cpufreq_driver *driver = &table_driver;

static int __init begin(void)
{
	unsigned int cpu;

	if (nr_cpu_ids > CPUS)
		return -EINVAL;
	khz_count = nr_cpu_ids;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		khz[cpu] = cpu < 2 ? 600000 : 800000;
	if (!strcmp(kind, "range"))
		driver = &range_driver;
	else if (!strcmp(kind, "limits"))
		driver = &limits_driver;
	return cpufreq_register_driver(driver);
}

static void __exit end(void)
{
	cpufreq_unregister_driver(driver);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A cpufreq driver without hardware");
