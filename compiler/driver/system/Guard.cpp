// SPDX-License-Identifier: Apache-2.0
//
// LLVM's own way to run on a thread ends the program where none can be had, and
// its handlers cannot run where the stack is used up. So the thread is ours,
// and its signals are handled on a stack beside.
#include "driver/system/Guard.h"

#include "driver/system/Errors.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <pthread.h>
#include <unistd.h>

namespace hocket::driver {
namespace {

/// Tried in turn: address space may be limited.
constexpr std::size_t StackBytes[] = {256u << 20, 64u << 20, 16u << 20};
constexpr std::size_t SignalStackBytes = 64u << 10;
/// How a guard tells that LLVM got no memory; no exit status.
constexpr int NoMemory = 0x4d454d;

/// One run of our work, on its thread.
struct Run {
  llvm::function_ref<void()> work;
  Mishap mishap;
  std::exception_ptr userError;

  void catching() {
    try {
      work();
    } catch (const UserError &) {
      userError = std::current_exception();
    } catch (const std::bad_alloc &) {
      mishap = {"too little memory", true};
    } catch (const std::exception &problem) {
      mishap.what = problem.what();
      if (mishap.what.empty())
        mishap.what = "an exception without a word";
    }
  }

  void guarded() {
    llvm::CrashRecoveryContext recovery;
    if (recovery.RunSafely([&] { catching(); }))
      return;
    if (recovery.RetCode == NoMemory)
      mishap = {"too little memory", true};
    else
      mishap.what = "a crash";
  }
};

/// LLVM's handlers, on the stack beside the thread's.
void handleBeside() {
  for (int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) != 0)
      continue;
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

void *onThread(void *given) {
  auto memory =
      std::unique_ptr<char[]>(new (std::nothrow) char[SignalStackBytes]);
  stack_t beside = {}, none = {};
  beside.ss_sp = memory.get();
  beside.ss_size = SignalStackBytes;
  none.ss_flags = SS_DISABLE;
  if (memory)
    sigaltstack(&beside, nullptr);
  static_cast<Run *>(given)->guarded();
  sigaltstack(&none, nullptr);
  return nullptr;
}

/// \returns whether there was a thread to be had.
bool runOnThread(Run &run, std::size_t stackBytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_t thread;
  bool isStarted = pthread_attr_setstacksize(&attributes, stackBytes) == 0 &&
                   pthread_create(&thread, &attributes, onThread, &run) == 0;
  pthread_attr_destroy(&attributes);
  if (isStarted)
    pthread_join(thread, nullptr);
  return isStarted;
}

/// LLVM got no memory; it cannot go on.
void onShortage(void *, const char *, bool) {
  if (auto *guard = llvm::CrashRecoveryContext::GetCurrent())
    guard->HandleExit(NoMemory);
  llvm::sys::RunInterruptHandlers();
  constexpr llvm::StringLiteral message = "hocketcc: error: out of memory\n";
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, message.data(), message.size());
  _exit(ExitUserError);
}

} // namespace

Mishap runGuarded(llvm::function_ref<void()> work) {
  llvm::CrashRecoveryContext::Enable();
  handleBeside();
  Run run{work, {}, nullptr};
  bool isRun = false;
  for (std::size_t bytes : StackBytes)
    if ((isRun = runOnThread(run, bytes)))
      break;
  if (!isRun)
    return {"too little memory", true};
  if (run.userError)
    std::rethrow_exception(run.userError);
  return run.mishap;
}

void expectShortages() { llvm::install_bad_alloc_error_handler(onShortage); }

void noteMishap(const std::string &where, const Mishap &mishap,
                const std::string &consequence) {
  if (mishap.isShortage)
    llvm::errs() << "hocketcc: warning: " << mishap.what << "; " << consequence
                 << '\n';
  else
    noteInternalProblem(where, mishap.what, consequence);
}

} // namespace hocket::driver
