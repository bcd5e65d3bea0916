/*
 * The connections to a Redis are opened: `Opening`, and what closes them. Callers that need them, the thread of an attempt, the
 * close. An attempt takes any time, and fails or not; there may be no thread for it. Time passes only when nobody who waits has
 * reached his limit.
 */
#define CALLERS 3
#define LIMIT 2        /* how long a command may take */
#define PAUSE 1        /* how long a failure is shared */
#define END 5
#define ATTEMPTS 3

hidden byte one_attempt, failure_is_shared, attempt_has_a_thread, waits_within_the_limit, close_waits_for_nothing,
  nothing_open_after_the_close;

#include "common.pml"

mtype = { none, runs, failed, done };
byte now;
mtype last = none;     /* the attempt of which callers get the result */
byte begin;            /* of that attempt */
byte end;
bool closed, opened;   /* opened: what was opened is kept */
byte threads;          /* attempts that run */
byte open;             /* topologies with connections */
byte attempts;
byte waiting[CALLERS]; /* the time at which the caller's wait ends, 0 if he does not wait */
bool is_closing, is_closed;   /* the close was called, has returned */

#ifdef LOCKED
#define MAY_CLOSE (threads == 0)       /* an attempt has the lock */
#else
#define MAY_CLOSE true
#endif

#ifdef NO_LIMIT
#define LATE(caller) false
#else
#define LATE(caller) (waiting[caller] > 0 && now >= waiting[caller])
#endif
#ifdef NOT_SHARED
#define IS_NEEDED (last != failed || now - end >= PAUSE)
#else
#ifdef PAUSE_NOT_READ
#define IS_NEEDED (last == none || last == failed)
#else
#define IS_NEEDED (last == none || (last == failed && now - end >= PAUSE))
#endif
#endif

/* Opening.attempt, in its lock */
inline attempt(me) {
  if
  :: IS_NEEDED && attempts < ATTEMPTS ->
     INVARIANT(failure_is_shared, last != failed || now - end >= PAUSE)
     attempts++;
     begin = now; last = runs;
     if
     :: threads++; run opens()
#ifdef THREAD_NOT_CHECKED
     :: true
#else
     :: end = now; last = failed   /* there is no memory for a thread */
#endif
     fi;
     INVARIANT(one_attempt, threads <= 1)
  :: else
  fi;
  waiting[me] = begin + LIMIT
}

proctype caller(byte me) {
  byte called;
  do
  :: now >= END -> break
  :: atomic { now < END && (attempts < ATTEMPTS || !IS_NEEDED || opened || closed) ->
       called = now;
       if
       :: opened
       :: !opened && !closed -> attempt(me)
       :: !opened && closed
       fi
     };
     if
     :: atomic { waiting[me] > 0 && (last == done || last == failed || LATE(me)) ->
          INVARIANT(waits_within_the_limit, now - called <= LIMIT)
          waiting[me] = 0; called = 0 }
     :: atomic { waiting[me] == 0 -> called = 0 }
     fi;
     break
  od
}

/* the thread of an attempt */
proctype opens() {
  if
  :: atomic { end = now; last = failed; threads--; goto ended }
  :: open++
  fi;
  /* Opening.keep, in the lock */
  atomic {
#ifdef KEPT_ANYWAY
    opened = true; last = done; threads--; goto ended
#else
    if
    :: !closed -> opened = true; last = done; threads--; goto ended
    :: else -> end = now; last = failed; threads--
    fi
#endif
  };
  open--;
ended:
  skip
}

/* RedisConnections.close */
proctype closes() {
  byte called;
  atomic { called = now; is_closing = true };
  atomic { MAY_CLOSE -> closed = true };
  atomic {
    INVARIANT(close_waits_for_nothing, now == called)
    if
    :: opened -> open--
    :: else
    fi;
    called = 0; is_closing = false; is_closed = true
  }
}

/* Time passes only when those have acted who need no time. */
proctype clock() {
  do
  :: atomic { now < END && !LATE(0) && !LATE(1) && !LATE(2) && !(is_closing && (closed || MAY_CLOSE)) -> now++ }
  :: now >= END -> break
  od
}

init {
  atomic { run caller(0); run caller(1); run caller(2); run closes(); run clock() };
  /* nothing can happen any more */
  timeout ->
    INVARIANT(nothing_open_after_the_close, !is_closed || open == 0)
    INVARIANT(attempt_has_a_thread, last != runs || threads > 0)
}
