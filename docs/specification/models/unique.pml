/*
 * Tasks with one key: two senders with two tasks each, a worker, a tool. Modelled: store_unique, for SUCCESS with REJECT the claim of
 * any task; dequeue, done, retry, archive, requeue, forward, unlock; a task is deleted, or run again; a sender whose reply is lost
 * sends the same again; another task gets the ID of one that is gone. The scope is SUCCESS, START or TIME, the policy REJECT,
 * JOIN, EXTEND or REPLACE. A worker that is killed, whose task is recovered, is one whose task has failed.
 */
#define SENDERS 2
#define SENDS 2        /* of each sender */
#define TASKS 4
#define LIFE 2         /* of the key, in seconds */
#ifndef END
#define END 5          /* seconds */
#endif
#define NONE 7

#if !defined(SUCCESS) && !defined(START) && !defined(TIME)
#define START          /* with REPLACE this is debounce */
#endif
#if !defined(REJECT) && !defined(JOIN) && !defined(EXTEND) && !defined(REPLACE)
#define REPLACE
#endif

hidden byte one_task_of_a_key, join_returns_a_stored_task, newest_content_runs, lock_has_its_task, begun_holds_no_key;

#include "common.pml"

#define ABSENT 0
#define WAITS 1        /* pending or scheduled */
#define ACTIVE 2
#define RETRY 3
#define ARCHIVED 4

/* Redis */
byte state[TASKS];
byte content[TASKS];   /* in the message: the send it is of */
bool failed[TASKS];    /* in the message */
bool named[TASKS];     /* whether the task names the key */
byte lock = NONE;      /* the ID that the key has as its value */
byte left;             /* seconds until the key expires; without UNTIMED not 0 while there is one */

/* the worker */
byte mine = NONE, its;  /* the task, and the content that it has read */

/* what is true, and no script can see */
bool holds[TASKS];     /* the task keeps others out: it has taken the key, and neither succeeded, nor expired, nor, with START, begun */
byte newest[TASKS];    /* the content that a sender was told is the task's */
byte alone;            /* seconds since the key has no task */
byte now, sent[SENDERS];
bool failures, runs, strangers, losses;
byte n, each, holder;
bool there, waits, begun;

inline check() {
  n = 0;
  for (each : 0 .. TASKS - 1) { n = n + holds[each] };
  INVARIANT(one_task_of_a_key, n <= 1)
#ifndef TIME
  /* with TIME it may outlive it, until its time is over */
  INVARIANT(lock_has_its_task, lock == NONE || (state[lock] != ABSENT && named[lock]))
#endif
  n = 0; each = 0
}

inline no_lock() { lock = NONE; left = 0; alone = 0 }

/* a task is gone, or has succeeded */
inline unlock(t) {
#ifndef TIME
  holds[t] = false;
#ifndef LOCK_LEFT
#ifdef UNLOCKED_BY_ANY
  if :: named[t] -> no_lock() :: else fi;
#else
  if :: named[t] && lock == t -> no_lock() :: else fi;
#endif
#endif
#endif
  named[t] = false; failed[t] = false; content[t] = 0; newest[t] = 0
}

inline take_key(t) {
  lock = t; alone = 0;
#ifdef UNTIMED
  left = 0
#else
  left = LIFE
#endif
}

inline store(t, c) {
  state[t] = WAITS; content[t] = c; newest[t] = c; named[t] = true; failed[t] = false; holds[t] = true; take_key(t)
}

/* the other task is refused or joined: it is neither one that has begun, nor gone */
inline kept_out() {
#ifdef START
  INVARIANT(begun_holds_no_key, state[holder] == WAITS || state[holder] == RETRY)
#ifndef REPLACE
  INVARIANT(begun_holds_no_key, !failed[holder])
#endif
#else
  skip
#endif
}

/* one call; t is the ID of the new task, and c its content */
inline send(t, c) {
  if
  :: lock == NONE -> if :: state[t] == ABSENT -> store(t, c) :: else fi
  :: else ->
     holder = lock;
#if defined(SUCCESS) && defined(REJECT)
     /* asynq's own lock */
     skip
#else
#ifdef KEY_NOT_COMPARED
     there = (state[holder] != ABSENT);
#else
     there = (state[holder] != ABSENT && named[holder]);
#endif
     waits = (state[holder] == WAITS);
#ifdef REPLACE
     begun = (there && !waits && state[holder] != RETRY);
#else
#ifdef FAILURE_NOT_READ
     begun = (there && !waits && state[holder] != RETRY);
#else
     begun = (there && (!waits || failed[holder]));
#endif
#endif
     if
#ifndef TIME
#ifdef START
     :: !there || begun ->
#else
     :: !there ->
#endif
        /* it takes the key over */
        if
        :: state[t] == ABSENT ->
           /* what the other one has not begun, or is gone, keeps out nothing more */
           store(t, c)
        :: else
        fi
     :: else ->
#else
     :: true ->
#endif
        if
        /* refused */
#ifndef GONE_IS_JOINED
        :: !there || state[holder] == ARCHIVED -> skip
        :: there && state[holder] != ARCHIVED ->
#else
        :: state[holder] == ARCHIVED -> skip
        :: state[holder] != ARCHIVED ->
#endif
#if defined(JOIN) || defined(EXTEND)
           INVARIANT(join_returns_a_stored_task, state[holder] != ABSENT && named[holder])
           kept_out();
#ifdef EXTEND
           left = LIFE
#else
           skip
#endif
#endif
#ifdef REPLACE
           if
#ifdef REPLACED_WHILE_IT_RUNS
           :: true ->
#else
           :: state[holder] == WAITS || state[holder] == RETRY ->
#endif
              /* it keeps its ID */
              newest[holder] = c;
#ifndef REPLACED_IN_NAME
              content[holder] = c;
#endif
              if :: state[holder] != ACTIVE -> state[holder] = WAITS; failed[holder] = false :: else fi;
#ifndef TIME
              left = LIFE
#endif
           :: else -> kept_out()
           fi
#endif
#ifdef REJECT
           kept_out()
#endif
        fi
     fi
#endif
  fi;
  holder = 0; there = false; waits = false; begun = false;
  check()
}

proctype sender(byte me) {
  do
  :: atomic { sent[me] < SENDS ->
       send(me * SENDS + sent[me], me * SENDS + sent[me] + 1);
       /* its reply is lost: it sends the same again */
       if
       :: !losses -> losses = true
       :: sent[me]++
       fi }
  od
}

inline any(as) {
  if
  :: state[0] == as -> n = 0
  :: state[1] == as -> n = 1
  :: state[2] == as -> n = 2
  :: state[3] == as -> n = 3
  fi
}
#define EXISTS(as) (state[0] == as || state[1] == as || state[2] == as || state[3] == as)

proctype worker() {
  byte t;
  do
  :: atomic { mine == NONE && EXISTS(WAITS) ->
       any(WAITS); t = n; n = 0;
       state[t] = ACTIVE; mine = t; its = content[t];
       INVARIANT(newest_content_runs, its == newest[t])
#ifdef START
       holds[t] = false;
#endif
       t = 0; check() }
  :: atomic { mine != NONE ->
       t = mine;
       if
       /* it has succeeded: what it has done is the newest that a sender was told */
       :: true ->
          INVARIANT(newest_content_runs, its == newest[t])
          unlock(t); state[t] = ABSENT
       :: !failures -> failures = true; state[t] = RETRY; failed[t] = true; content[t] = its
       :: !failures -> failures = true; state[t] = ARCHIVED; failed[t] = true; content[t] = its
       /* the server stops */
       :: !failures -> failures = true; state[t] = WAITS
       fi;
       mine = NONE; its = 0; t = 0; check() }
  /* its time has come */
  :: atomic { EXISTS(RETRY) -> any(RETRY); state[n] = WAITS; check() }
  od
}

/* A tool deletes a task that waits or is archived, and runs one that is archived; an ID is used by a task without the key. */
proctype tool() {
  byte t;
  do
  :: atomic { !runs && EXISTS(WAITS) -> runs = true; any(WAITS); t = n; n = 0; unlock(t); state[t] = ABSENT; t = 0; check() }
  :: atomic { !runs && EXISTS(ARCHIVED) -> runs = true; any(ARCHIVED); state[n] = WAITS; check() }
  :: atomic { !runs && EXISTS(ARCHIVED) -> runs = true; any(ARCHIVED); t = n; n = 0; unlock(t); state[t] = ABSENT; t = 0; check() }
  :: atomic { !strangers && sent[0] > 0 && state[0] == ABSENT -> strangers = true; state[0] = WAITS; check() }
  od
}

proctype time() {
  do
  :: atomic { now < END ->
       now++;
       if
       :: lock != NONE && (state[lock] == ABSENT || !named[lock]) ->
          alone++;
          INVARIANT(lock_has_its_task, alone <= LIFE)
       :: else
       fi;
       if
       :: left > 1 -> left--
       /* it expires: whose it was keeps out nobody any more */
       :: left == 1 -> for (each : 0 .. TASKS - 1) { holds[each] = false }; no_lock()
       :: else
       fi;
       check() }
  od
}

init { atomic { run sender(0); run sender(1); run worker(); run tool(); run time() } }
