/*
 * The throughput of Redis: a client with negligible cost of its own that calls the scripts of the engine.
 *
 *   ceiling drain   HOST PORT QUEUE CONNECTIONS BATCH DEQUEUE.lua DONE.lua
 *   ceiling enqueue HOST PORT QUEUE CONNECTIONS BATCH ENQUEUE.lua TASKS PAYLOAD_SIZE
 *
 * drain takes and deletes BATCH tasks at a time on each connection until the queue is empty. enqueue stores TASKS tasks,
 * BATCH in each call. Both print: tasks=N nanos=N tasks-per-second=N
 */
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEASE_SECONDS = 30, RECEIPT_SECONDS = 60, STATS_DAYS = 90, MAX_RETRY = 25, TIMEOUT_SECONDS = 1800, ID_SIZE = 36 };
/* what the dequeue script replies for each task: its ID, its message, since when it was pending */
enum { FIELDS = 3 };

static const char *const MAX_COUNTER = "9223372036854775807";
static const char *const TASK_TYPE = "bench:task";

static struct {
    const char *host;
    int port;
    const char *queue;
    long connections, batch, tasks, payload_size;
    char *scripts[2];
    pthread_barrier_t ready, start;
    pthread_mutex_t lock;
    long handled, next;
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(1);
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        fail("out of memory");
    }
    return memory;
}

static int64_t nanos(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static char *file(const char *name) {
    FILE *in = fopen(name, "rb");
    if (!in) {
        fail("%s cannot be read", name);
    }
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    char *text = allocate(size + 1);
    text[fread(text, 1, size, in)] = 0;
    fclose(in);
    return text;
}

/* The words of a command, and a buffer for their texts. */
typedef struct {
    int count, capacity;
    const char **words;
    size_t *sizes;
    char *buffer;
    size_t used, buffer_size;
} call;

static call new_call(int capacity, size_t buffer_size) {
    return (call){.capacity = capacity,
                  .words = allocate(capacity * sizeof(char *)),
                  .sizes = allocate(capacity * sizeof(size_t)),
                  .buffer = allocate(buffer_size),
                  .buffer_size = buffer_size};
}

static void add_bytes(call *c, const char *bytes, size_t size) {
    if (c->count == c->capacity) {
        fail("a call has more words than its capacity");
    }
    c->words[c->count] = bytes;
    c->sizes[c->count++] = size;
}

static void add_text(call *c, const char *text) { add_bytes(c, text, strlen(text)); }

__attribute__((format(printf, 2, 3))) static void add(call *c, const char *format, ...) {
    va_list values;
    va_start(values, format);
    size_t left = c->buffer_size - c->used;
    size_t size = vsnprintf(c->buffer + c->used, left, format, values);
    va_end(values);
    if (size >= left) {
        fail("a call is longer than its buffer");
    }
    add_bytes(c, c->buffer + c->used, size);
    c->used += size + 1;
}

static void begin(call *c, const char *sha, int keys) {
    c->count = 0;
    c->used = 0;
    add_text(c, "EVALSHA");
    add_text(c, sha);
    add(c, "%d", keys);
}

/* The last of the keys, which never exists: see include/whole_slot.lua. */
static void add_missing_key(call *c) { add(c, "asynq:{%s}:whole-slot", run.queue); }

static redisReply *check(redisContext *redis, redisReply *reply, int type) {
    if (!reply) {
        fail("no reply from Redis: %s", redis->errstr);
    }
    if (reply->type != type) {
        fail("unexpected reply: %s", reply->type == REDIS_REPLY_ERROR ? reply->str : "wrong type");
    }
    return reply;
}

static redisReply *send_call(redisContext *redis, call *c) {
    return check(redis, redisCommandArgv(redis, c->count, c->words, c->sizes), REDIS_REPLY_ARRAY);
}

static redisContext *connect_to_redis(void) {
    redisContext *redis = redisConnect(run.host, run.port);
    if (!redis || redis->err) {
        fail("no connection to %s:%d: %s", run.host, run.port, redis ? redis->errstr : "out of memory");
    }
    return redis;
}

static void load(redisContext *redis, const char *script, char sha[41]) {
    redisReply *reply = check(redis, redisCommand(redis, "SCRIPT LOAD %s", script), REDIS_REPLY_STRING);
    snprintf(sha, 41, "%s", reply->str);
    freeReplyObject(reply);
}

/* All threads are connected before the clock starts. */
static void wait_for_start(void) {
    pthread_barrier_wait(&run.ready);
    pthread_barrier_wait(&run.start);
}

static size_t longest_word(void) { return strlen(run.queue) + 160; }

static long settle(redisContext *redis, call *done, const char *sha, const redisReply *taken, int64_t expiry,
                   const char *name) {
    const char *q = run.queue;
    time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    int tasks = (int)(taken->elements - 1) / FIELDS;
    begin(done, sha, 5 + tasks);
    add(done, "asynq:{%s}:active", q);
    add(done, "asynq:{%s}:lease", q);
    add(done, "asynq:{%s}:processed:%04d-%02d-%02d", q, day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
    add(done, "asynq:{%s}:processed", q);
    for (int i = 0; i < tasks; i++) {
        add(done, "asynq:{%s}:t:%s", q, taken->element[1 + FIELDS * i]->str);
    }
    add_missing_key(done);
    add(done, "%" PRId64, (int64_t)now + STATS_DAYS * 86400L);
    add_text(done, MAX_COUNTER);
    for (int i = 0; i < tasks; i++) {
        const redisReply *id = taken->element[1 + FIELDS * i];
        add_bytes(done, id->str, id->len);
        add(done, "%" PRId64, expiry);
        add(done, "%" PRId64, expiry);
        add_text(done, name);
        add_text(done, "0");
    }
    redisReply *reply = send_call(redis, done);
    for (size_t i = 0; i < reply->elements; i++) {
        if (reply->element[i]->integer != 1) {
            fail("a task was not settled");
        }
    }
    freeReplyObject(reply);
    return tasks;
}

static void *drain(void *number) {
    const char *q = run.queue;
    redisContext *redis = connect_to_redis();
    char dequeue_sha[41], done_sha[41];
    load(redis, run.scripts[0], dequeue_sha);
    load(redis, run.scripts[1], done_sha);
    call dequeue = new_call(16, 16 * longest_word());
    call done = new_call(16 + 6 * run.batch, (16 + 6 * run.batch) * longest_word());
    long handled = 0, calls = 0;
    char name[64];
    wait_for_start();
    for (;;) {
        int64_t expiry = time(NULL) + LEASE_SECONDS;
        snprintf(name, sizeof name, "%d-%ld-%ld", (int)getpid(), (long)(intptr_t)number, ++calls);
        begin(&dequeue, dequeue_sha, 6);
        add(&dequeue, "asynq:{%s}:pending", q);
        add(&dequeue, "asynq:{%s}:paused", q);
        add(&dequeue, "asynq:{%s}:active", q);
        add(&dequeue, "asynq:{%s}:lease", q);
        add(&dequeue, "asynq:{%s}:receipt:ceiling-%d-%ld", q, (int)getpid(), (long)(intptr_t)number);
        add_missing_key(&dequeue);
        add(&dequeue, "%" PRId64, expiry);
        add(&dequeue, "asynq:{%s}:t:", q);
        add_text(&dequeue, name);
        add(&dequeue, "%d", RECEIPT_SECONDS);
        /* of no task is the time read since which it is pending */
        add(&dequeue, "%d", 0);
        add(&dequeue, "%ld", run.batch);
        redisReply *taken = send_call(redis, &dequeue);
        if (taken->elements < 2) {
            freeReplyObject(taken);
            break;
        }
        handled += settle(redis, &done, done_sha, taken, expiry, name);
        freeReplyObject(taken);
    }
    pthread_mutex_lock(&run.lock);
    run.handled += handled;
    pthread_mutex_unlock(&run.lock);
    redisFree(redis);
    return NULL;
}

static char *put_varint(char *to, uint64_t value) {
    for (; value > 127; value >>= 7) {
        *to++ = (char)(value | 128);
    }
    *to++ = (char)value;
    return to;
}

static char *put_number(char *to, int field, uint64_t value) { return put_varint(put_varint(to, field << 3), value); }

static char *put_bytes(char *to, int field, const char *bytes, size_t size) {
    to = put_varint(put_varint(to, field << 3 | 2), size);
    memcpy(to, bytes, size);
    return to + size;
}

static void put_long(char *to, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        to[i] = (char)(value >> (56 - 8 * i));
    }
}

/* Writes the protobuf message of a task; returns its end. */
static char *put_task(char *to, const char *id, char *payload, long number) {
    put_long(payload, number);
    put_long(payload + 8, nanos(CLOCK_REALTIME));
    to = put_bytes(to, 1, TASK_TYPE, strlen(TASK_TYPE));
    to = put_bytes(to, 2, payload, run.payload_size);
    to = put_bytes(to, 3, id, ID_SIZE);
    to = put_bytes(to, 4, run.queue, strlen(run.queue));
    to = put_number(to, 5, MAX_RETRY);
    return put_number(to, 8, TIMEOUT_SECONDS);
}

/* Takes the numbers of the next tasks, from *first on; returns how many. */
static long take_numbers(long *first) {
    pthread_mutex_lock(&run.lock);
    long left = run.tasks - run.next;
    long taken = left < run.batch ? left : run.batch;
    *first = run.next;
    run.next += taken;
    pthread_mutex_unlock(&run.lock);
    return taken;
}

static void *enqueue(void *number) {
    (void)number;
    redisContext *redis = connect_to_redis();
    char sha[41];
    load(redis, run.scripts[0], sha);
    call store = new_call(16 + 5 * run.batch, (16 + 5 * run.batch) * longest_word());
    size_t message_size = run.payload_size + strlen(run.queue) + 128;
    char(*ids)[ID_SIZE + 1] = allocate(run.batch * sizeof(*ids));
    char *messages = allocate(run.batch * message_size);
    char *payload = calloc(1, run.payload_size);
    unsigned int seed = (unsigned int)nanos(CLOCK_MONOTONIC);
    wait_for_start();
    long first, tasks, stored = 0;
    while ((tasks = take_numbers(&first)) > 0) {
        begin(&store, sha, 2 + (int)tasks);
        add(&store, "asynq:{%s}:pending", run.queue);
        for (long i = 0; i < tasks; i++) {
            snprintf(ids[i], sizeof(ids[i]), "%08x-%04x-4%03x-8%03x-%012lx", (unsigned int)rand_r(&seed),
                     (unsigned int)rand_r(&seed) & 0xffff, (unsigned int)rand_r(&seed) & 0xfff,
                     (unsigned int)getpid() & 0xfff, (unsigned long)(first + i) & 0xffffffffffff);
            add(&store, "asynq:{%s}:t:%s", run.queue, ids[i]);
        }
        add_missing_key(&store);
        add(&store, "%" PRId64, nanos(CLOCK_REALTIME));
        for (long i = 0; i < tasks; i++) {
            char *message = messages + i * message_size;
            add_bytes(&store, ids[i], ID_SIZE);
            add_bytes(&store, message, put_task(message, ids[i], payload, first + i) - message);
            add_text(&store, "0");
            add_text(&store, "0");
        }
        redisReply *reply = send_call(redis, &store);
        for (size_t i = 0; i < reply->elements; i++) {
            stored += reply->element[i]->integer == 1;
        }
        freeReplyObject(reply);
    }
    pthread_mutex_lock(&run.lock);
    run.handled += stored;
    pthread_mutex_unlock(&run.lock);
    redisFree(redis);
    return NULL;
}

static void register_queue(void) {
    redisContext *redis = connect_to_redis();
    freeReplyObject(check(redis, redisCommand(redis, "SADD asynq:queues %s", run.queue), REDIS_REPLY_INTEGER));
    redisFree(redis);
}

static void measure(void *(*work)(void *)) {
    pthread_t *threads = allocate(run.connections * sizeof(pthread_t));
    pthread_barrier_init(&run.ready, NULL, run.connections + 1);
    pthread_barrier_init(&run.start, NULL, run.connections + 1);
    for (long i = 0; i < run.connections; i++) {
        if (pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i)) {
            fail("thread %ld cannot be started", i);
        }
    }
    pthread_barrier_wait(&run.ready);
    int64_t begin = nanos(CLOCK_MONOTONIC);
    pthread_barrier_wait(&run.start);
    for (long i = 0; i < run.connections; i++) {
        pthread_join(threads[i], NULL);
    }
    int64_t took = nanos(CLOCK_MONOTONIC) - begin;
    printf("tasks=%ld nanos=%" PRId64 " tasks-per-second=%.0f\n", run.handled, took, run.handled * 1e9 / took);
}

static long positive(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || value < 1) {
        fail("\"%s\" is not a positive number", text);
    }
    return value;
}

int main(int count, char **words) {
    int draining = count == 9 && !strcmp(words[1], "drain");
    if (!draining && (count != 10 || strcmp(words[1], "enqueue"))) {
        fail("usage: ceiling drain   HOST PORT QUEUE CONNECTIONS BATCH DEQUEUE.lua DONE.lua\n"
             "       ceiling enqueue HOST PORT QUEUE CONNECTIONS BATCH ENQUEUE.lua TASKS PAYLOAD_SIZE");
    }
    run.host = words[2];
    run.port = (int)positive(words[3]);
    run.queue = words[4];
    run.connections = positive(words[5]);
    run.batch = positive(words[6]);
    run.scripts[0] = file(words[7]);
    if (draining) {
        run.scripts[1] = file(words[8]);
        measure(drain);
    } else {
        run.tasks = positive(words[8]);
        run.payload_size = positive(words[9]) < 16 ? 16 : positive(words[9]);
        register_queue();
        measure(enqueue);
    }
    return 0;
}
