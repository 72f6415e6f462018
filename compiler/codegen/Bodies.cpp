// SPDX-License-Identifier: Apache-2.0
#include "codegen/Bodies.h"

#include "codegen/CalledVersions.h"
#include "codegen/Entry.h"
#include "codegen/LastValues.h"
#include "codegen/LoopHeader.h"
#include "codegen/Partials.h"
#include "codegen/PipelineLoops.h"
#include "codegen/SearchLoops.h"
#include "codegen/Selections.h"
#include "codegen/Text.h"
#include "codegen/WorkCopies.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>
#include <stdexcept>

namespace hocket::codegen {

using namespace ir;
using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::Combine;
using taskgraph::TaskId;
using taskgraph::Whole;

namespace {

class BodyEmitter {
public:
  BodyEmitter(const RegionContext &c, TaskId index, unsigned chunks,
              const Insertions &insertions)
      : c_(c), program_(c.program), index_(index), task_(c.region.tasks[index]),
        chunks_(chunks) {
    const TextRange &text = program_[task_.node].text;
    insertions_.insert(insertions.lower_bound(text.begin),
                       insertions.upper_bound(text.end));
    if (task_.verdict() != taskgraph::none)
      verdict_ = &c.verdicts[task_.verdict()];
  }

  std::string emit() {
    signature();
    if (task_.is<Combine>() && isOfSearch()) {
      declareUsed();
      resumeSearch();
    } else if (task_.is<Combine>()) {
      combine();
    } else {
      declareUsed();
      if (task_.is<Chunks>())
        redirectCalls();
      if (task_.isFirstPass())
        bottom_ = totals_; // it leaves nothing else
      if (isSearchChunk())
        searchChunk();
      else if (task_.is<Chunks>())
        chunkedLoop();
      else
        wholeNode();
    }
    // What is not the user's text does not count as lines of his.
    std::string ours = "# 1 \"hocket: tasks of " + c_.name + "\" 3\n";
    if (!bottom_.empty())
      bottom_ = ours + bottom_;
    return ours + versions_ + ours + signature_ + "{\n" +
           indented(top_ + middle_ + bottom_, 2) + "}\n\n" + outOfLine_;
  }

private:
  const std::string &p() const { return c_.naming.prefix; }
  std::string frame() const { return p() + "f"; }

  std::string member(ObjectId object) const {
    return frame() + "->" + c_.frame.find(object)->name;
  }

  void signature() {
    std::string name = bodyName(c_, index_), first = firstBodyName(c_, index_);
    std::string parameters = "(struct " + c_.name + "_frame *" + frame();
    std::string arguments = "(" + frame();
    for (ObjectId object : bodyParameters(c_, index_)) {
      parameters += ", " + declared(object, program_[object].name);
      arguments += ", " + program_[object].name;
    }
    if (task_.is<Chunks>()) {
      parameters += ", unsigned " + p() + "c";
      arguments += ", " + p() + "c";
    }
    if (isHandedOut(c_, index_)) {
      parameters += ", unsigned " + p() + "i";
      arguments += ", " + p() + "i";
      versions_ +=
          "static struct " + p() + "turn " + turnName(c_, index_) + ";\n";
    }
    if (isPipeline(c_, index_))
      versions_ += pipelineStorage(c_, index_);
    std::string linkage = "static " + apart() + "void ";
    signature_ = linkage + first + parameters + ")\n";
    if (first == name)
      return;
    signature_ = "static __inline__ __attribute__((always_inline)) void " +
                 first + parameters + ")\n";
    outOfLine_ = linkage + name + parameters + ")\n{\n  " + first + arguments +
                 ");\n}\n\n";
  }

  /// A task with loops or calls stays a function of its own: inlined into the
  /// core's program, and there beside others, compilers were seen to unroll and
  /// inline less than in the user's function.
  std::string apart() const {
    bool isLarge = task_.is<Chunks>();
    if (task_.is<Whole>())
      forEachNode(program_, task_.node, [&](NodeId id) {
        isLarge |= program_[id].as<Loop>() != nullptr;
        for (StmtId stmt : ownStmts(program_, id))
          isLarge |= !program_[stmt].calls.empty();
      });
    return isLarge ? "__attribute__((__noinline__)) " : "";
  }

  std::string declared(ObjectId object, const std::string &name) const {
    bool isShared = isPipeline(c_, index_) && isOrdered(object);
    return (isShared ? withoutRestrict(program_[object])
                     : program_[object].type)
        .declare(name);
  }

  /// An ordered stage names it: other cores, too, change what it leads to while
  /// the chunk runs.
  bool isOrdered(ObjectId object) const {
    return std::any_of(verdict_->stages.begin(), verdict_->stages.end(),
                       [&](const polyhedral::PipelineStage &stage) {
                         return stage.isOrdered &&
                                namedInStage(program_, stage).count(object);
                       });
  }

  const polyhedral::PrivateObject *privateOf(ObjectId object) const {
    if (task_.is<Chunks>())
      for (const polyhedral::PrivateObject &q : verdict_->privates)
        if (q.object == object)
          return &q;
    return nullptr;
  }

  /// A variable that a selection in this loop assigns.
  bool declareSelected(ObjectId object) {
    for (const Selected &selected : c_.frame.selections) {
      const std::vector<ObjectId> all = selected.what.objects();
      if (selected.task != index_ ||
          std::find(all.begin(), all.end(), object) == all.end())
        continue;
      if (!declared_.insert(object).second)
        return true;
      std::string own = ownName(c_, object);
      top_ += declared(object, own);
      if (object == selected.what.start())
        top_ += " = " + targetOf(object);
      top_ += ";\n";
      renamed_[object] = own;
      return true;
    }
    return false;
  }

  /// Of the second pass of a scan: the first.
  TaskId firstPass() const {
    const Chunks *chunks = task_.as<Chunks>();
    return chunks ? chunks->secondPassOf : taskgraph::none;
  }

  unsigned grain() const {
    const Chunks *chunks = task_.as<Chunks>();
    return chunks ? chunks->grain : 1;
  }

  /// Of a combining task: what it combines.
  TaskId combined() const { return task_.as<Combine>()->combines; }

  const Partial *partialOf(ObjectId object) const {
    for (const Partial &partial : c_.frame.partials)
      if ((partial.task == index_ || partial.task == firstPass()) &&
          partial.reduction.object == object)
        return &partial;
    return nullptr;
  }

  /// Declares every variable of the frame that the task names, after those that
  /// its type names.
  void declareUsed() {
    for (ObjectId object : named())
      declareObject(object);
    if (task_.is<Chunks>())
      for (const polyhedral::PrivateObject &q : verdict_->privates)
        if (!c_.frame.find(q.object))
          declareGlobalCopy(q);
    for (const Partial &partial : c_.frame.partials)
      if (partial.task == index_ && partial.reduction.isMemory())
        declarePartial(partial);
    for (const Selected &selected : c_.frame.selections)
      if (selected.task == index_) {
        addSelected(c_, selected, ownStmtsOf(program_, task_.node),
                    /*isVersion=*/false, insertions_);
        bottom_ += selectedInChunk(c_, selected, filler());
      }
  }

  void declareObject(ObjectId object) {
    const Member *m = c_.frame.find(object);
    if (task_.is<Chunks>() && declareSelected(object))
      return;
    if (const Partial *partial = partialOf(object)) {
      declarePartial(*partial);
      return;
    }
    if (!m || !declared_.insert(object).second)
      return;
    for (ObjectId needed : program_[object].type.needs)
      declareObject(needed);
    if (const polyhedral::InductionObject *induction = inductionOf(object)) {
      declareInduction(*induction, *m);
      return;
    }
    const polyhedral::PrivateObject *copy = privateOf(object);
    if (copy && copy->isPointee) {
      declareOrdinary(object, *m);
      declareWorkBuffer(*copy, byPointer_.count(object)
                                   ? "*" + program_[object].name
                                   : program_[object].name);
      return;
    }
    if (copy && copy->isConditional) {
      declareConditional(object);
      return;
    }
    if (copy && !copy->isLocalToBody) {
      declarePrivate(*copy, *m);
      return;
    }
    declareOrdinary(object, *m);
  }

  /// The variable itself, as all chunks see it.
  void declareOrdinary(ObjectId object, const Member &m) {
    const Object &o = program_[object];
    for (const taskgraph::Copied &copy : task_.copies)
      if (copy.object == object)
        return declareCopy(copy, m);
    switch (m.storage) {
    case Storage::Elsewhere:
    case Storage::Replicated:
      return; // a parameter
    case Storage::Value:
      for (const auto &[known, value] : task_.known)
        if (known == object) {
          top_ += declared(object, o.name) + " = " + decimal(value) + ";\n";
          return;
        }
      if (isPipeline(c_, index_) && isWritten(object)) {
        top_ += declared(object, o.name) + ";\n";
        carried_.push_back({object, o.name, member(object)});
        return;
      }
      top_ += declared(object, o.name) + " = " + member(object) + ";\n";
      if (isWritten(object) && !isSearchChunk())
        bottom_ += member(object) + " = " + o.name + ";\n";
      return;
    case Storage::Pointer:
      if (o.isScalar && o.isConst && !o.isVolatile) {
        top_ += declared(object, o.name) + " = *" + member(object) + ";\n";
        return;
      }
      declarePointer(object, member(object));
      return;
    case Storage::Inside:
      declarePointer(object, "&" + member(object));
      return;
    }
  }

  static std::string decimal(int64_t value) {
    bool isInt = value >= -0x7fffffff && value <= 0x7fffffff;
    return std::to_string(value) + (isInt ? "" : "LL");
  }

  /// Nobody else touches it meanwhile, or everybody only reads it.
  void declareCopy(const taskgraph::Copied &copy, const Member &m) {
    const Object &o = program_[copy.object];
    std::string shared = m.storage == Storage::Pointer
                             ? "(*" + member(copy.object) + ")"
                             : member(copy.object);
    if (o.isArray)
      top_ += declared(copy.object, o.name) + ";\n" + copyBytes(o.name, shared);
    else
      top_ += declared(copy.object, o.name) + " = " + shared + ";\n";
    if (copy.isWritten)
      bottom_ += copyBytes(shared, o.name);
  }

  const polyhedral::InductionObject *inductionOf(ObjectId object) const {
    if (task_.is<Chunks>())
      for (const polyhedral::InductionObject &induction : verdict_->inductions)
        if (induction.object == object)
          return &induction;
    return nullptr;
  }

  /// A copy of the value on entry, which the chunk then moves to its start.
  void declareInduction(const polyhedral::InductionObject &induction,
                        const Member &m) {
    const Object &o = program_[induction.object];
    if (m.storage != Storage::Replicated) {
      std::string shared =
          (m.storage == Storage::Pointer ? "*" : "") + member(o.id);
      top_ += declared(o.id, o.name) +
              (induction.isSetByInit ? "" : " = " + shared) + ";\n";
    }
    if (induction.needsLastValue && !isOfSearch())
      bottom_ += "if (" + p() + "c == " + lastChunk() + ")\n  " + frame() +
                 "->" + lastMember(c_, index_, o.id) + " = " +
                 valueAtEnd(program_, induction, o.name) + ";\n";
  }

  /// A pointer under the variable's own name. Nothing else reaches a variable
  /// whose address was never taken.
  void declarePointer(ObjectId object, const std::string &value) {
    const Object &o = program_[object];
    bool isUnique = !o.isAddressTaken && o.kind == ObjectKind::Local &&
                    !isPipeline(c_, index_);
    top_ += o.pointerType.declare((isUnique ? "__restrict " : "") + o.name) +
            " = " + value + ";\n";
    byPointer_.insert(object);
  }

  bool isIterator(ObjectId object) const {
    const Loop *loop = program_[task_.node].as<Loop>();
    return task_.is<Chunks>() && loop->header() &&
           loop->header()->iterator == object;
  }

  /// Chunks run the iterations in turn.
  bool isInTurn() const { return isPipeline(c_, index_); }

  /// C text of the chunk that runs the last iteration.
  std::string lastChunk() const {
    return isInTurn() ? p() + "last" : std::to_string(chunks_ - 1);
  }

  /// C condition: the chunk has run the last iteration.
  std::string isLastOfAll() const {
    if (isInTurn())
      return p() + "count > 0 && " + p() + "c == " + lastChunk();
    return p() + "first < " + p() + "last && " + p() + "c == " + lastChunk();
  }

  void declarePrivate(const polyhedral::PrivateObject &copy, const Member &m) {
    const Object &o = program_[copy.object];
    std::string last = isLastOfAll();
    bool isShared = m.storage == Storage::Value;
    if (o.isScalar) {
      top_ += declared(copy.object, o.name) + ";\n";
      if (!copy.needsLastValue || isOfSearch())
        return;
      std::string condition =
          isIterator(copy.object) ? p() + "c == " + lastChunk() : last;
      std::string target =
          isShared ? member(copy.object)
                   : (m.storage == Storage::Inside ? member(copy.object)
                                                   : "*" + member(copy.object));
      bottom_ += "if (" + condition + ")\n  " + target + " = " + o.name + ";\n";
      return;
    }
    std::string shared =
        (m.storage == Storage::Inside ? "&" : "") + member(copy.object);
    privateAggregate(copy, shared, o.name);
  }

  const WorkCopies &copiesOf(const polyhedral::PrivateObject &copy) const {
    for (const WorkCopies &copies : c_.frame.workCopies)
      if (copies.task == index_ && copies.object == copy.object)
        return copies;
    throw std::logic_error("a private copy that the frame does not know");
  }

  /// The pointer is given another name, under which it leads to the copy.
  void declareWorkBuffer(const polyhedral::PrivateObject &copy,
                         const std::string &original) {
    std::string own = p() + "my_" + program_[copy.object].name;
    declareCopy(declared(copy.object, own), own,
                address(copiesOf(copy), original, lastChunk(), p()));
    byPointer_.erase(copy.object);
    renamed_[copy.object] = own;
  }

  /// In turn, which chunk is the last follows from the trip count.
  void declareCopy(const std::string &declaration, const std::string &name,
                   const std::string &value) {
    top_ += declaration + (isInTurn() ? "" : " = " + value) + ";\n";
    if (isInTurn())
      copies_ += name + " = " + value + ";\n";
  }

  /// The last chunk works on the shared object itself where its value is needed
  /// afterwards, the others on copies.
  void privateAggregate(const polyhedral::PrivateObject &copy,
                        const std::string &shared, const std::string &name) {
    const Object &o = program_[copy.object];
    std::string own = p() + "own_" + name;
    std::string value = "&" + own;
    if (copy.isOnHeap())
      value = address(copiesOf(copy), shared, lastChunk(), p());
    else
      top_ += declared(copy.object, own) + ";\n";
    if (copy.needsLastValue && !copy.isOnHeap())
      value = p() + "c == " + lastChunk() + " ? " + shared + " : &" + own;
    declareCopy(o.pointerType.declare("__restrict " + name), name, value);
    byPointer_.insert(copy.object);
  }

  /// A private copy of a global, under a name of our own: callees see the
  /// global, so the polyhedral stage makes none of those that callees touch.
  void declareGlobalCopy(const polyhedral::PrivateObject &copy) {
    const Object &o = program_[copy.object];
    if (copy.isLocalToBody || !declared_.insert(copy.object).second)
      return;
    if (copy.isConditional) {
      declareConditional(copy.object);
      return;
    }
    if (copy.isPointee) {
      declareWorkBuffer(copy, o.name);
      return;
    }
    if (!o.isScalar) {
      // The pointer must not hide the global that initializes it.
      std::string renamed = p() + "my_" + nameInChunk(o);
      privateAggregate(copy, "&" + o.name, renamed);
      byPointer_.erase(copy.object);
      renamed_[copy.object] = "(*" + renamed + ")";
      return;
    }
    std::string own = p() + "my_" + nameInChunk(o);
    top_ += declared(copy.object, own) + ";\n";
    renamed_[copy.object] = own;
    if (copy.needsLastValue)
      bottom_ +=
          "if (" + isLastOfAll() + ")\n  " + o.name + " = " + own + ";\n";
  }

  /// Several called functions may have static variables of one name.
  static std::string nameInChunk(const Object &object) {
    return object.kind == ObjectKind::Static
               ? object.name + "_" + std::to_string(index(object.id))
               : object.name;
  }

  void declareConditional(ObjectId object) {
    for (const LastValue &last : c_.frame.lastValues)
      if (last.task == index_ && last.object == object) {
        ConditionalCopy copy = conditionalCopy(program_[object], last, p());
        top_ += copy.declaration;
        renamed_[object] = copy.use;
        bottom_ += copy.store;
      }
  }

  void declarePartial(const Partial &partial) {
    ObjectId object = partial.reduction.object;
    if (isValid(object) && !declared_.insert(object).second)
      return;
    std::string base;
    if (partial.reduction.isArray())
      base = baseText(partial.reduction);
    PartialText text = partial.task == index_
                           ? partialInChunk(c_, partial, base)
                           : totalInChunk(c_, partial);
    top_ += text.top;
    bottom_ += text.bottom;
    totals_ += text.bottom;
    if (isValid(object))
      renamed_[object] = text.own;
    addPlaces(c_, partial, ownStmtsOf(program_, task_.node),
              /*isVersion=*/false, insertions_);
  }

  /// Called functions that name what this chunk has for itself.
  void redirectCalls() {
    CalledVersions versions(c_, index_, filler());
    versions.redirect(insertions_);
    versions_ += versions.definitions();
  }

  /// The address that a copy of an array is relative to.
  std::string baseText(const polyhedral::ReductionObject &reduction) const {
    const Object &base = program_[reduction.baseObject];
    std::string name = nameOf(base.id);
    if (name.empty())
      name = base.name;
    return (base.isPointer ? "" : "&") + name;
  }

  bool isWritten(ObjectId object) const {
    return isWrittenByName(program_, task_.node, object);
  }

  std::string nameOf(ObjectId object) const {
    auto it = renamed_.find(object);
    if (it != renamed_.end())
      return it->second;
    if (byPointer_.count(object))
      return "(*" + program_[object].name + ")";
    return "";
  }

  Filler filler() const {
    return [this](ObjectId object) { return nameOf(object); };
  }

  std::string userText(const Node &node) {
    return lineMarker(node.location, true) +
           fillNode(program_, node.id, filler(), insertions_) + "\n";
  }

  void wholeNode() {
    const Node &node = program_[task_.node];
    const ir::Leaf *l = node.as<ir::Leaf>();
    if (l && program_[l->stmt].kind == StmtKind::Declaration) {
      const Stmt &s = program_[l->stmt];
      std::string target = nameOf(s.declares);
      if (target.empty())
        target = program_[s.declares].name;
      middle_ += lineMarker(s.location, true) + target + " = " +
                 fill(program_, s.initText, filler(), insertions_) + ";\n";
      return;
    }
    const Loop *loop = node.as<Loop>();
    if (loop && loop->part && !loop->part->hasAllIterations()) {
      top_ += "const unsigned " + p() + "c = 0;\n";
      chunkedLoop();
      return;
    }
    middle_ += userText(node);
  }

  void chunkedLoop() {
    const Node &node = program_[task_.node];
    const Loop &loop = *node.as<Loop>();
    ChunkedLoop chunked = chunkLoop(program_, task_.node, filler(), p(),
                                    {task_.is<Chunks>() ? chunks_ : 1, grain(),
                                     loop.part.value_or(LoopPart()), take(),
                                     test(), isInTurn(), estimate()});
    top_ += chunked.prologue;
    std::string startOfSelections;
    for (const Selected &selected : c_.frame.selections)
      if (selected.task == index_) {
        top_ += selectionNote(c_, selected);
        startOfSelections += selectionStart(c_, selected, filler());
      }
    if (!isInTurn() && verdict_ && verdict_->writesErrno)
      keepErrno();
    middle_ += chunked.start + startOfSelections + warmUp();
    if (isInTurn()) {
      overlap(chunked);
      return;
    }
    if (verdict_)
      middle_ += advanceAll(program_, *verdict_, filler(), p());
    middle_ += lineMarker(node.location, true) + chunked.header;
    const Node &body = program_[loop.body];
    std::string text =
        task_.isFirstPass()
            ? firstPassText()
            : lineMarker(body.location, true) +
                  fillNode(program_, body.id, filler(), insertions_) + "\n";
    if (chunked.bodyPrologue.empty())
      middle_ += "\n" + text;
    else
      middle_ += " {\n" + chunked.bodyPrologue + text + "}\n";
    middle_ += chunked.close;
    bottom_ = chunked.epilogue + bottom_;
  }

  /// The loop of a pipeline.
  void overlap(const ChunkedLoop &chunked) {
    const Node &node = program_[task_.node];
    const Node &body = program_[node.as<Loop>()->body];
    const std::string o = "(&" + p() + "o);\n";
    TurnTexts turn = inTurn(program_, *verdict_, filler(), p());
    ErrnoTexts error;
    if (verdict_->writesErrno)
      error = keepLastErrno(c_, index_);
    std::string rest = addStages(c_, index_, carried_, insertions_);
    std::string text = lineMarker(body.location, true) +
                       fillNode(program_, body.id, filler(), insertions_) +
                       "\n";
    if (body.exits.byContinue)
      text = "do\n" + text + "while (0);\n" + rest;
    top_ += turn.declarations + error.declarations;
    middle_ += copies_ + turn.start + pipelineStart(c_, index_) +
               lineMarker(node.location, true) + chunked.header + " {\n" +
               turn.iteration + chunked.bodyPrologue + p() + "begin_iteration" +
               o + text + p() + "end_iteration" + o + error.iteration + "}\n";
    bottom_ = chunked.epilogue + bottom_ + error.end;
  }

  std::string take() const {
    if (!isHandedOut(c_, index_))
      return "";
    return p() + "take(&" + turnName(c_, index_) + ", " + p() + "i, " + p() +
           "c, " + std::to_string(chunks_);
  }

  std::string test() const {
    std::string all;
    if (c_.forC && task_.runsAs(ChunkMode::Tested))
      for (const polyhedral::RangeCheck &check : verdict_->checks)
        all += (all.empty() ? "" : " && ") + checkText(c_, check);
    return all;
  }

  bool isOfSearch() const {
    return verdict_ && verdict_->kind == polyhedral::LoopKind::Search;
  }

  bool isSearchChunk() const { return task_.is<Chunks>() && isOfSearch(); }

  /// Variables that the task's own text names.
  std::vector<ObjectId> named() const {
    std::vector<ObjectId> all = taskgraph::namedObjects(program_, task_.node);
    if (!isSearchChunk())
      return all;
    // What leaves the loop is not in the chunk's text.
    std::set<ObjectId> rest;
    TextRange piece = program_[task_.node].text;
    auto add = [&](uint32_t end) {
      for (ObjectId object :
           taskgraph::namedObjects(program_, {piece.unit, piece.begin, end}))
        rest.insert(object);
    };
    for (NodeId exit : verdict_->exits) {
      add(program_[exit].text.begin);
      piece.begin = program_[exit].text.end;
    }
    add(piece.end);
    return {rest.begin(), rest.end()};
  }

  SearchContext searchContext(TaskId chunks) const {
    return {program_, *verdict_, filler(), p(),
            "&" + frame() + "->" + searchMember(c_, chunks)};
  }

  void add(const SearchText &text) {
    top_ += text.declarations;
    middle_ += text.statements;
  }

  void searchChunk() {
    add(codegen::searchChunk(searchContext(index_),
                             {chunks_, grain(), estimate(), &insertions_}));
  }

  void resumeSearch() { add(resumedLoop(searchContext(combined()))); }

  /// What cost estimation puts around the loop's condition.
  std::function<std::string(std::string)> estimate() const {
    return [this](std::string condition) {
      const Loop &loop = *program_[task_.node].as<Loop>();
      auto it = insertions_.find(loop.conditionText.begin);
      auto end = insertions_.find(loop.conditionText.end);
      if (it == insertions_.end() || end == insertions_.end())
        return condition;
      return it->second + condition + end->second;
    };
  }

  /// Some iterations before the first, for what they hand on.
  std::string warmUp() {
    if (!verdict_ || verdict_->warmUp.empty() || !task_.is<Chunks>())
      return {};
    top_ += "long long " + p() + "w;\n";
    return warmUpLoop(program_, task_.node, partsText(verdict_->warmUp),
                      verdict_->warmUpDepth, p());
  }

  /// What of the body the totals need.
  std::string firstPassText() const {
    return "{\n" + partsText(verdict_->firstPass) + "}\n";
  }

  /// Children of the loop's body.
  std::string partsText(const std::vector<NodeId> &parts) const {
    std::string text;
    uint32_t last = 0;
    for (NodeId id : parts) {
      const Node &node = program_[id];
      if (node.text.begin == last)
        continue; // declarators of one declaration
      last = node.text.begin;
      text += lineMarker(node.location, true) +
              fillNode(program_, id, filler(), insertions_) + "\n";
    }
    return text;
  }

  /// The chunk starts without an error and hands on the one it leaves.
  void keepErrno() {
    std::string error = p() + "error", kept = p() + "kept";
    top_ += "int *const " + error + " = " + p() + "errno();\nconst int " +
            kept + " = *" + error + ";\n*" + error + " = 0;\n";
    bottom_ += frame() + "->" + errnoMember(c_, index_) + "[" + p() + "c] = *" +
               error + ";\n*" + error + " = " + kept + ";\n";
  }

  /// Its counter is declared apart: C89 has no declarations in for.
  std::string forEachChunk() const {
    std::string k = p() + "k";
    return "for (" + k + " = 0; " + k + " < " + std::to_string(chunks_) + "; " +
           k + "++)\n";
  }

  void combineErrno() {
    if (c_.region.tasks[combined()].runsAs(ChunkMode::Pipeline)) {
      middle_ += takeLastErrno(c_, combined(), chunks_);
      return;
    }
    std::string k = p() + "k";
    std::string part =
        frame() + "->" + errnoMember(c_, combined()) + "[" + k + "]";
    middle_ += forEachChunk() + "  if (" + part + " != 0)\n    *" + p() +
               "errno() = " + part + ";\n";
  }

  void combine() {
    top_ += "unsigned " + p() + "k;\n";
    if (verdict_->writesErrno)
      combineErrno();

    for (const polyhedral::InductionObject &induction : verdict_->inductions)
      if (induction.needsLastValue)
        middle_ += targetOf(induction.object) + " = " + frame() + "->" +
                   lastMember(c_, combined(), induction.object) + ";\n";
    for (const Partial &partial : c_.frame.partials)
      if (partial.task == combined())
        middle_ += c_.region.tasks[partial.task].isFirstPass()
                       ? combineTotal(c_, partial, chunks_,
                                      targetOf(partial.reduction.object))
                       : combinePartial(c_, partial, chunks_,
                                        targetOf(partial.reduction.object));
    for (const Selected &selected : c_.frame.selections)
      if (selected.task == combined())
        middle_ += takeSelected(c_, selected, chunks_, [this](ObjectId object) {
          return targetOf(object);
        });
    for (const LastValue &last : c_.frame.lastValues)
      if (last.task == combined())
        middle_ += forEachChunk() + takeLast(last, targetOf(last.object), p());
  }

  /// A variable as the combining task reaches it.
  std::string targetOf(ObjectId object) const {
    if (!isValid(object))
      return "";
    const Member *m = c_.frame.find(object);
    if (!m)
      return program_[object].name;
    return m->storage == Storage::Pointer ? "(*" + member(object) + ")"
                                          : member(object);
  }

  const RegionContext &c_;
  const Program &program_;
  TaskId index_;
  const taskgraph::MacroTask &task_;
  unsigned chunks_;
  Insertions insertions_; ///< in the task's own text
  const polyhedral::LoopVerdict *verdict_ = nullptr;
  std::set<ObjectId> declared_, byPointer_;
  std::vector<Carried> carried_; ///< through the stages of a pipeline
  std::map<ObjectId, std::string> renamed_;
  std::string versions_, signature_, outOfLine_, top_, middle_, bottom_;
  std::string copies_; ///< where private copies are, behind the trip count
  std::string totals_; ///< what the first pass of a scan stores
};

} // namespace

std::string emitBody(const RegionContext &c, TaskId task, unsigned chunks,
                     const Insertions &insertions) {
  return BodyEmitter(c, task, chunks, insertions).emit();
}

} // namespace hocket::codegen
