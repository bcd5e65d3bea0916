/*
 * A chain of three tasks, each in another slot than the chain. Modelled: a sender that opens the chain, adds and stores the first task
 * and seals; a worker, which may die before it reports an end, or is one of Go; the repair, which lists, looks and notes in three
 * steps, but withdraws when it looks, and gives the chain of a dead sender up; two processes that store what is due; tools that run
 * an archived task again, or delete one. A task that has succeeded is kept until its next one is to be stored. With REFUSED another
 * task may have the ID of a step, with DELETE the chain is deleted, and one process stores what is due. A process may stop at any step,
 * which is also a pause; the sender may die. Of time there is whether the chain, and the stamp of the first task, are older than a minute,
 * and that a day has passed since it was noted that a step is stored. A script is in one slot: that of the chain, or that of a task.
 */
#define TASKS 3
#ifndef FAILS
#define FAILS 1        /* how often a task is archived */
#endif
#ifndef TOOLS
#define TOOLS 1        /* how often a tool deletes a task */
#endif
#define NONE 7

hidden byte step_stored_once, step_after_success, no_step_left_out, nothing_due_after_delete, nothing_stored_after_delete,
  given_up_is_told, gone_was_stored, chain_ends;

#include "common.pml"

#define ABSENT 0
#define PENDING 1
#define ARCHIVED 2
#define OTHER 3        /* another task has the ID */
#define COMPLETED 4    /* kept: the proof that it has succeeded */

#define STORED 1
#define ENDED 2
#define FAILED 3
#define WITHDRAWN 4
#define GONE 5

/* the slot of the chain */
bool exists, sealed, over, cancelled;
byte step;                 /* how many steps were decided */
bool added;                /* the first task was added, and not withdrawn */
bool open[TASKS], noted[TASKS];  /* noted: its task is known to be stored */
bool failed[TASKS];
bool due[TASKS], done[TASKS], refused[TASKS];

/* the slots of the tasks */
byte task[TASKS];
bool receipt[TASKS];

/* true, whatever Redis remembers */
bool taken;                /* the sender has taken the stamp of the first task */
bool old, old_chain;       /* a minute ago, and that for the chain */
bool was[TASKS];           /* was stored as a step */
bool succeeded[TASKS];
bool promised;             /* the sender was told that the chain is stored */
bool deleted;              /* a tool was told that all of the chain is deleted */
byte fails, tools;
bool aged;                 /* a minute ago it was cancelled */
bool busy[2], late[2];     /* of those that store what is due */

hidden byte x, y;

#ifdef UNSEALED_COMPLETES
#define IS_SEALED true
#else
#define IS_SEALED sealed
#endif
#ifdef CANCEL_NOT_READ
#define IS_CANCELLED false
#else
#define IS_CANCELLED cancelled
#endif
#ifdef FAILED_NOT_READ
#define HAS_FAILED false
#else
#define HAS_FAILED (failed[0] || failed[1] || failed[2])
#endif
#ifdef ADDED_NOT_READ
#define IS_ADDED true
#else
#define IS_ADDED added
#endif
#define HAS_OPEN (open[0] || open[1] || open[2])
#define TAKES_MEMBERS (exists && !over && !(sealed && !HAS_OPEN))

/* include/advance_batch */
inline refuse() {
  step++; due[step] = true; done[step] = true; refused[step] = true; failed[step] = true
}

inline advance() {
  if
  :: exists && !IS_CANCELLED && IS_SEALED && !HAS_OPEN ->
     if
     :: !HAS_FAILED && step == 0 && !IS_ADDED -> refuse()
     :: !HAS_FAILED && step < TASKS - 1 && !(step == 0 && !IS_ADDED) ->
        INVARIANT(nothing_due_after_delete, !cancelled)
        INVARIANT(no_step_left_out, was[step])
        INVARIANT(step_after_success, succeeded[step])
        succeeded[step] = false;    /* is not read again */
        step++;
#ifndef NO_MEMBER
        open[step] = true; noted[step] = false;
#endif
        due[step] = true
     :: !HAS_FAILED && step == TASKS - 1 -> over = true
     :: else
     fi
  :: else
  fi
}

inline forget() {
  exists = false; sealed = false; over = false; cancelled = false; step = 0; added = false;
  for (x : 0 .. TASKS - 1) {
    open[x] = false; noted[x] = false; failed[x] = false; due[x] = false; done[x] = false; refused[x] = false
  };
  x = 0
}

#ifdef GONE_SUCCEEDS
#define IS_AWAITED(n) false
#else
#define IS_AWAITED(n) (exists && !cancelled && step == n && step < TASKS - 1 && (open[n] || failed[n]))
#endif

/* end_members, of one task */
inline end(n, fate) {
  if
  :: fate == GONE && (open[n] || failed[n]) ->
     INVARIANT(gone_was_stored, was[n])
     if :: IS_AWAITED(n) -> refuse() :: else fi
  :: else
  fi;
  if
  :: open[n] && fate == WITHDRAWN && noted[n]
  :: open[n] && !(fate == WITHDRAWN && noted[n]) ->
     if
     :: fate == STORED -> noted[n] = true
     :: else ->
        if
        :: fate == FAILED -> failed[n] = true
        :: fate == WITHDRAWN -> added = false
        :: else
        fi;
        open[n] = false; noted[n] = false
     fi
  :: !open[n] && failed[n] && (fate == ENDED || fate == GONE) -> failed[n] = false
  :: else
  fi;
  advance()
}

proctype sender() {
#define DIES atomic { goto finished }
  bool is_late;
  if
  :: atomic { exists = true }
  :: DIES
  fi;
  /* add_members */
  if
  :: atomic { TAKES_MEMBERS -> open[0] = true; noted[0] = false; added = true; taken = true }
  :: atomic { !TAKES_MEMBERS -> goto finished }      /* it is told */
  :: DIES
  fi;
  /* the task */
  if
  :: atomic { task[0] == ABSENT -> task[0] = PENDING; was[0] = true }
  :: DIES
  fi;
#ifndef LATE_NOT_CHECKED
  if
  :: atomic { old ->
       if
       :: !TAKES_MEMBERS -> is_late = true
       :: TAKES_MEMBERS -> added = added || !open[0]; open[0] = true; noted[0] = true
       fi }
  :: !old
  :: DIES
  fi;
#endif
  if
  :: atomic { true -> end(0, STORED) }
  :: DIES
  fi;
  if
  :: atomic { is_late -> is_late = false; goto finished }    /* it is told */
  :: atomic { !is_late && exists && !cancelled -> sealed = true; advance(); promised = true }
  /* it is told */
  :: atomic { !is_late && !(exists && !cancelled) }
  :: DIES
  fi;
finished:
  skip
}

#define IS_PENDING(n) (task[n] == PENDING)
#define IS_ARCHIVED(n) (task[n] == ARCHIVED)
#define IS_COMPLETED(n) (task[n] == COMPLETED)
#define EXISTS(condition) (condition(0) || condition(1) || condition(2))

/* y = a task for which that holds */
#define ANY(condition) if :: condition(0) -> y = 0 :: condition(1) -> y = 1 :: condition(2) -> y = 2 fi

/* Runs tasks, and reports their ends; it dies in between, or is a worker of Go. */
proctype worker() {
  byte n, fate;
  do
  :: atomic { fate == 0 && EXISTS(IS_PENDING) ->
       ANY(IS_PENDING); n = y; y = 0;
       if
#ifdef NO_PROOF
       :: task[n] = ABSENT; succeeded[n] = true; fate = ENDED
#else
       :: task[n] = COMPLETED; succeeded[n] = n < TASKS - 1; fate = ENDED
#endif
       :: fails < FAILS -> fails++; task[n] = ARCHIVED; fate = FAILED
       fi }
  :: atomic { fate != 0 -> end(n, fate); n = 0; fate = 0 }
  :: atomic { fate != 0 -> n = 0; fate = 0 }
  od
}

#define OWN(n) (task[n] == PENDING || task[n] == ARCHIVED || task[n] == COMPLETED)
#ifdef STEPS_WITHDRAWN
#define IS_ABANDONED(n) ((n) == 0 -> old : old_chain)
#else
/* aged: of a chain that is deleted nobody stores the next one any more */
#define IS_ABANDONED(n) ((n) == 0 -> old : aged)
#endif
/* whether there is something to do: a walk that finds nothing is not modelled */
#define OPEN_TO_DO(n) (open[n] && (OWN(n) -> !(noted[n] && task[n] == PENDING) : noted[n] || refused[n] || IS_ABANDONED(n)))
#define FAILED_TO_DO(n) (failed[n] && !(task[n] == PENDING || task[n] == ARCHIVED) && !refused[n])
/* the chain of a sender that has died */
#define ALL_NOTED ((!open[0] || noted[0]) && (!open[1] || noted[1]) && (!open[2] || noted[2]))
#define NEVER_ADDED (!HAS_OPEN && !added)
#define UNSEALED (exists && old_chain && !sealed && !over)

proctype repair() {
  byte n, fate; bool walks, is_noted, is_refused;
#ifdef CHAIN_AS_READ
  bool seen, gives_up;
#endif
  do
#ifndef NO_REPAIR
  /* open members; what was refused is read before */
  :: atomic { !walks && EXISTS(OPEN_TO_DO) -> ANY(OPEN_TO_DO); n = y; y = 0; walks = true; is_noted = noted[n];
       is_refused = refused[n] }
  :: atomic { walks && fate == 0 ->
       if
       :: OWN(n) && task[n] == ARCHIVED -> fate = FAILED
       :: OWN(n) && task[n] == PENDING && !is_noted -> fate = STORED
       :: OWN(n) && task[n] == COMPLETED -> fate = ENDED
       :: !OWN(n) && is_noted -> fate = GONE
#ifdef STEPS_WITHDRAWN
       :: !OWN(n) && !is_noted && n > 0 && !is_refused && old_chain -> end(n, ENDED)
#endif
       :: !OWN(n) && !is_noted && n > 0 && is_refused -> fate = FAILED
       :: !OWN(n) && !is_noted && n > 0 && !is_refused && aged -> end(n, ENDED)
       /* at once: see README, what is not covered */
       :: !OWN(n) && !is_noted && n == 0 && old -> end(0, WITHDRAWN)
       :: else
       fi;
       if :: fate == 0 -> n = 0; walks = false; is_noted = false; is_refused = false :: else fi }
  :: atomic { walks && fate > 0 -> end(n, fate); n = 0; fate = 0; walks = false; is_noted = false; is_refused = false }
  /* failed members: what was refused is read after they were listed */
  :: atomic { !walks && EXISTS(FAILED_TO_DO) -> ANY(FAILED_TO_DO); n = y; y = 0; walks = true;
       fate = (task[n] == COMPLETED -> ENDED : GONE) }
  /* continue_chain */
#ifndef CHAIN_AS_READ
  :: atomic { !walks && UNSEALED && (NEVER_ADDED || ALL_NOTED) ->
       if
       :: NEVER_ADDED -> INVARIANT(given_up_is_told, !promised) forget()
       :: !NEVER_ADDED -> sealed = true; advance()
       fi }
#else
  :: atomic { !walks && !seen && UNSEALED && (NEVER_ADDED || ALL_NOTED) -> seen = true; gives_up = NEVER_ADDED }
  :: atomic { seen ->
       if
       :: gives_up -> INVARIANT(given_up_is_told, !promised) forget()
       :: !gives_up && exists && !cancelled -> sealed = true; advance()
       :: !gives_up && !(exists && !cancelled)
       fi;
       seen = false; gives_up = false }
#endif
#else
  :: false
#endif
  od
}

#define IS_DUE(n) (exists && due[n] && !done[n] && !cancelled)

/* Whoever has read what is due, and stores it. */
proctype storer(byte me) {
  byte n, at;
#define GIVE_UP at = 0; n = 0; busy[me] = false; late[me] = false
  do
  :: atomic { at == 0 && EXISTS(IS_DUE) -> ANY(IS_DUE); n = y; y = 0; at = 1; busy[me] = true;
       /* release_step, at once: it is repeated until it is noted that the next one is stored */
       if :: task[n - 1] == COMPLETED -> task[n - 1] = ABSENT :: else fi }
  /* store_once */
  :: atomic { at == 1 ->
       if
#ifndef NO_RECEIPT
       :: receipt[n] -> at = 2
#endif
#ifndef TIME_NOT_CHECKED
       :: !receipt[n] && late[me] -> at = 0
#endif
#ifdef NO_RECEIPT
       :: else ->
#else
#ifdef TIME_NOT_CHECKED
       :: !receipt[n] ->
#else
       :: !receipt[n] && !late[me] ->
#endif
#endif
          if
          :: task[n] == ABSENT ->
             INVARIANT(step_stored_once, !was[n])
             INVARIANT(nothing_stored_after_delete, !deleted)
             task[n] = PENDING; was[n] = true; receipt[n] = true; at = 2
          :: else -> at = 4    /* a task has its ID */
          fi
       fi;
       if :: at == 0 -> GIVE_UP :: else fi }
  :: atomic { at == 2 -> end(n, STORED); at = 3 }
  :: atomic { at == 3 -> done[n] = exists; GIVE_UP }
  /* it is refused */
#ifdef REFUSED_AFTER
  :: atomic { at == 4 -> end(n, FAILED); at = 5 }
  :: atomic { at == 5 -> done[n] = exists; refused[n] = exists; GIVE_UP }
#else
  :: atomic { at == 4 -> done[n] = exists; refused[n] = exists; at = 5 }
  :: atomic { at == 5 -> end(n, FAILED); GIVE_UP }
#endif
  /* the reply is lost, or it dies */
  :: atomic { at > 0 -> GIVE_UP }
  od
}

#define IS_REMEMBERED(n) (receipt[n] && done[n])

proctype others() {
  do
  /* a minute */
  :: atomic { (exists && !old_chain) || (taken && !old) -> old_chain = exists || old_chain; old = taken }
  /* a day, after it was noted that it is stored */
  :: atomic { EXISTS(IS_REMEMBERED) ->
       ANY(IS_REMEMBERED); receipt[y] = false;
       late[0] = busy[0]; late[1] = busy[1]; y = 0 }
#ifdef DELETE
  /* a minute: nobody who has read before that it was due may store it any more */
  :: atomic { cancelled && !aged -> aged = true; late[0] = busy[0]; late[1] = busy[1] }
#endif
  /* tools */
  :: atomic { EXISTS(IS_ARCHIVED) -> ANY(IS_ARCHIVED); task[y] = PENDING; y = 0 }
  :: atomic { tools < TOOLS && EXISTS(IS_ARCHIVED) -> tools++; ANY(IS_ARCHIVED); task[y] = ABSENT; y = 0 }
  :: atomic { tools < TOOLS && EXISTS(IS_PENDING) -> tools++; ANY(IS_PENDING); task[y] = ABSENT; y = 0 }
  :: atomic { tools < TOOLS && EXISTS(IS_COMPLETED) -> tools++; ANY(IS_COMPLETED); task[y] = ABSENT; y = 0 }
  /* an ended chain is forgotten after an hour */
  :: atomic { exists && over && !cancelled && (done[1] && done[2]) && !busy[0] && !busy[1] -> forget() }
#ifdef REFUSED
  :: atomic { task[1] == ABSENT && !was[1] -> task[1] = OTHER }
  :: atomic { task[1] == OTHER -> task[1] = ABSENT }
#endif
  od
}

#ifdef DELETE
/* Deletes the chain with its tasks, in as many calls as that takes. */
proctype deleter() {
  byte n; bool left;
  do
  :: atomic { exists && !deleted -> cancelled = true; over = true; n = 1 }
  /* one after another; each is looked at, and deleted or left */
  :: atomic { n > 0 && n <= TASKS ->
       if
       :: open[n - 1] || failed[n - 1] ->
          if
          :: OWN(n - 1) -> task[n - 1] = ABSENT; open[n - 1] = false; failed[n - 1] = false
          :: !OWN(n - 1) && open[n - 1] && !noted[n - 1] &&
#ifdef STAMP_OF_THE_CHAIN
             !(n == 1 -> old : old_chain)
#else
             !(n == 1 -> old : aged)
#endif
             -> left = true
          :: else -> open[n - 1] = false; failed[n - 1] = false
          fi;
          noted[n - 1] = noted[n - 1] && open[n - 1]
       :: else
       fi;
       n++ }
  :: atomic { n == TASKS + 1 ->
       n = 0;
       if :: !left && exists -> forget(); deleted = true :: else fi;
       left = false }
  od
}
#endif

/* only if a tool has deleted a task, its handler has revoked it, or another one has its ID */
#ifdef REFUSED
#define MAY_BE_REFUSED true
#else
#define MAY_BE_REFUSED (tools > 0)
#endif

init {
  atomic {
    run sender(); run worker(); run repair(); run storer(0); run others();
#ifdef DELETE
    run deleter()
#else
    run storer(1)
#endif
  };
  /* nothing can happen any more */
  timeout -> INVARIANT(chain_ends, (!exists || over || refused[1] || refused[2]) &&
    (!promised || was[2] || deleted || cancelled || MAY_BE_REFUSED && (refused[1] || refused[2])))
}
