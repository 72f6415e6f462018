// SPDX-License-Identifier: Apache-2.0
#include "profile/Profile.h"

#include "llvm/Support/JSON.h"

namespace hocket::profile {

namespace json = llvm::json;

// Found by LLVM's JSON reader.

namespace {

/// A count: a number that is not negative.
bool mapCount(json::ObjectMapper &mapper, llvm::StringLiteral name, double &out,
              json::Path path) {
  if (!mapper.map(name, out))
    return false;
  if (!(out >= 0)) {
    path.field(name).report("expected a number that is not negative");
    return false;
  }
  return true;
}

} // namespace

bool fromJSON(const json::Value &value, PlaceRecord &out, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("place", out.number) &&
         mapper.map("kind", out.kind) &&
         mapCount(mapper, "runs", out.runs, path) &&
         mapCount(mapper, "times", out.times, path) &&
         mapCount(mapper, "timed", out.timed, path) &&
         mapCount(mapper, "timed_times", out.timedTimes, path) &&
         mapCount(mapper, "ns", out.ns, path);
}

bool fromJSON(const json::Value &value, FunctionRecord &out, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("name", out.name) &&
         mapper.map("file", out.file) && mapper.map("hash", out.hash) &&
         mapper.map("places", out.places);
}

namespace {

bool fromJSON(const json::Value &value, Profile &out, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("chip", out.chip) &&
         mapper.map("functions", out.functions);
}

} // namespace

llvm::Expected<Profile> readProfile(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return llvm::createStringError("it is no JSON, or cut off");
  }
  const json::Object *object = value->getAsObject();
  std::optional<int64_t> version;
  if (object)
    version = object->getInteger("hocket-profile");
  if (!version)
    return llvm::createStringError("it is no profile of hocketcc");
  if (*version != formatVersion)
    return llvm::createStringError(
        "its format is version " + std::to_string(*version) +
        ", and this hocketcc reads version " + std::to_string(formatVersion));
  Profile result;
  json::Path::Root root("profile");
  if (!fromJSON(*value, result, root))
    return root.getError();
  return result;
}

} // namespace hocket::profile
