// SPDX-License-Identifier: Apache-2.0
#include "cost/LoopTags.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <map>
#include <optional>

namespace hocket::cost {

namespace {

constexpr const char *tagName = "hocket.loop";

struct Tag {
  uint64_t number = 0;
  unsigned trips = 0;
};

llvm::Metadata *constant(llvm::LLVMContext &context, uint64_t value) {
  return llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value));
}

void setTag(llvm::Loop &loop, const Tag &tag) {
  llvm::LLVMContext &context = loop.getHeader()->getContext();
  llvm::SmallVector<llvm::Metadata *, 4> operands{nullptr};
  if (llvm::MDNode *old = loop.getLoopID())
    operands.append(old->op_begin() + 1, old->op_end());
  operands.push_back(llvm::MDNode::get(
      context, {llvm::MDString::get(context, tagName),
                constant(context, tag.number), constant(context, tag.trips)}));
  llvm::MDNode *id = llvm::MDNode::getDistinct(context, operands);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

std::optional<Tag> tagOf(const llvm::Loop &loop) {
  llvm::MDNode *node = llvm::findOptionMDForLoop(&loop, tagName);
  if (!node || node->getNumOperands() != 3)
    return std::nullopt;
  auto value = [&](unsigned i) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))
        ->getZExtValue();
  };
  return Tag{value(1), unsigned(value(2))};
}

bool hasVectors(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (instruction.getType()->isVectorTy())
        return true;
  return false;
}

} // namespace

llvm::PreservedAnalyses TagLoops::run(llvm::Function &function,
                                      llvm::FunctionAnalysisManager &analyses) {
  uint64_t number = 0;
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    ++number;
    if (!loop->isInnermost())
      continue;
    if (std::optional<unsigned> trips = llvm::getLoopEstimatedTripCount(loop))
      setTag(*loop, {number, *trips});
  }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses
RestoreTrips::run(llvm::Function &function,
                  llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  std::map<uint64_t, bool> isVectorized;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (std::optional<Tag> tag = tagOf(*loop))
      isVectorized[tag->number] |= hasVectors(*loop);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    std::optional<Tag> tag = tagOf(*loop);
    if (tag && !isVectorized[tag->number])
      llvm::setLoopEstimatedTripCount(loop, tag->trips, /*InvocationWeight=*/1);
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace hocket::cost
