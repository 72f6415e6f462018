# SPDX-License-Identifier: Apache-2.0
"""The claims of papers 000 to 004, numbered; and why some are out of reach.

"" is for one of the experiments. KERNEL claims are about the kernels of their
time on their hardware; what test/runtime/kernel measures is another kernel on an
emulated machine, so it says nothing of their microseconds.
"""

KERNEL = ("out of reach", "of Linux 2.6.27 or 3.1.10 on the chip")

CLAIMS = {
    # paper 000
    1: ("AAC on reserved cores takes 2.71 to 2.74 s", ""),
    2: ("without pinning on the original kernel 3.1 to 136.8 s", ""),
    3: ("with pinning 2.72 to 110.4 s", ""),
    4: ("three threads are 2.83 times as fast as one", ""),
    5: ("a bad run leaves one core idle and one off", ("out of reach", "a trace of that phone, which is not published")),
    6: ("clock gating 0.002 µs, system call 3 µs, kernel over 20 µs", ""),
    7: ("a driver in the program is 155 times as fast as sysfs", ""),
    8: ("a new interface is 28 times as fast, 'about 30'", ""),
    9: ("there are 700,000 Android apps", ("out of reach", "not about the work")),
    # paper 001
    10: ("sysfs takes 1700 µs, registers 6 µs", ""),
    11: ("46 µs go to notifiers in the kernel", KERNEL),
    12: ("a driver in the program takes 5 µs, 300 to 3000 cycles", ""),
    13: ("gating by a system call takes 1500 times as long", ""),
    14: ("RP-X takes about 3 W; 81 to 648 MHz, 1.1 to 1.3 V", ("assumed", "in soc-specs/rpx.yaml, with what was estimated")),
    15: ("three system calls become one", ("out of reach", "a system call that this project's kernels do not have")),
    16: ("reserved cores are idle for up to 30 s undisturbed", KERNEL),
    17: ("hotplug takes 2 s, in time a few ms", KERNEL),
    18: ("a migration takes over 100 µs", ("assumed", "in soc-specs/rpx.yaml")),
    19: ("conservative lags and oscillates, ondemand drops late (figure 6)", ""),
    20: ("near-threshold voltage gives up to 10 times", ("out of reach", "of other chips, as context")),
    21: ("an adaptive barrier saves energy", ("out of reach", "no numbers; how the runtime does it: docs/runtime/power.md")),
    # paper 002
    22: ("TLP is the mean number of busy cores while any is", ("tested", "test/unit/trace")),
    23: ("TLP of nine rows, daily average 1.26", ""),
    24: ("TLP is 1.6 on average", ""),
    25: ("users see no difference between 4+4, 2+2 and 4 little cores", ("out of reach", "their users' traces are not published")),
    26: ("traces lose no events; lost ones are found by their process", ("tested", "test/lit/tool/trace.test")),
    27: ("monitoring takes 3 %", ("out of reach", "of the thesis's kernel module, which is not published")),
    28: ("toggling every 0.25 s is up to 14 % faster", ""),
    29: ("one core each is bad for Blackscholes, good for Vips", ""),
    30: ("power is sampled every 10 ms", ("out of reach", "of their instrument")),
    31: ("A80: four A15 of 1.6 GHz, four A7 of 1.2 GHz", ("assumed", "in soc-specs/a80-optimus.yaml")),
    # paper 003
    "E.4": ("offloading and enforced idling save energy", ""),
    # paper 004
    32: ("energy -24.9 %, response time -35.2 % (abstract)", ""),
    33: ("energy without background -31.4 %, -15.2 %", ""),
    34: ("file manager beside others -26.2, -22.6, -24.9 %", ""),
    35: ("video beside others -22, -11.5, -23.4 %", ""),
    36: ("others alone -12.3, -20.1, -24.9 %", ""),
    37: ("all between 11.5 and 31.4 %", ""),
    38: ("response -25.9 to -35.2 %, frames over 29 a second", ""),
    39: ("ZIP takes 97.4 to 140.4 % longer, FTP 3.7 to 21.5 %", ""),
    40: ("video and ZIP: big cluster 23.8 to 14.3 %, ZIP 24 to 49 s", ""),
    41: ("parameters", ("assumed", "they are the simulator's defaults (docs/simulate.md)")),
    42: ("the share of k steps of nice is 1.25^k", ""),
    43: ("thresholds in cycles", ""),
    44: ("a migration takes 0.06 ms, a switch of clusters 1.6 ms", ("assumed", "in soc-specs/galaxy-s4.yaml")),
    45: ("figure 2: 14T and 15T, 16T and 18T", ""),
    46: ("parameters of the Galaxy S4's own", ("assumed", "they are the simulator's defaults (docs/simulate.md)")),
    47: ("the implementation has 3879 lines", ("out of reach", "not published")),
    48: ("idle power is slightly higher", ("out of reach", "no number, and monitoring is not simulated")),
}

# These have to come out, to the letter: 'figure 2 exactly', and arithmetic.
EXACT = (12, 42, 43, 45)
