# SPDX-License-Identifier: Apache-2.0
"""Random loop nests for another order: imperfect, triangular, with scalars that
cross their parts. Well defined, deterministic, printing all they compute.

`seeds.Seed(number)` is one: it has data of one shape (`world`), and functions
that are trees of loops and statements (`trees`), so that one that fails can be
made smaller. `scope` is what a place can name, `headers` draws loops, `values`
expressions and subscripts, `bodies` statements and whole nests.
"""
