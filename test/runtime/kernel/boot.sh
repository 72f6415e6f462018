#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs a shell script as root on a real Linux kernel with four processors, in
# QEMU without KVM, so on any machine:
#
#   boot.sh GUEST.sh FILE...
#
# FILEs are static programs, which the guest has in its path, and modules, which
# it has in /modules beside the kernel's own. GUEST.sh uses `is` and `check` (see
# guest_init.sh); it passes if no check fails and its end is reached. The kernel
# is what fetch.sh fetched to $HOCKET_KERNEL_DIR: status 77 without. A line
# "# kernel parameters: ..." in GUEST.sh is for the kernel.
set -eu
guest=$1
shift
here=$(dirname "$0")
kernel=${HOCKET_KERNEL_DIR:-${XDG_CACHE_HOME:-${HOME-}/.cache}/hocket/kernel}
test -e "$kernel/complete" || { echo "no kernel in $kernel: run $here/fetch.sh"; exit 77; }
for tool in qemu-system-x86_64 cpio; do
  command -v $tool > /dev/null || { echo "no $tool"; exit 77; }
done

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
root=$dir/root
mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/run" "$root/tmp" \
  "$root/etc" "$root/modules"
cp "$kernel/busybox" "$root/bin"
cp "$kernel"/modules/kernel/drivers/cpufreq/cpufreq_*.ko \
  "$kernel/modules/kernel/drivers/uio/uio.ko" "$root/modules"
for file; do
  case $file in
  *.ko) cp "$file" "$root/modules" ;;
  *) cp "$file" "$root/bin" ;;
  esac
done
printf '%s\n' root:x:0:0::/:/bin/sh u:x:1000:1000::/:/bin/sh > "$root/etc/passwd"
cp "$here/guest_init.sh" "$root/init"
cp "$guest" "$root/guest.sh"
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc -R 0:0 | gzip -1) > "$dir/initrd"

# Without cmpxchg16b, after which QEMU 7.2 leaves nonsense in the flags now and
# then: Linux 6.12, whose allocator uses it, then ends in a double fault.
parameters=$(sed -n 's/^# kernel parameters: //p' "$guest")
boot() {
  exec timeout "${HOCKET_KERNEL_SECONDS:-280}" qemu-system-x86_64 -M q35 \
    -accel tcg,thread=multi -smp 4 -cpu max,-cx16 -m 512 -nographic -no-reboot -nic none \
    -kernel "$kernel/vmlinuz" -initrd "$dir/initrd" \
    -append "console=ttyS0 panic=-1 quiet $parameters" < /dev/null > "$dir/log" 2>&1
}

# begun PID: whether the guest's script began, waited for a minute long at most,
# or QEMU ended.
begun() {
  for second in $(seq "${HOCKET_KERNEL_BOOT_SECONDS:-60}"); do
    if grep -q "guest: begins" "$dir/log" || ! kill -0 "$1" 2> /dev/null; then return; fi
    sleep 1
  done
  return 1
}

# Now and then a kernel hangs in QEMU before its console says a word, which
# tells nothing about what is tested. It is started anew, twice.
for try in 1 2 3; do
  : > "$dir/log"
  boot &
  qemu=$!
  if test $try = 3 || begun $qemu; then break; fi
  echo "the kernel hangs before its first process: try $try, killed"
  cat "$dir/log"
  kill -KILL "$(cat /proc/$qemu/task/$qemu/children)" $qemu || true
  wait $qemu || true
done
wait $qemu || echo "QEMU: status $?" >> "$dir/log"
tr -d '\r' < "$dir/log" | sed -n 's/.*guest: begins/guest: begins/; /guest: begins/,$p' > "$dir/result"
cat "$dir/result"
if ! grep -qx "guest: passed" "$dir/result"; then
  echo "all that the console had:"
  cat "$dir/log"
  exit 1
fi
