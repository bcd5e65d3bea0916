/*
 * Moves the wall clock of a process by WALL_CLOCK_SECONDS: cc -shared -fPIC -o wall-clock.so wall-clock.c, then LD_PRELOAD.
 * The monotonic clock stays, and waits until a time of the wall clock end when they should.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* the bit of glibc's condition variables that says by which clock they wait */
#define WAITS_BY_MONOTONIC 2

typedef int (*get_time)(clockid_t, struct timespec *);

static get_time real;
static time_t shift;

__attribute__((constructor)) static void begin(void) {
    const char *seconds = getenv("WALL_CLOCK_SECONDS");
    shift = seconds == NULL ? 0 : atol(seconds);
    real = (get_time)dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = real == NULL ? (int)syscall(SYS_clock_gettime, clock, now) : real(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += shift;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds != NULL) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
        const struct timespec *restrict until) {
    if (condition->__data.__wrefs & WAITS_BY_MONOTONIC) {
        return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, until);
    }
    struct timespec really = *until;
    really.tv_sec -= shift;
    return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &really);
}
