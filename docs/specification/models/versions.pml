/*
 * A queue with tasks of versions 1 to 3, in which a worker takes 1..2, another one 2..3, and with PEER a server of Go all. Modelled:
 * dequeue_matching with the list, the marks and the anchor by which a look continues, receipt and recall; done, retry, requeue,
 * forward, the recoverer's retry, pause; the task at the head that is put aside because no lane here handles it. A worker may be
 * killed or hang at any step, the reply of a dequeue may be lost. With PEER also what Go writes: a task at the head without the time
 * since which it is pending, and one that its inspector has archived and run again, with the old time. With UNKNOWN a task has
 * version 4. Who has a task is the worker's number here: settlement.pml has the scores. Numbers of tasks are smaller than in the
 * product: HEAD is 16 there, BUDGET 1,000, REQUEUED 500.
 */
#ifndef TASKS
#define TASKS 4
#endif
#ifndef EVENTS
#define EVENTS 3       /* deaths, hangs, lost replies, failures, servers that stop, pauses, tasks put aside or moved, together */
#endif
#define WORKERS 2
#define HEAD 1         /* tasks at the head that each call examines */
#define BUDGET 2       /* tasks that one call passes over */
#define REQUEUED 1     /* how much farther from the head a marked task may be than it was */
#define NONE 7
#define GO 3           /* the holder that is a server of Go; those of workers are 1 and 2, 0 is none */

#ifdef UNKNOWN
#define VERSION(task) (4 - (task))                        /* 4, 3, 2, 1 */
#else
#define VERSION(task) ((task) == 3 -> 2 : 3 - (task))     /* 3, 2, 1, 2 */
#endif
#define ACCEPTS(w, task) (VERSION(task) > (w) && VERSION(task) <= (w) + 2)

hidden byte transition_of_the_table, one_collection, ended_only_by_its_end, left_to_others, run_by_who_accepts, place_is_kept,
  nothing_passed_over, settled_by_its_holder, pause_is_kept, all_end;

#include "common.pml"
#include "rules.pml"

/* Redis */
byte in[TASKS];        /* the collections that have the ID, as a sum */
byte hash[TASKS];      /* the state in the task's hash */
byte q[TASKS];         /* the pending list; its head, where tasks are taken, is the first */
byte size;
bool known[TASKS];     /* whether the hash says since when the task is pending */
byte holder[TASKS];
bool paused;

/* the workers, with one lane each */
mtype = { idle, asked, busy };
mtype phase[WORKERS];
byte mine[WORKERS];    /* the task of the lane */
byte apart[WORKERS];   /* a task without a lane, which is to be postponed */
bool awake[WORKERS];   /* the list has changed since the last call that found nothing more */
byte stands[WORKERS];  /* the task at the head that no lane handles */
/* the mark: a task, its distance from the head, whether its time was known, and whether that, or its message, is the same */
byte mark_of[WORKERS], distance[WORKERS];
bool mark_known[WORKERS], mark_same[WORKERS];
/* the anchor: the newest task when the mark was made, and the size of the list then */
byte newest_of[WORKERS], size_of[WORKERS];
bool newest_known[WORKERS], newest_same[WORKERS];

/* what is true, and no script can see */
bool stored[TASKS], ended[TASKS];
bool expired[TASKS];   /* the lease of a worker that was killed, or hangs */
bool excused[TASKS];   /* it has come to where a mark may be behind it */
byte events;

/* of the step that runs; 0 between two */
hidden byte before;
byte i, j, n, p, t, from, got, put, at, over, passed, passed_at, seen, pushed, mark, mark_at, size_then, jumped;
byte old[TASKS];
#define FORGET i = 0; j = 0; n = 0; p = 0; t = 0; from = 0; got = 0; put = 0; at = 0; over = 0; passed = 0; passed_at = 0; \
  seen = 0; pushed = 0; mark = 0; mark_at = 0; size_then = 0; jumped = 0; for (i : 0 .. TASKS - 1) { old[i] = 0 }; i = 0

#ifdef VERSION_NOT_READ
#define FITS(w, task) true
#else
#define FITS(w, task) ACCEPTS(w, task)
#endif
#ifdef PAUSE_NOT_READ
#define SEEN_PAUSED false
#else
#define SEEN_PAUSED paused
#endif
#ifdef NO_FENCE
#define HELD(w, task) (in[task] & ACTIVE)
#else
#define HELD(w, task) (holder[task] == w + 1)
#endif
#ifdef SINCE_NOT_COMPARED
#define IS_MARK(w) true
#define IS_ANCHOR(w) true
#else
#define IS_MARK(w) (mark_same[w] && mark_known[w] == known[mark_of[w]])
#define IS_ANCHOR(w) (newest_same[w] && newest_known[w] == known[newest_of[w]])
#endif

#define LISTED(place, task) ((place) < size && q[(place) % TASKS] == (task))
#define LISTINGS(task) (LISTED(0, task) + LISTED(1, task) + LISTED(2, task) + LISTED(3, task))

inline check() {
  for (i : 0 .. TASKS - 1) {
    INVARIANT(one_collection, (in[i] & (in[i] - 1)) == 0 || in[i] == 0)
    INVARIANT(one_collection, in[i] == hash[i] && LISTINGS(i) == (in[i] == PENDING))
    INVARIANT(ended_only_by_its_end, in[i] != 0 || ended[i] || !stored[i])
  };
  FORGET
}

inline wake() { awake[0] = true; awake[1] = true }

inline to_tail(x) { q[size] = x; size++; excused[x] = false; wake() }

inline to_head(x) {
  i = size;
  do
  :: i > 0 -> q[i] = q[i - 1]; i--
  :: else -> break
  od;
  q[0] = x; size++; excused[x] = true; wake()
}

inline take_out(place) {
  i = place;
  do
  :: i + 1 < size -> q[i] = q[i + 1]; i++
  :: else -> break
  od;
  size--; q[size] = 0; i = 0; wake()
}

/* since when task x is pending is written, or not any more; its message is another one */
inline pending_now(x) {
  known[x] = true;
  for (i : 0 .. WORKERS - 1) {
    if :: mark_of[i] == x && mark_known[i] -> mark_same[i] = false :: else fi;
    if :: newest_of[i] == x && newest_known[i] -> newest_same[i] = false :: else fi
  };
  i = 0
}
inline rewritten(x) {
  for (i : 0 .. WORKERS - 1) {
    if :: mark_of[i] == x && !mark_known[i] -> mark_same[i] = false :: else fi;
    if :: newest_of[i] == x && !newest_known[i] -> newest_same[i] = false :: else fi
  };
  i = 0
}

/* p = the place of task x in the list; NONE if it is not there */
inline find(x) {
  p = NONE;
  for (i : 0 .. TASKS - 1) { if :: i < size && q[i] == x -> p = i :: else fi };
  i = 0
}

/* include/mark; seen = how many tasks, from the head on, the worker has seen */
inline continue_at(w) {
  seen = 0;
  if
  :: mark_of[w] != NONE ->
#ifdef DISTANCE_ALONE
     seen = (distance[w] < size -> distance[w] : size)
#else
     pushed = NONE;
     if
     :: newest_of[w] != NONE ->
        find(newest_of[w]);
        if :: p != NONE && IS_ANCHOR(w) -> pushed = size - 1 - p :: else fi
     :: else
     fi;
     if
     :: pushed != NONE ->
#ifdef PUSHED_NOT_COUNTED
        pushed = 0;
#endif
        n = size_of[w] - distance[w] + pushed;
        if :: n < size -> seen = size - n :: else fi
     :: else ->
        find(mark_of[w]);
        if :: p != NONE && IS_MARK(w) && p + 1 <= distance[w] + REQUEUED -> seen = p + 1 :: else fi
     fi
#endif
  :: else
  fi
}

inline lease(w, x) { move_dequeue(x); holder[x] = w + 1; known[x] = false; excused[x] = false }

/* include/match, from the mark or from the head; from = the task that may be put aside */
inline dequeue(w, from_mark) {
  INVARIANT(pause_is_kept, !paused)
  seen = 0;
  if :: from_mark -> continue_at(w) :: else fi;
  mark = (seen > 0 -> mark_of[w] : NONE); mark_at = seen;
  got = NONE; put = NONE; at = 0; over = 0; passed = NONE; passed_at = 0; jumped = 0; j = 0; size_then = size;
  for (i : 0 .. TASKS - 1) { old[i] = q[i] };
  do
  :: got == NONE && j < size && over < BUDGET ->
     t = q[j];
     if
     :: FITS(w, t) -> got = t; at = j
     :: !FITS(w, t) && j == 0 && t == from ->
        put = t;
        if :: mark == t && mark_at == 1 -> mark = NONE :: else fi
     :: else -> passed = t; passed_at = j + 1; over++
     fi;
     j++;
     if
     :: got == NONE && j >= HEAD && j < seen -> j = seen; passed = mark; passed_at = seen; jumped = 1
     :: else
     fi
  :: else -> break
  od;
  if
  :: (got != NONE && at >= seen) || (got == NONE && j > seen) -> mark = passed; mark_at = passed_at
  :: else
  fi;
  if :: got != NONE && mark == got && mark_at == at + 1 -> mark = passed; mark_at = passed_at :: else fi;
  if
  :: mark == NONE -> mark_at = 0
  :: else -> mark_at = mark_at - (put != NONE) - (got != NONE && at < mark_at)
  fi;
  if
  :: got != NONE ->
     INVARIANT(left_to_others, ACCEPTS(w, got))
     lease(w, got); take_out(at);
#ifdef PASSED_TO_THE_TAIL
     n = (jumped > 0 -> 0 : at);
     do
     :: n > 0 -> t = q[0]; take_out(0); to_tail(t); n--
     :: else -> break
     od
#endif
  :: else
  fi;
  if :: put != NONE -> lease(w, put); take_out(0) :: else fi;
  n = 0;
  for (i : 0 .. TASKS - 1) {
    if
    :: i < size_then && old[i] != got && old[i] != put ->
       INVARIANT(place_is_kept, q[n] == old[i])
       INVARIANT(nothing_passed_over, i >= j || !ACCEPTS(w, old[i]) || excused[old[i]])
       n++
    :: else
    fi
  };
  i = 0;
  if
  :: true ->
     mark_of[w] = mark; distance[w] = mark_at; mark_same[w] = (mark != NONE);
     mark_known[w] = (mark != NONE -> known[(mark == NONE -> 0 : mark)] : false);
     newest_of[w] = (mark != NONE && size > 0 -> q[(size > 0 -> size - 1 : 0)] : NONE);
     size_of[w] = (newest_of[w] != NONE -> size : 0);
     newest_same[w] = (newest_of[w] != NONE);
     newest_known[w] = (newest_of[w] != NONE -> known[(newest_of[w] == NONE -> 0 : newest_of[w])] : false);
     stands[w] = (put == NONE && got != old[0] -> old[0] : NONE);
     awake[w] = (got != NONE || put != NONE || j < size_then);
     if :: got != NONE || put != NONE -> phase[w] = busy :: else fi
  :: (got != NONE || put != NONE) && events < EVENTS -> events++; phase[w] = asked
  fi;
  mine[w] = got; apart[w] = put;
  check()
}

#define IS_LEFT(w, place) ((place) < size && ACCEPTS(w, q[(place) % TASKS]))
#define ANY_LEFT(w) (IS_LEFT(w, 0) || IS_LEFT(w, 1) || IS_LEFT(w, 2) || IS_LEFT(w, 3))

inline rest(w) { if :: mine[w] == NONE && apart[w] == NONE -> phase[w] = idle :: else fi }

/* an attempt ends otherwise than by success */
inline retried(x) { holder[x] = 0; expired[x] = false; move_retry(x); rewritten(x) }

inline left_alone(w, x) { if :: x != NONE && holder[x % NONE] == w + 1 -> expired[x] = true :: else fi }

proctype worker(byte w) {
  do
  :: atomic { phase[w] == idle && size > 0 && !SEEN_PAUSED && awake[w] -> from = NONE; dequeue(w, true) }
  /* it has been at the head for unhandled-type-delay */
  :: atomic { phase[w] == idle && size > 0 && !SEEN_PAUSED && stands[w] != NONE && events < EVENTS ->
       events++; from = stands[w]; dequeue(w, true) }
#ifndef NO_SECOND_SCAN
  /* the next look at the head; one that finds nothing is not modelled */
  :: atomic { phase[w] == idle && !SEEN_PAUSED && !awake[w] && ANY_LEFT(w) -> from = NONE; dequeue(w, false) }
#endif
  /* recall */
  :: atomic { phase[w] == asked ->
       if :: mine[w] != NONE && holder[mine[w] % NONE] != w + 1 -> mine[w] = NONE :: else fi;
       if :: apart[w] != NONE && holder[apart[w] % NONE] != w + 1 -> apart[w] = NONE :: else fi;
       phase[w] = busy; rest(w) }
  /* a task without a lane is postponed */
  :: atomic { phase[w] == busy && apart[w] != NONE ->
       t = apart[w];
#ifdef ROUTE_NOT_CHECKED
       INVARIANT(run_by_who_accepts, ACCEPTS(w, t))
#endif
       if :: HELD(w, t) -> INVARIANT(settled_by_its_holder, holder[t] == w + 1) retried(t) :: else fi;
       apart[w] = NONE; rest(w); check() }
  /* the handler has run */
  :: atomic { phase[w] == busy && mine[w] != NONE ->
       INVARIANT(run_by_who_accepts, ACCEPTS(w, mine[w]))
       t = mine[w];
       if
       :: HELD(w, t) ->
          INVARIANT(settled_by_its_holder, holder[t] == w + 1)
          if
          :: holder[t] = 0; expired[t] = false; move_done(t); ended[t] = true
          :: events < EVENTS -> events++; retried(t)
          /* the server stops */
          :: events < EVENTS -> events++; holder[t] = 0; expired[t] = false; move_requeue(t); to_head(t); pending_now(t)
          fi
       :: else
       fi;
       mine[w] = NONE; rest(w); check() }
  /* kill -9; another process starts in its place */
  :: atomic { phase[w] != idle && events < EVENTS ->
       events++;
       left_alone(w, mine[w]); left_alone(w, apart[w]);
       phase[w] = idle; mine[w] = NONE; apart[w] = NONE; awake[w] = true; stands[w] = NONE;
       mark_of[w] = NONE; distance[w] = 0; mark_known[w] = false; mark_same[w] = false;
       newest_of[w] = NONE; size_of[w] = 0; newest_known[w] = false; newest_same[w] = false }
  /* it hangs for longer than lease and cutoff */
  :: atomic { phase[w] == busy && events < EVENTS -> events++; left_alone(w, mine[w]); left_alone(w, apart[w]) }
  od
}

#define IS_LOST(task) ((task) < TASKS && expired[(task) % TASKS])
#define WAITS(task) ((task) < TASKS && in[(task) % TASKS] == RETRY)
#define IS_NEW(task) ((task) < TASKS && !stored[(task) % TASKS])

/* the recoverer, the forwarder, a producer, and who pauses the queue */
proctype others() {
  do
  :: atomic { IS_LOST(0) || IS_LOST(1) || IS_LOST(2) || IS_LOST(3) ->
       if :: IS_LOST(0) -> t = 0 :: IS_LOST(1) -> t = 1 :: IS_LOST(2) -> t = 2 :: IS_LOST(3) -> t = 3 fi;
       retried(t); check() }
  :: atomic { WAITS(0) || WAITS(1) || WAITS(2) || WAITS(3) ->
       if :: WAITS(0) -> t = 0 :: WAITS(1) -> t = 1 :: WAITS(2) -> t = 2 :: WAITS(3) -> t = 3 fi;
       move_forward(t); to_tail(t); pending_now(t); check() }
  :: atomic { IS_NEW(0) || IS_NEW(1) || IS_NEW(2) || IS_NEW(3) ->
       if :: IS_NEW(0) -> t = 0 :: IS_NEW(1) -> t = 1 :: IS_NEW(2) -> t = 2
#ifdef UNKNOWN
       :: IS_NEW(3) -> t = 3
#else
       /* the second one of version 2 */
       :: IS_NEW(3) && !IS_NEW(1) -> t = 3
#endif
       fi;
       stored[t] = true; move_enqueue(t); to_tail(t); pending_now(t); check() }
  :: atomic { paused -> paused = false; wake() }
  :: atomic { !paused && size > 0 && events < EVENTS -> events++; paused = true }
  od
}

#ifdef PEER
proctype peer() {
  byte its = NONE;
  do
  :: atomic { its == NONE && size > 0 && !paused -> its = q[0]; lease(GO - 1, its); take_out(0); check() }
  :: atomic { its != NONE ->
       if
       :: holder[its] = 0; move_done(its); ended[its] = true
       :: events < EVENTS -> events++; retried(its)
       :: events < EVENTS -> events++; holder[its] = 0; move_requeue(its); to_head(its)
       :: events < EVENTS -> events++; expired[its] = true
       fi;
       its = NONE; check() }
  /* Go's inspector; what is behind the task, or behind the newest when a mark was made, may not be seen until the next look */
  :: atomic { size > 0 && events < EVENTS ->
       events++;
       if :: t = q[0] :: size > 1 -> t = q[1] :: size > 2 -> t = q[2 % TASKS] fi;
       find(t); move_put_aside(t); take_out(p); move_run(t); to_tail(t);
       for (i : 0 .. TASKS - 1) { excused[i] = excused[i] || in[i] == PENDING };
       i = 0; check() }
  od
}
#endif

#define HAS_ENDED(task) ((task) >= TASKS || ended[(task) % TASKS] || VERSION(task) == 4)

init {
  atomic {
    for (i : 0 .. WORKERS - 1) {
      phase[i] = idle; mine[i] = NONE; apart[i] = NONE; stands[i] = NONE; mark_of[i] = NONE; newest_of[i] = NONE
    };
    i = 0;
    run worker(0); run worker(1); run others();
#ifdef PEER
    run peer()
#endif
  };
  /* nothing can happen any more */
  timeout -> INVARIANT(all_end, HAS_ENDED(0) && HAS_ENDED(1) && HAS_ENDED(2) && HAS_ENDED(3))
}
