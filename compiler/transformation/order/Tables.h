// SPDX-License-Identifier: Apache-2.0
//
// Tables: what a nest reads and does not write, copied before it into another
// order. In `s += x[i][k] * y[j][k]` no order of the loops gives vectors: the
// loop over k is a sum in order, and the one over j walks down a column of y.
// With y transposed the loop over j walks along memory, and sums run side by
// side in vectors. (Packing; Goto and van de Geijn, "Anatomy of
// high-performance matrix multiplication", ACM TOMS 2008. A change of the
// data's order where loops alone do not help; Kandemir, Choudhary, Ramanujam
// and Banerjee, "Improving locality using loop and data transformations in an
// integrated framework", MICRO 1998.)
#pragma once

#include "symbolic/Accesses.h"
#include "transformation/nest/NestModel.h"

#include <optional>
#include <vector>

namespace hocket::transformation {

/// The nest with tables along one of its loops, for each loop that has reads
/// for which that is possible. Whether the nest writes there, too, is found out
/// with its dependences (Dependences::mayHaveTables). Uses isl.
std::vector<Nest> withTables(NestModel &model);

/// The table that the statement's item reads; null: it does not.
const Table *tableFor(const std::vector<Table> &tables, ir::StmtId stmt,
                      const analysis::EffectItem &item);

/// The cells: all between two values of each dimension's iterator.
struct TableBox {
  isl::set isRead; ///< { : there are cells }, of parameters
  std::vector<isl::pw_aff> low, high;
};

/// Nothing: they are no box.
std::optional<TableBox> boxOf(NestModel &model, const Table &table);

/// Where one of the reads finds its cell.
polyhedral::Value addressOf(NestModel &model, const Table &table);

} // namespace hocket::transformation
