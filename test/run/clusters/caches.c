/* SPDX-License-Identifier: Apache-2.0
 *
 * A machine of clusters whose caches are not coherent, for tests: a runtime in
 * the place of libhocket's. Each cluster is a process. All have the program's
 * globals, heap and stack at the same addresses, each a copy of its own: its
 * cache. "Memory" is a third copy that all share. A line of a cache stays as it
 * is until it is invalidated; then it is taken from memory. It gets to memory
 * when it is written back, as a whole, if the cluster has changed anything in
 * it. What the linker has put into the section `hk_uncached` (uncached.ld) is
 * shared.
 *
 * Threads of a process are the cores of its cluster. The first cluster is the
 * process that runs `main`; the other one is forked before that, so that all
 * that `main` does is new to it.
 *
 *   CACHES_SITES=FILE   writes there what calls there were: a line each
 *   CACHES_DROP=LINE    leaves out the calls of such a line
 *   CACHES_LATE=N       the cores of cluster N begin each region late
 *   CACHES_SLOW=N       core N begins each task late
 *
 * Calls count as one if they are made by the cores of one cluster for the same
 * bytes, each the n-th such call in its core's program.
 *
 * A cache that evicts dirty lines, or loads others, whenever it likes is not
 * emulated: what is right here has to be right there, for no two clusters may
 * have changed one line, and each drops what it has after it has waited.
 */
#define _GNU_SOURCE
#include "hocket/hocket.h"

#include "hocket/abi_clusters.h"

#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  LINE = 64,
  CLUSTERS = 2,
  MOST_CORES = 16,
  MOST_SITES = 256,
  FRAME_BYTES = 1 << 20,
  HEAP_BYTES = 64 << 20,
  STACK_BYTES = 1 << 20,
};

typedef uint64_t word;

/* Memory that caches keep. */
struct area {
  char *own;   /* where the program has it: this cluster's cache */
  char *clean; /* what it was when it came from memory, or went there */
  char *memory;
  size_t bytes;
};

struct site {
  unsigned cluster, nth;
  int is_write;
  const void *first; /* null: all */
  unsigned long bytes;
};

/* All processes see this. */
struct shared {
  char frame[FRAME_BYTES];
  unsigned is_ready;
  unsigned order, done; /* regions begun, and ended by the other cluster */
  hk_core_program *programs[MOST_CORES];
  unsigned char clusters[MOST_CORES];
  unsigned count, epoch;
  size_t heap_used;
  unsigned site_lock, site_count;
  struct site sites[MOST_SITES];
};

/* Each process has one. */
struct own {
  struct shared *shared;
  unsigned cluster;
  unsigned lock;
  bool is_busy, is_ready;
  struct area areas[4];
  unsigned area_count;
  char *heap, *aside; /* what the other cluster's process itself allocates */
  size_t aside_used;
};

/* Not a variable: those are cached. */
#define SELF ((struct own *)0x510000000000)
#define HEAP ((char *)0x520000000000)
#define ASIDE ((char *)0x530000000000)

extern char __data_start[];
extern char __start_hk_uncached[] __attribute__((weak));
extern char __stop_hk_uncached[] __attribute__((weak));

static void give_up(const char *what) {
  perror(what);
  _exit(99);
}

static void *map(void *at, size_t bytes, int how) {
  void *area = mmap(at, bytes, PROT_READ | PROT_WRITE,
                    MAP_ANONYMOUS | how | (at ? MAP_FIXED : 0), -1, 0);
  if (area == MAP_FAILED)
    give_up("mmap");
  return area;
}

static void lock(unsigned *one) {
  while (__atomic_exchange_n(one, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlock(unsigned *one) {
  __atomic_store_n(one, 0, __ATOMIC_RELEASE);
}

/* Heap: nothing is freed; each block has lines of its own. */

static void *allocate(size_t bytes, size_t alignment) {
  static const size_t least = LINE;
  if (!SELF->is_ready && SELF->heap == NULL)
    give_up("heap");
  size_t by = alignment < least ? least : alignment;
  bool is_aside = SELF->cluster != 0;
  lock(&SELF->lock);
  size_t *used = is_aside ? &SELF->aside_used : &SELF->shared->heap_used;
  size_t begin = (*used + LINE + by - 1) / by * by;
  size_t end = (begin + bytes + least - 1) / least * least;
  if (end <= HEAP_BYTES)
    *used = end;
  unlock(&SELF->lock);
  if (end > HEAP_BYTES)
    return NULL;
  char *block = (is_aside ? SELF->aside : SELF->heap) + begin;
  *(size_t *)(block - LINE) = bytes;
  return block;
}

static void set_up(void);

void *malloc(size_t bytes) {
  set_up();
  return allocate(bytes, LINE);
}

void *calloc(size_t count, size_t bytes) {
  set_up();
  return allocate(count * bytes, LINE); /* the heap is zero at first */
}

void free(void *block) { (void)block; }

void *realloc(void *block, size_t bytes) {
  set_up();
  void *other = allocate(bytes, LINE);
  if (block && other) {
    size_t before = *(size_t *)((char *)block - LINE);
    memcpy(other, block, before < bytes ? before : bytes);
  }
  return other;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  set_up();
  return allocate(bytes, alignment);
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  set_up();
  *block = allocate(bytes, alignment);
  return *block ? 0 : 12;
}

/* Caches. */

static bool is_dirty(const struct area *area, size_t line) {
  return memcmp(area->own + line, area->clean + line, LINE) != 0;
}

static void write_line(struct area *area, size_t line) {
  for (size_t at = line; at < line + LINE; at += sizeof(word)) {
    word now = __atomic_load_n((word *)(area->own + at), __ATOMIC_RELAXED);
    __atomic_store_n((word *)(area->memory + at), now, __ATOMIC_RELAXED);
    *(word *)(area->clean + at) = now;
  }
}

/* A word that another core of the cluster changes meanwhile is dirty then. */
static void drop_line(struct area *area, size_t line) {
  if (is_dirty(area, line))
    write_line(area, line);
  for (size_t at = line; at < line + LINE; at += sizeof(word)) {
    word fresh = __atomic_load_n((word *)(area->memory + at), __ATOMIC_RELAXED);
    word old = *(word *)(area->clean + at);
    if (fresh != old &&
        __atomic_compare_exchange_n((word *)(area->own + at), &old, fresh,
                                    false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      *(word *)(area->clean + at) = fresh;
  }
}

static void handle(struct area *area, size_t from, size_t to, bool is_write) {
  for (size_t line = from / LINE * LINE; line < to; line += LINE)
    if (!is_write)
      drop_line(area, line);
    else if (is_dirty(area, line))
      write_line(area, line);
}

static void handle_all(bool is_write) {
  for (unsigned i = 0; i < SELF->area_count; i++) {
    struct area *area = &SELF->areas[i];
    size_t bytes =
        area->own == SELF->heap ? SELF->shared->heap_used + LINE : area->bytes;
    handle(area, 0, bytes, is_write);
  }
}

static void handle_bytes(const char *first, unsigned long bytes,
                         bool is_write) {
  for (unsigned i = 0; i < SELF->area_count; i++) {
    struct area *area = &SELF->areas[i];
    if (first >= area->own && first < area->own + area->bytes) {
      size_t from = (size_t)(first - area->own);
      handle(area, from, from + bytes, is_write);
      return;
    }
  }
}

/* Sites: of each core, which calls it has made for the same bytes. */

struct seen {
  const void *caller;
  const void *first;
  int is_write;
  unsigned nth;
};

static __thread struct seen seen[MOST_SITES];
static __thread unsigned seen_count;
static __thread bool is_inside; /* a core's program */

enum { OUTSIDE = 1000 }; /* the numbers of calls around a region */

static void enter(bool is_program) {
  is_inside = is_program;
  seen_count = 0;
}

static unsigned nth_of(const void *caller, const void *first, int is_write) {
  unsigned nth = 0;
  for (unsigned i = 0; i < seen_count; i++) {
    if (seen[i].first != first || seen[i].is_write != is_write)
      continue;
    if (seen[i].caller == caller)
      return seen[i].nth;
    nth++;
  }
  nth += is_inside ? 0 : OUTSIDE;
  if (seen_count < MOST_SITES)
    seen[seen_count++] = (struct seen){caller, first, is_write, nth};
  return nth;
}

static void note(struct site site) {
  struct shared *shared = SELF->shared;
  lock(&shared->site_lock);
  unsigned i = 0;
  while (i < shared->site_count &&
         (shared->sites[i].cluster != site.cluster ||
          shared->sites[i].nth != site.nth ||
          shared->sites[i].is_write != site.is_write ||
          shared->sites[i].first != site.first))
    i++;
  if (i == shared->site_count && i < MOST_SITES)
    shared->sites[shared->site_count++] = site;
  unlock(&shared->site_lock);
}

/* A site is known by what it is, not by when it comes: which core is first is
 * not the same in each run. */
static bool is_dropped(const struct site *site) {
  const char *drop = getenv("CACHES_DROP");
  unsigned cluster, nth;
  int is_write;
  unsigned long first;
  return drop &&
         sscanf(drop, "%u:%d:%lx:%u", &cluster, &is_write, &first, &nth) == 4 &&
         cluster == site->cluster && is_write == site->is_write &&
         first == (unsigned long)site->first && nth == site->nth;
}

static void call(const void *caller, const volatile void *first,
                 unsigned long bytes, bool is_write) {
  struct site site = {SELF->cluster,
                      nth_of(caller, (const void *)first, is_write), is_write,
                      (const void *)first, bytes};
  note(site);
  if (is_dropped(&site))
    return;
  lock(&SELF->lock);
  if (first)
    handle_bytes((const char *)first, bytes, is_write);
  else
    handle_all(is_write);
  unlock(&SELF->lock);
}

void hk_cache_write_back(const volatile void *first, unsigned long bytes) {
  call(__builtin_return_address(0), first, bytes, true);
}

void hk_cache_invalidate(const volatile void *first, unsigned long bytes) {
  call(__builtin_return_address(0), first, bytes, false);
}

void hk_cache_write_back_all(void) {
  call(__builtin_return_address(0), NULL, 0, true);
}

void hk_cache_invalidate_all(void) {
  call(__builtin_return_address(0), NULL, 0, false);
}

int hk_is_at_line(const volatile void *address, unsigned long bytes) {
  return (unsigned long)address % bytes == 0;
}

/* Regions. */

struct running {
  struct hk_core core;
  pthread_t thread;
};

static void *run_core(void *argument) {
  struct running *one = argument;
  struct shared *shared = SELF->shared;
  enter(true);
  shared->programs[one->core.id](&one->core, shared->frame);
  enter(false);
  return NULL;
}

/* Core 0 on this thread, the others of the cluster on threads of their own.
 * \returns the region's epoch behind it, in cluster 0. */
static unsigned run_cluster(unsigned cluster) {
  struct shared *shared = SELF->shared;
  struct running cores[MOST_CORES];
  const char *late = getenv("CACHES_LATE"), *slow = getenv("CACHES_SLOW");
  if (late && *late == "01"[cluster])
    usleep(2000);
  for (unsigned i = 0; i < shared->count; i++) {
    if (shared->clusters[i] != cluster)
      continue;
    struct hk_trace *trace =
        slow && (unsigned)atoi(slow) == i ? (struct hk_trace *)SELF : NULL;
    cores[i].core = (struct hk_core){i, shared->count, shared->epoch, trace};
    if (i != 0 && pthread_create(&cores[i].thread, NULL, run_core, &cores[i]))
      give_up("pthread_create");
  }
  if (cluster == 0)
    run_core(&cores[0]);
  for (unsigned i = 1; i < shared->count; i++)
    if (shared->clusters[i] == cluster)
      pthread_join(cores[i].thread, NULL);
  return cluster == 0 ? cores[0].core.epoch : 0;
}

int hk_run_clusters(struct hk_region *region, void *frame, unsigned long bytes,
                    const unsigned char *clusters) {
  struct shared *shared = SELF->shared;
  if (SELF->cluster != 0 || bytes > FRAME_BYTES || region->count > MOST_CORES ||
      __atomic_exchange_n(&SELF->is_busy, true, __ATOMIC_ACQUIRE))
    return 0;
  memcpy(shared->frame, frame, bytes);
  for (unsigned i = 0; i < region->count; i++) {
    shared->programs[i] = region->programs[i];
    shared->clusters[i] = clusters ? clusters[i] : 0;
  }
  shared->count = region->count;
  shared->epoch = region->epoch;
  unsigned order = shared->order + 1;
  __atomic_store_n(&shared->order, order, __ATOMIC_RELEASE);
  unsigned epoch = run_cluster(0);
  while (__atomic_load_n(&shared->done, __ATOMIC_ACQUIRE) != order)
    sched_yield();
  region->epoch = epoch;
  memcpy(frame, shared->frame, bytes);
  SELF->is_busy = false;
  return 1;
}

/* Where the frame has no size it is not copied: one cluster. */
int hk_run(struct hk_region *region, void *frame) {
  (void)region, (void)frame;
  return 0;
}

void hk_wait_slow(struct hk_flag *flag, unsigned target) {
  unsigned looks = 0;
  while ((int)(__atomic_load_n(&flag->value, __ATOMIC_ACQUIRE) - target) < 0)
    if (++looks < 100)
      sched_yield();
    else
      usleep(10);
}

void hk_wake(struct hk_flag *flag) { (void)flag; }
void hk_trace_begin(struct hk_trace *trace,
                    unsigned task) __asm__("__hocket_trace_begin");
void hk_trace_begin(struct hk_trace *trace, unsigned task) {
  (void)trace, (void)task; /* a slow core alone is traced */
  usleep(1000);
}
void hk_trace_end(struct hk_trace *trace) __asm__("__hocket_trace_end");
void hk_trace_end(struct hk_trace *trace) { (void)trace; }

/* The other cluster. */

static void *serve(void *nothing) {
  struct shared *shared = SELF->shared;
  /* What has been done here up to now is no cluster's. */
  for (unsigned i = 0; i < SELF->area_count; i++) {
    struct area *area = &SELF->areas[i];
    if (area->own != HEAP)
      memcpy(area->own, area->clean, area->bytes);
  }
  __atomic_store_n(&shared->is_ready, 1, __ATOMIC_RELEASE);
  for (unsigned order = 1;; order++) {
    while (__atomic_load_n(&shared->order, __ATOMIC_ACQUIRE) != order)
      usleep(20);
    run_cluster(1);
    __atomic_store_n(&shared->done, order, __ATOMIC_RELEASE);
  }
  return nothing;
}

static void serve_aside(void) {
  pthread_t server;
  if (pthread_create(&server, NULL, serve, NULL))
    _exit(99);
  for (;;)
    pause();
}

/* The stack is a part of the cache: no thread of this process is to use it. */
static void leave_stack(void) {
  static ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = map(NULL, STACK_BYTES, MAP_PRIVATE);
  context.uc_stack.ss_size = STACK_BYTES;
  makecontext(&context, serve_aside, 0);
  setcontext(&context);
}

static void add_area(char *own, size_t bytes) {
  struct area *area = &SELF->areas[SELF->area_count++];
  char *begin = (char *)((uintptr_t)own / LINE * LINE);
  bytes = (bytes + (size_t)(own - begin) + LINE - 1) / LINE * LINE;
  area->own = begin;
  area->bytes = bytes;
  area->clean = map(NULL, bytes, MAP_PRIVATE);
  area->memory = map(NULL, bytes, MAP_SHARED);
  if (begin == HEAP)
    return; /* nothing but zeros */
  memcpy(area->clean, begin, bytes);
  memcpy(area->memory, begin, bytes);
}

static void share_uncached(void) {
  uintptr_t page = 4096;
  char *begin = (char *)((uintptr_t)__start_hk_uncached / page * page);
  size_t bytes =
      ((size_t)(__stop_hk_uncached - begin) + page - 1) / page * page;
  char *kept = map(NULL, bytes, MAP_PRIVATE);
  memcpy(kept, begin, bytes);
  map(begin, bytes, MAP_SHARED);
  memcpy(begin, kept, bytes);
}

/* The program's own writable segments, from the first variable on. */
static int add_segments(struct dl_phdr_info *info, size_t size, void *nothing) {
  (void)size, (void)nothing;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    char *begin = (char *)info->dlpi_addr + segment->p_vaddr;
    char *end = begin + segment->p_memsz;
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
      continue;
    if (__start_hk_uncached && __start_hk_uncached >= begin &&
        __start_hk_uncached < end) {
      share_uncached();
      continue;
    }
    if (begin < __data_start)
      begin = __data_start;
    if (begin < end)
      add_area(begin, (size_t)(end - begin));
  }
  return 1; /* the program is the first */
}

/* From here up to where the kernel has put the arguments. */
static __attribute__((noinline)) void add_stack(void) {
  volatile char below[STACK_BYTES];
  for (size_t i = 0; i < STACK_BYTES; i += 1024)
    below[i] = 0;
  char *begin = (char *)below;
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    if (sscanf(line, "%lx-%lx", &from, &to) == 2 &&
        from <= (unsigned long)begin && (unsigned long)begin < to)
      add_area(begin, to - (unsigned long)begin);
  }
  if (maps)
    fclose(maps);
}

static void set_up(void) {
  static const int how = MAP_PRIVATE | MAP_FIXED_NOREPLACE;
  static bool is_mapped; /* before the processes part */
  if (is_mapped)
    return;
  is_mapped = true;
  map(SELF, sizeof *SELF, how & ~MAP_FIXED_NOREPLACE);
  SELF->heap = map(HEAP, HEAP_BYTES, MAP_PRIVATE);
  SELF->aside = map(ASIDE, HEAP_BYTES, MAP_PRIVATE);
  SELF->shared = map(NULL, sizeof *SELF->shared, MAP_SHARED);
}

/* Sites have addresses, which are to be the same in each run. */
static void stay_in_place(void) {
  char path[4096], *words[2] = {path, NULL};
  int now = personality(0xffffffff);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE))
    return;
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 0 || personality((unsigned long)now | ADDR_NO_RANDOMIZE) == -1)
    return;
  path[length] = 0;
  execv(path, words);
}

static __attribute__((constructor)) void begin(void) {
  stay_in_place();
  set_up();
  add_stack(); /* with what opening a file allocates */
  add_area(SELF->heap, HEAP_BYTES);
  /* What is in the heap by now. */
  size_t used = SELF->shared->heap_used;
  struct area *heap = &SELF->areas[SELF->area_count - 1];
  memcpy(heap->clean, heap->own, used);
  memcpy(heap->memory, heap->own, used);
  SELF->is_ready = true;
  dl_iterate_phdr(add_segments, NULL);
  pid_t parent = getpid(), child = fork();
  if (child < 0)
    give_up("fork");
  while (child != 0 &&
         !__atomic_load_n(&SELF->shared->is_ready, __ATOMIC_ACQUIRE))
    sched_yield();
  if (child != 0)
    return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SELF->cluster = 1;
  if (getppid() != parent)
    _exit(99);
  leave_stack();
}

static __attribute__((destructor)) void end(void) {
  const char *path = getenv("CACHES_SITES");
  FILE *file = path && SELF->cluster == 0 ? fopen(path, "w") : NULL;
  if (!file)
    return;
  for (unsigned i = 0; i < SELF->shared->site_count; i++) {
    const struct site *site = &SELF->shared->sites[i];
    fprintf(file, "%u:%d:%lx:%u\n", site->cluster, site->is_write,
            (unsigned long)site->first, site->nth);
  }
  fclose(file);
}
