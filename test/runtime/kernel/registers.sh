# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): clocks by registers that are mapped through UIO.
fake=/sys/module/fake_registers/parameters
insmod /modules/uio.ko
passes the registers of fake_registers.ko -- insmod /modules/fake_registers.ko
state() {
  journals
  cat $fake/words
}
state > /tmp/before

passes all of it -- registers
hold root registers hold
kill -KILL $program
is_put_back SIGKILL
hold root registers hold
kill_all
is "$(cut -d' ' -f1,2,5 $fake/words)" "abcd0002 ffffff02 1202" "both killed: nothing is put back"
passes hocket restore -- hocket-board restore
is_put_back "hocket restore"
is "$(cat $fake/too_low)" 0 "the voltage was enough on the way back"

doctor() {
  su u -c 'hocket-board doctor' > /tmp/doctor
  is "$(grep -c "^$1 .*clock registers through UIO" /tmp/doctor)" 1 "hocket doctor says $1"
}
doctor no
passes without rights -- su u -c 'registers none'
chmod a+rw /dev/uio0
doctor yes
hold u registers hold
kill -KILL $program
is_put_back "an ordinary user who may use the device"

insmod /modules/cpufreq_userspace.ko
insmod /modules/fake_clocks.ko
passes beside the clocks of the kernel -- registers cpufreq
rmmod fake_clocks

for where in physical=1 "physical=1 begin=64" "begin=64"; do
  rmmod fake_registers
  insmod /modules/fake_registers.ko $where
  passes a device with $where -- registers
  hold root registers hold
  kill -KILL $program
  is_put_back "SIGKILL, $where"
done
