// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/Partials.h"

#include "codegen/copies/Reductions.h"
#include "codegen/text/Text.h"

namespace hocket::codegen {

using polyhedral::ReductionObject;
using polyhedral::ReductionPlace;

namespace {

/// `hk_sum_x` beside the member `hk_part_x`.
std::string nameFor(const RegionContext &c, const Partial &partial,
                    const char *what) {
  const std::string &p = c.naming.prefix;
  return p + what + partial.name.substr((p + "part").size());
}

std::string storageName(const RegionContext &c, const Partial &partial) {
  return c.name + "_" + partial.name;
}

/// The element of the frame that belongs to a chunk.
std::string element(const RegionContext &c, const Partial &partial,
                    const std::string &chunk) {
  return c.naming.prefix + "f->" + partial.name + "[" + chunk + "]";
}

bool notesAddress(const ReductionObject &reduction) {
  return reduction.isMemory() || !reduction.places.empty();
}

/// A member of what the entry allocated: "size" in bytes, "lo".
std::string copiesMember(const RegionContext &c, const Partial &partial,
                         const char *what = "") {
  return c.naming.prefix + "f->" + partial.copies + what;
}

std::string count(const RegionContext &c, const Partial &partial) {
  const ReductionObject &r = partial.reduction;
  if (!r.isOnHeap())
    return std::to_string(r.elements);
  return "(unsigned long)" + copiesMember(c, partial, "_size") + " / sizeof(" +
         r.type + ")";
}

/// The copy that belongs to a chunk.
std::string copyOf(const RegionContext &c, const Partial &partial,
                   const std::string &chunk) {
  if (!partial.reduction.isOnHeap())
    return storageName(c, partial) + "[" + chunk + "]";
  const std::string &p = c.naming.prefix;
  return "(" + partialType(partial.reduction) + " *)" + p + "copy(" +
         copiesMember(c, partial) + ", " + copiesMember(c, partial, "_size") +
         ", " + chunk + ", 0, 0)";
}

/// From the base to the copy's first byte.
std::string offset(const RegionContext &c, const Partial &partial) {
  const ReductionObject &r = partial.reduction;
  return r.isOnHeap() ? copiesMember(c, partial, "_lo")
                      : std::to_string(r.offset) + "LL";
}

PartialPlan arrayInChunk(const RegionContext &c, const Partial &partial,
                         const std::string &base) {
  const ReductionObject &r = partial.reduction;
  const std::string &p = c.naming.prefix;
  std::string k = nameFor(c, partial, "k");
  PartialPlan plan;
  plan.own = nameFor(c, partial, "copy");
  plan.locals.push_back({LocalKind::Partial,
                         partialType(r) + " *const " + plan.own,
                         copyOf(c, partial, p + "c")});
  plan.locals.push_back(
      {LocalKind::Own, "char *const " + nameFor(c, partial, "base"),
       "(char *)(" + base + ") + (" + offset(c, partial) + ")"});
  plan.locals.push_back({LocalKind::Own,
                         "unsigned long " + k,
                         "",
                         {},
                         Fill{plan.own, k, count(c, partial), identity(r)}});
  plan.stores.push_back(
      {element(c, partial, p + "c") + ".at", nameFor(c, partial, "base")});
  return plan;
}

} // namespace

std::string partialMember(const Partial &partial, unsigned chunks) {
  const ReductionObject &r = partial.reduction;
  std::string text = "struct { ";
  if (!r.isArray())
    text += partialType(r) + " value; ";
  if (notesAddress(r))
    text += "void *at; ";
  return text + "} __attribute__((aligned(64))) " + partial.name + "[" +
         std::to_string(chunks) + "];";
}

std::string partialStorage(const RegionContext &c, const Partial &partial) {
  const ReductionObject &r = partial.reduction;
  if (!r.isArray() || r.isOnHeap())
    return "";
  // Each copy ends with a cache line that no other begins in.
  uint64_t perLine = r.bits < 8 ? 64 : 64 * 8 / r.bits;
  return "static " + partialType(r) + " " + storageName(c, partial) + "[" +
         std::to_string(c.region.tasks[partial.task].chunkCount()) + "][" +
         std::to_string((r.elements + perLine - 1) / perLine * perLine +
                        perLine) +
         "] __attribute__((aligned(64)));";
}

PartialPlan partialInChunk(const RegionContext &c, const Partial &partial,
                           const std::string &base) {
  const ReductionObject &r = partial.reduction;
  if (r.isArray())
    return arrayInChunk(c, partial, base);
  std::string mine = element(c, partial, c.naming.prefix + "c");
  PartialPlan plan;
  plan.own = nameFor(c, partial, "sum");
  plan.locals.push_back(
      {LocalKind::Partial, partialType(r) + " " + plan.own, identity(r)});
  plan.stores.push_back({mine + ".value", plan.own});
  if (notesAddress(r)) {
    std::string at = nameFor(c, partial, "at");
    plan.locals.push_back({LocalKind::Own, "void *" + at, "0"});
    plan.stores.push_back({mine + ".at", at});
  }
  return plan;
}

void addPlaces(const RegionContext &c, const Partial &partial,
               const std::set<ir::StmtId> &stmts, bool isClone,
               ir::Insertions &insertions) {
  const ReductionObject &r = partial.reduction;
  std::string type = partialType(r);
  std::string at = (isClone ? "*" : "") + nameFor(c, partial, "at");
  std::string sum = (isClone ? "" : "&") + nameFor(c, partial, "sum");
  for (const ReductionPlace &place : r.places) {
    if (!stmts.count(place.stmt))
      continue;
    std::string before, after;
    if (r.isArray()) {
      before = "(*(" + type + " *)((char *)" + nameFor(c, partial, "copy") +
               " + ((char *)&(";
      after = ") - " + nameFor(c, partial, "base") + ")))";
    } else if (place.isWritten) {
      before = "(*(" + at + " = (void *)&(";
      after = "), " + sum + "))";
    } else {
      before = "(*(0 ? (" + type + " *)&(";
      after = ") : " + sum + "))";
    }
    insertions.emplace(place.text.begin, before);
    insertions.emplace(place.text.end, after);
  }
}

std::vector<Carrier> carriers(const RegionContext &c, const Partial &partial) {
  const ReductionObject &r = partial.reduction;
  auto carrier = [&](const std::string &type, const char *what,
                     const char *how) {
    std::string name = nameFor(c, partial, what);
    return Carrier{type + name, name, how + name};
  };
  if (r.isArray())
    return {carrier(partialType(r) + " *", "copy", ""),
            carrier("char *", "base", "")};
  return {carrier("void **", "at", "&"),
          carrier(partialType(r) + " *", "sum", "&")};
}

namespace {

/// Of an array: elements that still hold the identity are left alone.
void combineArray(const RegionContext &c, const Partial &partial,
                  unsigned chunks, CWriter &out) {
  const ReductionObject &r = partial.reduction;
  const std::string &p = c.naming.prefix;
  std::string k = p + "k", part = element(c, partial, k);
  std::string e = p + "e", at = nameFor(c, partial, "at");
  std::string own = nameFor(c, partial, "copy"), value = own + "[" + e + "]";
  out.line(loopOver(k, std::to_string(chunks)));
  out.line("{");
  out.line(1,
           r.type + " *const " + at + " = (" + r.type + " *)" + part + ".at;");
  out.line(1, partialType(r) + " *const " + own + " = " +
                  copyOf(c, partial, k) + ";");
  out.line(1, "unsigned long " + e + ";");
  out.line(1, loopOver(e, count(c, partial)));
  out.line(2,
           "if (" + value + " != (" + partialType(r) + ")" + identity(r) + ")");
  out.line(3, combineStatement(r, at + "[" + e + "]", value));
  out.line("}");
}

} // namespace

void combinePartial(const RegionContext &c, const Partial &partial,
                    unsigned chunks, const std::string &target, CWriter &out) {
  const ReductionObject &r = partial.reduction;
  if (r.isArray()) {
    combineArray(c, partial, chunks, out);
    return;
  }
  std::string k = c.naming.prefix + "k", part = element(c, partial, k);
  out.line(loopOver(k, std::to_string(chunks)));
  if (!notesAddress(r)) {
    out.line(1, combineStatement(r, target, part + ".value"));
    return;
  }
  out.line(1, "if (" + part + ".at)");
  out.line(2, combineStatement(r,
                               target.empty()
                                   ? "(*(" + r.type + " *)" + part + ".at)"
                                   : target,
                               part + ".value"));
}

void combineTotal(const RegionContext &c, const Partial &partial,
                  unsigned chunks, const std::string &target, CWriter &out) {
  const ReductionObject &r = partial.reduction;
  const std::string &p = c.naming.prefix;
  std::string value = nameFor(c, partial, "value");
  std::string part = element(c, partial, p + "k") + ".value";
  out.open(loopOver(p + "k", std::to_string(chunks)));
  out.line("const " + partialType(r) + " " + value + " = " + part + ";");
  out.line(part + " = " + target + ";");
  out.line(combineStatement(r, target, value));
  out.close();
}

PartialPlan totalInChunk(const RegionContext &c, const Partial &partial) {
  PartialPlan plan;
  plan.own = nameFor(c, partial, "sum");
  plan.locals.push_back(
      {LocalKind::Partial, partial.reduction.type + " " + plan.own,
       element(c, partial, c.naming.prefix + "c") + ".value"});
  return plan;
}

} // namespace hocket::codegen
