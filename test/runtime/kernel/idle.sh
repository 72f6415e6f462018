# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): gating by the kernel's cpuidle, and processors offline.
cpu=/sys/devices/system/cpu
passes the idle states of fake_idle.ko -- insmod /modules/fake_idle.ko
state() {
  journals
  cat $cpu/cpu*/power/pm_qos_resume_latency_us $cpu/cpu*/cpuidle/state*/disable $cpu/online
  cat $cpu/cpufreq/policy*/scaling_governor 2> /dev/null
}
state > /tmp/before

passes the limit of a processor -- idle limit
is_put_back "the limit of a processor"
hold root idle hold
is "$(cat $cpu/cpu1/power/pm_qos_resume_latency_us)" 249 "told the kernel"
kill -KILL $program
is_put_back SIGKILL

passes without rights -- su u -c 'idle nothing'
chmod a+rw /dev/cpu_dma_latency
passes the limit of all processors -- su u -c 'idle dma'
hold u idle hold
is "$(hexdump -e '"%d"' /dev/cpu_dma_latency)" 249 "told the kernel"
kill -KILL $program
for try in $(seq 100); do
  test "$(hexdump -e '"%d"' /dev/cpu_dma_latency)" = 2000000000 && break
  sleep 0.1
done
is "$(hexdump -e '"%d"' /dev/cpu_dma_latency)" 2000000000 "SIGKILL, the limit of all processors"
chmod 600 /dev/cpu_dma_latency
# Whatever the mode of the files, only root may switch states off.
chmod a+w $cpu/cpu*/cpuidle/state*/disable
passes states that may not be switched off -- su u -c 'idle nothing'
su u -c 'hocket-board doctor' > /tmp/doctor
is "$(grep -c "^partly  idle states: driver 'fake_idle', 4 states; to switch them off takes CAP_SYS_ADMIN" /tmp/doctor)" 1 "hocket doctor"
# Kernels without the limits.
rm /dev/cpu_dma_latency
: > /tmp/none
for file in $cpu/cpu*/power/pm_qos_resume_latency_us; do
  mount --bind /tmp/none $file
  mount -o remount,ro,bind $file
done
state > /tmp/before
passes idle states switched off -- idle disable
is_put_back "idle states switched off"
hold root idle hold
is "$(cat $cpu/cpu1/cpuidle/state*/disable | tr -d '\n')" 0011 "told the kernel"
kill -KILL $program
is_put_back "SIGKILL, idle states switched off"
for file in $cpu/cpu*/power/pm_qos_resume_latency_us; do
  umount $file
done
state > /tmp/before

passes three processors offline and back -- idle offline
passes the last one stays -- idle last
is_put_back "processors offline"
insmod /modules/cpufreq_userspace.ko
insmod /modules/fake_clocks.ko
state > /tmp/before
for round in 1 2 3; do
  hold root idle away
  is "$(cat $cpu/online)" 0-1 "two processors offline"
  kill -KILL $program
  is_put_back "SIGKILL, all processors of a clock offline"
done
hold root idle away
kill_all
passes hocket restore -- hocket-board restore
is_put_back "hocket restore"
