# The sources of libhocket below src/, for CMakeLists.txt and Makefile. What ends in _NAME is for that platform alone.
HOCKET_COMMON = accelerate/accelerate.c accelerate/marks.c abi/cache.c abi/clock.c abi/errno.c abi/index.c abi/profile.c abi/readable.c fibers/fibers.c settings/say.c settings/settings.c speculate/heap/arena.c speculate/attempt.c speculate/bounds.c speculate/child.c speculate/children.c speculate/collect.c speculate/commit.c speculate/defer.c speculate/foresight/foresee.c speculate/format.c speculate/loop.c speculate/memory.c speculate/messages.c speculate/numbers.c speculate/output.c speculate/foresight/places.c speculate/policy.c speculate/process.c speculate/foresight/recurrence.c speculate/foresight/rule.c speculate/heap/heap.c speculate/heap/regions.c speculate/segment.c speculate/adds.c speculate/log.c speculate/shadow.c speculate/slot.c speculate/sort.c speculate/strings.c deadline/estimate.c deadline/planned.c team/clusters.c team/deadline.c team/fork.c team/forkjoin.c team/launch_threads.c team/measure.c team/net.c team/order.c team/overlap.c team/place.c team/rank.c team/region.c team/resources.c team/set_up.c team/team.c team/verdict.c team/worker.c platform/give_up.c precompute/calls.c precompute/makers.c precompute/ring.c
HOCKET_OPENMP = team/launch_openmp.c
HOCKET_WAITS = waits/barrier.c waits/doze.c waits/flag.c waits/pace.c waits/strategy.c waits/waiter.c waits/waiting.c
HOCKET_POWER = power/barrier_power.c power/clock.c power/gate.c power/gating.c power/none.c power/power.c power/request.c power/sim.c power/sleep_cost.c
HOCKET_TRACE = trace/image.c trace/print.c trace/record.c trace/store.c
HOCKET_MACHINE_linux = machine/files/files.c machine/files/files_threads.c machine/files/line.c machine/files/registers.c machine/files/system.c machine/files/text.c machine/format/folder.c machine/format/owner.c machine/format/record.c machine/identity/identity.c machine/journal/announce.c machine/journal/companions.c machine/journal/journal.c machine/journal/peers.c machine/journal/writer.c machine/restore/memory.c machine/restore/reader.c machine/restore/report.c machine/restore/restore.c machine/restore/undo.c machine/restore/undo_explain.c machine/restore/undo_folder.c machine/restore/watchdog.c
HOCKET_MACHINE_posix = machine/identity/identity_none.c machine/restore/report_none.c
HOCKET_MACHINE_serial = machine/identity/identity_none.c machine/restore/report_none.c
HOCKET_RESERVE_linux = reserve/carry_out.c reserve/choose.c reserve/look/cpus.c reserve/look/look.c reserve/names.c reserve/plan/affinity.c reserve/plan/cpuset.c reserve/plan/level.c reserve/plan/noise.c reserve/plan/partition.c reserve/plan/plan.c reserve/reserve.c reserve/voice.c
HOCKET_RESERVE_posix = reserve/names.c reserve/none.c
HOCKET_RESERVE_serial = reserve/names.c reserve/none.c
HOCKET_POWER_linux = power/linux/backends.c power/linux/claim.c power/linux/cpufreq.c power/linux/idle.c power/linux/kept.c power/linux/limits.c power/linux/machine.c power/linux/mmio.c power/linux/online.c power/linux/policies.c
HOCKET_POWER_posix = power/portable/portable.c
HOCKET_POWER_serial = power/portable/portable.c
HOCKET_PLATFORM_linux = platform/linux/areas.c platform/linux/children.c platform/linux/confine.c platform/posix/coroutines.c platform/posix/files.c platform/posix/mapped.c platform/linux/processors.c platform/linux/readable.c platform/linux/set_clock.c platform/linux/sleep.c platform/linux/slice.c platform/posix/threads.c
HOCKET_PLATFORM_posix = platform/posix/coroutines.c platform/posix/files.c platform/posix/mapped.c platform/posix/no_children.c platform/posix/processors.c platform/posix/readable.c platform/posix/sleep.c platform/posix/threads.c
HOCKET_PLATFORM_serial = platform/posix/no_children.c platform/serial/platform.c
# The commands, below tools/; for Linux.
HOCKET_TOOLS = commands.c doctor.c doctor_clocks.c doctor_cores.c doctor_machine.c doctor_other.c doctor_programs.c options.c recording.c restore.c run.c
