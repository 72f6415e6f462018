// SPDX-License-Identifier: Apache-2.0
#include "profile/Profile.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

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

struct CoreRecord {
  unsigned core = 0;
  double speed = 0;
};

bool fromJSON(const json::Value &value, CoreRecord &out, json::Path path) {
  json::ObjectMapper mapper(value, path);
  int64_t core = 0;
  if (!mapper || !mapper.map("core", core) || !mapper.map("speed", out.speed))
    return false;
  if (core < 0 || !(out.speed > 0)) {
    path.report("expected the number of a core and a positive speed");
    return false;
  }
  out.core = unsigned(core);
  return true;
}

bool fromJSON(const json::Value &value, Profile &out, json::Path path) {
  json::ObjectMapper mapper(value, path);
  std::vector<CoreRecord> cores;
  if (!mapper || !mapper.map("chip", out.chip) ||
      !mapper.mapOptional("runs", out.runs) ||
      !mapper.mapOptional("longest", out.longestNs) ||
      !mapper.mapOptional("khz", out.khz) ||
      !mapper.map("functions", out.functions) ||
      !mapper.mapOptional("cores", cores))
    return false;
  if (!(out.runs >= 0) || !(out.longestNs >= 0) || !(out.khz >= 0)) {
    path.report("expected 'runs', 'longest' and 'khz' that are not negative");
    return false;
  }
  for (const CoreRecord &core : cores)
    out.speeds[core.core] = core.speed;
  return true;
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

std::string withSpeeds(llvm::StringRef text, const CoreSpeeds &speeds) {
  // No string in JSON has a line's end in it, so this begins nothing else.
  const llvm::StringRef start = ",\n \"cores\": [";
  size_t end = text.rfind(start);
  if (end == llvm::StringRef::npos)
    end = text.rfind('}');
  std::string result = (text.take_front(end) + start).str();
  llvm::raw_string_ostream out(result);
  bool isFirst = true;
  for (const auto &[core, speed] : speeds) {
    out << (isFirst ? "" : ", ") << "{\"core\": " << core
        << ", \"speed\": " << llvm::formatv("{0:f3}", speed) << "}";
    isFirst = false;
  }
  out << "]}\n";
  return result;
}

std::string emptyProfile(const std::string &chip) {
  std::string result;
  llvm::raw_string_ostream(result)
      << "{\"hocket-profile\": " << formatVersion
      << ", \"chip\": " << json::Value(json::fixUTF8(chip))
      << ", \"runs\": 0, \"functions\": []}\n";
  return result;
}

} // namespace hocket::profile
