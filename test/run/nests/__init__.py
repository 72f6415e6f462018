# SPDX-License-Identifier: Apache-2.0
"""Random loop nests in C: well defined, deterministic, printing all they compute.

`programs.Program(seed)` writes one. `world` is the data that every program has,
`words` draws expressions, subscripts and loops of all spellings, and each other
module holds idioms: functions that write a piece of C which is parallel, or
almost.
"""
