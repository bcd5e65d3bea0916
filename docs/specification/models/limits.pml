/*
 * Limits per key, and with FAIR keys that take turns: two workers with one lane each, whose tasks are in one queue. Modelled:
 * dequeue_limited, which takes pending tasks and those that wait for a key that is ready, the end of a task and the release of
 * its place as two steps, the looks at keys that wait, the recoverer, a forwarder that makes a task that waits pending, a tool that deletes one. A worker may die at any step. Without FAIR one task of
 * a key may run.
 */
#define TASKS 4
#define WORKERS 2
#define NONE 7
#ifdef FAIR
#define KEYS 3
#define DEATHS 1
#define KEY(task) (task < 2 -> 0 : task - 1)   /* the first key has two tasks */
#else
#define KEYS 2
#define DEATHS 2
#define KEY(task) (task < 3 -> 0 : 1)          /* the first key has three tasks */
#endif

hidden byte never_above_the_limit, order_of_its_key, fewest_running, turn_of_each, all_end, not_stopped_from_behind;

#include "common.pml"

#define ABSENT 0
#define PENDING 1
#define ASIDE 2
#define ACTIVE 3
#define ENDED 4

byte state[TASKS];
bool running[TASKS];     /* the set of tasks that were let in */
byte place[TASKS];       /* in the hash of a task that waits; 0 if it does not */
byte line[TASKS];        /* its place in the set of those that wait; may be there longer than it waits */
byte holder[TASKS];      /* the worker that has the lease, NONE if none */
#ifndef FAIR
bool ready[KEYS];        /* tasks wait for it that may start */
#endif
bool alive[WORKERS];
byte mine[WORKERS];
byte deaths, moved;
#ifdef FAIR
bool head[TASKS];        /* it was put at the head of the queue, so that it is examined before others */
byte turn[KEYS];         /* 0 if no task is aside, else 1 for the key whose turn was longest ago, and so on */
byte passed[KEYS];       /* how often others were chosen since the key waits and nothing of it runs */
bool more[WORKERS];
#endif

byte t, u, k, n, m, best;  /* of the step that runs; 0 between two */
#define FORGET t = 0; u = 0; k = 0; n = 0; m = 0; best = 0

#ifdef LEASES_NOT_READ
#define COUNTS(task) running[task]
#else
#define COUNTS(task) (running[task] && holder[task] != NONE)
#endif
#ifdef NOT_COUNTED
#define LET_IN(task) false
#else
#define LET_IN(task) true
#endif

#ifdef FAIR
#define NOT_AT_HEAD head[t] = false
#else
#define NOT_AT_HEAD skip
#endif

/* n = how many tasks of key k run, by the set */
inline runs() { n = 0; for (u : 0 .. TASKS - 1) { n = n + (KEY(u) == k && COUNTS(u)) } }

/* m = how many of key k are in its line, before a place if it is not 0 */
inline ahead(before) {
  m = 0;
  for (u : 0 .. TASKS - 1) { m = m + (KEY(u) == k && line[u] > 0 && (before == 0 || line[u] < before)) }
}

/* task t is leased to a worker */
inline start(me) {
  state[t] = ACTIVE; holder[t] = me; mine[me] = t; running[t] = LET_IN(t); place[t] = 0; line[t] = 0; NOT_AT_HEAD;
#ifndef FAIR
  n = 0;
  for (u : 0 .. TASKS - 1) { n = n + (KEY(u) == KEY(t) && state[u] == ACTIVE) }
  INVARIANT(never_above_the_limit, n <= 1)
#endif
}

/* task t waits, and is seen as a scheduled one */
inline postpone() {
  if
  :: place[t] == 0 ->
     /* behind all others */
     m = 0;
     for (u : 0 .. TASKS - 1) { m = (place[u] > m -> place[u] : m); m = (line[u] > m -> line[u] : m) };
     place[t] = m + 1
  :: else
  fi;
  state[t] = ASIDE; line[t] = place[t]; NOT_AT_HEAD
}

#ifdef FORWARDED_KEPT
#define IS_BEHIND(task) false
#elif defined(FAIR)
#define IS_BEHIND(task) (state[task] == PENDING && !head[task])
#else
#define IS_BEHIND(task) (state[task] == PENDING)
#endif

#ifdef STALE_KEPT
#define IS_STALE(task) (line[task] > 0 && line[task] == place[task] && IS_BEHIND(task))
#else
#define IS_STALE(task) (line[task] > 0 && (line[task] != place[task] || IS_BEHIND(task)))
#endif

/*
 * t = the task of key k with the first place that is aside; NONE if there is none. Those that wait no more leave the line, and
 * those that others have made pending
 */
inline first() {
  t = NONE;
  for (u : 0 .. TASKS - 1) {
    if :: KEY(u) == k && IS_STALE(u) -> line[u] = 0 :: else fi;
    if :: KEY(u) == k && state[u] == ASIDE && (t == NONE || place[u] < place[(t == NONE -> 0 : t)]) -> t = u :: else fi
  }
}

#ifndef FAIR

inline dequeue(me) {
  k = KEY(t);
  runs();
  ahead(place[t]);
  if
#ifdef PLACE_NOT_CHECKED
  :: n < 1 ->
#else
  :: n < 1 && m < 1 ->
#endif
     for (u : 0 .. TASKS - 1) {
       INVARIANT(order_of_its_key, !(KEY(u) == k && state[u] == ASIDE && (place[t] == 0 || place[u] < place[t])))
     }
     start(me)
  :: else -> postpone(); serve()
  fi
}

/* key k is ready if tasks wait for it and none runs */
inline serve() {
  runs();
  ahead(0);
  ready[k] = (n < 1 && m > 0)
}

/* the first of the tasks that wait for key k, which is ready, starts */
inline take_line(me) {
  ready[k] = false;
  runs();
  first();
  if
  :: n < 1 && t != NONE ->
     ahead(place[t]);
     n = 0;
     for (u : 0 .. TASKS - 1) { n = n + (KEY(u) == k && line[u] > 0 && line[u] < place[t] && state[u] == PENDING) }
     INVARIANT(not_stopped_from_behind, n == 0)
     for (u : 0 .. TASKS - 1) {
       INVARIANT(order_of_its_key, !(KEY(u) == k && state[u] == ASIDE && place[u] < place[t]))
     }
     if :: m == 0 -> start(me) :: else fi
  :: else
  fi
}

#else

/* the turn of key k is behind all others */
inline last_turn() {
  for (u : 0 .. KEYS - 1) { if :: turn[u] > turn[k] && turn[k] > 0 -> turn[u]-- :: else fi };
  turn[k] = 0;
  m = 0;
  for (u : 0 .. KEYS - 1) { m = (turn[u] > m -> turn[u] : m) };
  turn[k] = m + 1
}

inline line_up() {
  k = KEY(t);
  postpone();
  if :: turn[k] == 0 -> last_turn() :: else fi
}

/* best = the key with the fewest running tasks, of those the one whose turn was longest ago; NONE if none has a task aside */
inline choose() {
  best = NONE;
  byte least = NONE;
  for (k : 0 .. KEYS - 1) {
    first();
    runs();
#ifdef RUNNING_NOT_READ
    n = 0;
#endif
    if
    :: t != NONE && (best == NONE || n < least || (n == least && turn[k] < turn[(best == NONE -> 0 : best)])) ->
       best = k; least = n
    :: else
    fi
  };
  least = 0
}

/* the task whose turn it is starts; t must be in a line */
inline dequeue(me) {
  choose();
  if
  :: best != NONE ->
     byte chosen;
     for (u : 0 .. TASKS - 1) { chosen = chosen + (KEY(u) == best && state[u] == ACTIVE) };
     for (k : 0 .. KEYS - 1) {
       first();
       runs();
       if
       :: t != NONE && k != best ->
          INVARIANT(fewest_running, chosen <= n)
          passed[k] = (n == 0 -> passed[k] + 1 : 0);
          INVARIANT(turn_of_each, passed[k] < KEYS)
       :: else -> passed[k] = 0
       fi
     };
     chosen = 0;
     k = best;
     first();
     passed[k] = 0;
#ifndef TURN_KEPT
     last_turn();
#endif
     start(me);
     m = 0;
     for (u : 0 .. TASKS - 1) { m = m + (state[u] == ASIDE) };
     more[me] = (m > 0)
  :: else -> more[me] = false
  fi
}

#endif

#define EXISTS(condition) (condition(0) || condition(1) || condition(2) || condition(3))
#define IS_PENDING(task) (state[task] == PENDING)
#define IS_ASIDE(task) (state[task] == ASIDE)

/* t = any task in a state */
inline any(as) {
  if
  :: state[0] == as -> t = 0
  :: state[1] == as -> t = 1
  :: state[2] == as -> t = 2
  :: state[3] == as -> t = 3
  fi
}

proctype worker(byte me) {
  bool ends;
  do
#ifndef FAIR
  :: atomic { alive[me] && mine[me] == NONE && !ends && EXISTS(IS_PENDING) -> any(PENDING); dequeue(me); FORGET }
  :: atomic { alive[me] && mine[me] == NONE && !ends && ready[0] -> k = 0; take_line(me); FORGET }
  :: atomic { alive[me] && mine[me] == NONE && !ends && ready[1] -> k = 1; take_line(me); FORGET }
#else
  :: atomic { alive[me] && mine[me] == NONE && !ends && (EXISTS(IS_PENDING) || more[me]) ->
       /* some of those that are pending are examined */
       do
       :: EXISTS(IS_PENDING) -> any(PENDING); line_up()
       :: !EXISTS(IS_PENDING) || EXISTS(IS_ASIDE) -> break
       od;
       dequeue(me); FORGET }
#endif
  :: atomic { alive[me] && mine[me] != NONE && !ends ->
       if
       :: state[mine[me]] == ACTIVE && holder[mine[me]] == me -> state[mine[me]] = ENDED; holder[mine[me]] = NONE
       :: else
       fi;
       ends = true }
  /* the place of the task is free */
  :: atomic { alive[me] && ends ->
       if :: holder[mine[me]] == NONE -> running[mine[me]] = false :: else fi;
#ifndef FAIR
       k = KEY(mine[me]); serve();
#endif
       mine[me] = NONE; ends = false; FORGET }
  :: atomic { alive[me] && deaths < DEATHS && (mine[me] != NONE || ends) -> deaths++; alive[me] = false; ends = false }
  /* another process starts */
  :: atomic { !alive[me] && (mine[me] == NONE || holder[mine[me]] != me) -> alive[me] = true; mine[me] = NONE
#ifdef FAIR
       ; more[me] = false
#endif
     }
  od
}

/* The leases of a dead worker have expired. */
proctype recoverer() {
  do
  :: atomic { !alive[0] && mine[0] != NONE && holder[mine[0]] == 0 -> holder[mine[0]] = NONE; state[mine[0]] = PENDING }
  :: atomic { !alive[1] && mine[1] != NONE && holder[mine[1]] == 1 -> holder[mine[1]] = NONE; state[mine[1]] = PENDING }
  od
}

#ifndef FAIR
/* whether the first of a line could start */
#define IS_FIRST(task, other) (KEY(task) != KEY(other) || line[other] == 0 || line[other] >= line[task])
#define IS_FREE(task, other) (KEY(task) != KEY(other) || !COUNTS(other))
#define MAY_START(task) (!ready[KEY(task)] && (IS_STALE(task) || (state[task] == ASIDE && \
  IS_FIRST(task, 0) && IS_FIRST(task, 1) && IS_FIRST(task, 2) && IS_FIRST(task, 3))) && \
  IS_FREE(task, 0) && IS_FREE(task, 1) && IS_FREE(task, 2) && IS_FREE(task, 3))
#endif

/* Any node examines each key that is waited for; of keys that take turns the first task is shown to all. */
proctype looks() {
#ifndef NO_LOOK
  do
#ifndef FAIR
  :: atomic { MAY_START(0) -> k = KEY(0); serve(); FORGET }
  :: atomic { MAY_START(1) -> k = KEY(1); serve(); FORGET }
  :: atomic { MAY_START(2) -> k = KEY(2); serve(); FORGET }
  :: atomic { MAY_START(3) -> k = KEY(3); serve(); FORGET }
#else
  :: atomic { !EXISTS(IS_PENDING) && EXISTS(IS_ASIDE) -> choose(); k = best; first(); state[t] = PENDING; head[t] = true; FORGET }
#endif
  od
#else
  skip
#endif
}

/*
 * Stores the tasks, of which the first two have the same key and so nothing to tell them apart; makes one that waits pending, as
 * if its time had come, and deletes one.
 */
proctype others() {
  do
  :: atomic { state[0] == ABSENT -> state[0] = PENDING }
  :: atomic { state[1] == ABSENT && state[0] != ABSENT -> state[1] = PENDING }
  :: atomic { state[2] == ABSENT -> state[2] = PENDING }
  :: atomic { state[3] == ABSENT -> state[3] = PENDING }
  :: atomic { !(moved & 1) && EXISTS(IS_ASIDE) -> any(ASIDE); state[t] = PENDING; moved = moved | 1; FORGET }
  :: atomic { !(moved & 2) && EXISTS(IS_ASIDE) -> any(ASIDE); state[t] = ENDED; place[t] = 0; moved = moved | 2; FORGET }
  od
}

#define HAS_ENDED(task) (state[task] == ENDED)

init {
  atomic {
    holder[0] = NONE; holder[1] = NONE; holder[2] = NONE; holder[3] = NONE;
    mine[0] = NONE; mine[1] = NONE; alive[0] = true; alive[1] = true;
    run worker(0); run worker(1); run recoverer(); run looks(); run others()
  };
  /* nothing can happen any more */
  timeout -> INVARIANT(all_end, HAS_ENDED(0) && HAS_ENDED(1) && HAS_ENDED(2) && HAS_ENDED(3))
}
