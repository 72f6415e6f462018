# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): which of four processors each core of a region is on.
passes as the chip has it -- placement order
passes what others inherit -- placement children
passes without two of them -- placement mask
passes the fastest of fewer -- env HOCKET_CORES=2 placement fewer
# Before Linux 6.2 a mask that is set holds no processor that is offline.
case $(uname -r) in
[0-5].* | 6.[01].*) ;;
*) passes a processor that comes later -- placement later ;;
esac
passes a cpuset that grows -- placement cpuset
is "$(cat /sys/devices/system/cpu/online)" 0-3 "all are online"
