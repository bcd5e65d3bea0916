/*
 * A batch with two members and one callback: on SUCCESS, FAILURE or COMPLETE. Modelled: a sender that stores a member and seals,
 * and one that adds another member, either of which may be paused, or with AGAIN one that stores two members and another one that
 * does the same if the first has died; two workers; the repair, which lists, looks and notes in three steps; two processes that
 * have read what is due and store it; tools that run an archived member again, delete it, and with CANCEL cancel the batch. With
 * SMALL there is one worker, and one process that stores what is due. A process may stop at any step; one of the senders may die.
 * Of time there is whether a stamp is older than a minute, and that a day has passed since it was noted that the callback is
 * stored.
 */
#ifndef FAILS
#define FAILS 1
#endif

hidden byte callback_stored_once, callback_after_all_members, no_callback_without_seal, late_sender_is_told,
  ended_not_stored_again, nothing_due_after_cancel, batch_ends;

#include "common.pml"

#define ABSENT 0
#define PENDING 1
#define ARCHIVED 2

#define STORED 1
#define ENDED 2
#define FAILED 3
#define WITHDRAWN 4

/* the batch */
bool exists, sealed, over, cancelled;
byte open[2];          /* the stamp of an open member: its sender; 0 if it is not open */
bool noted[2];         /* that its task is stored: a negative score */
byte failed[2];        /* the stamp of a failed member */
bool ended[2];         /* members that have ended before the batch was sealed */
bool due, done;        /* what is to be stored, and what is noted as stored */

/* the tasks */
byte task[2], stamped[2];   /* stamped: the stamp in its headers */
bool callback, receipt;
bool taken[3], old[3]; /* a sender has taken a stamp for the member that it stores, and that is older than a minute */

/* true, whatever Redis remembers */
byte stores;
bool passed;           /* a sender has dealt with all its members */
bool promised[2];      /* a sender was not told that the batch may not wait for this member, which it has stored */
bool unwaited[2];      /* the batch has not waited for it */
bool complete;         /* the batch has decided that all have ended */
byte fails; bool dead;
bool busy[2], late[2]; /* of those that store what is due */

byte x;                /* of the step that runs */

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
#ifdef STAMP_NOT_COMPARED
#define SAME(has, stamp) (has > 0)
#else
#define SAME(has, stamp) (has == stamp)
#endif
#ifdef WITHDRAWN_ANYWAY
#define STAYS(m) false
#else
#define STAYS(m) noted[m]
#endif
/* which members a sender stores, when the second one starts, and whether a sender seals the batch */
#ifdef AGAIN
#define FIRST(me) 0
#define BEHIND(me) 2
#define STARTS(me) (me == 1 || dead)
#define SEALS(me) true
#else
#define FIRST(me) (me - 1)
#define BEHIND(me) me
#define STARTS(me) (me == 1 || exists)
#define SEALS(me) (me == 1)
#endif

#define OWN(member) (task[member] != ABSENT && stamped[member] == open[member] && open[member] > 0)
#define RUNS(member) (task[member] == PENDING && failed[member] == 0)

inline fire() {
  if
  :: !due -> INVARIANT(nothing_due_after_cancel, !cancelled) due = true
  :: else
  fi
}

/* the callback is due because all have ended */
inline all_ended() {
  INVARIANT(no_callback_without_seal, passed)
  INVARIANT(callback_after_all_members, !(promised[0] && RUNS(0)) && !(promised[1] && RUNS(1)))
  unwaited[0] = unwaited[0] || RUNS(0);
  unwaited[1] = unwaited[1] || RUNS(1);
  complete = true; promised[0] = false; promised[1] = false;
  fire()
}

/* include/advance_batch */
inline advance() {
  if
  :: exists && !IS_CANCELLED ->
#ifdef FAILURE
     if :: failed[0] || failed[1] -> fire() :: else fi;
#endif
     if
     :: IS_SEALED && open[0] == 0 && open[1] == 0 ->
#ifdef COMPLETE
        if :: !complete -> all_ended() :: else fi;
#endif
        if
        :: !failed[0] && !failed[1] ->
#ifdef SUCCESS
           if :: !complete -> all_ended() :: else fi;
#endif
           over = true; complete = true
        :: else
        fi
     :: else
     fi
  :: else
  fi
}

/* end_members, of one member */
inline end(m, stamp, fate) {
  if
  :: open[m] > 0 && SAME(open[m], stamp) && !(fate == WITHDRAWN && STAYS(m)) ->
     if
     :: fate == STORED -> noted[m] = true
     :: fate == WITHDRAWN -> open[m] = 0; noted[m] = false
     :: fate == FAILED -> failed[m] = stamp; open[m] = 0; noted[m] = false
     :: fate == ENDED -> ended[m] = exists && !sealed && !over; open[m] = 0; noted[m] = false
     fi
  :: !(open[m] > 0 && SAME(open[m], stamp)) && fate == ENDED && failed[m] == stamp ->
     ended[m] = exists && !sealed && !over; failed[m] = 0
  :: else
  fi;
  if :: !exists -> open[0] = 0; open[1] = 0; noted[0] = false; noted[1] = false; failed[0] = 0; failed[1] = 0 :: else fi;
  advance()
}

#define TAKES_MEMBERS (exists && !over && !(sealed && open[0] == 0 && open[1] == 0))
#ifdef ENDED_FORGOTTEN
#define HAS_ENDED(m) false
#else
#define HAS_ENDED(m) (open[m] == 0 && ended[m])
#endif

/* add_members, of one; x: whether its task was not stored before. With a negative stamp: its task is stored */
inline add(m, stamp, is_stored) {
  x = !(open[m] > 0 && noted[m]) && !HAS_ENDED(m);
  if
  :: x -> open[m] = stamp; noted[m] = is_stored
  :: else
  fi
}

#ifdef NOTED_LATER
#define IS_STORED false
#else
#define IS_STORED true
#endif
#define TAKEN 3        /* instead of a stamp: another task has the ID */

proctype sender(byte me) {
  byte m, stamp; bool is_late, had_ended;
#define DIES atomic { !dead -> dead = true; goto finished }
  STARTS(me);
  if
  :: atomic { !over -> exists = true }
  :: atomic { over -> goto finished }      /* it is told */
  :: DIES
  fi;
  m = FIRST(me);
again:
  if
  :: atomic { m < BEHIND(me) && TAKES_MEMBERS ->
       had_ended = ended[m] && open[m] == 0; add(m, me, false); taken[me] = true;
       if :: x -> x = 0 :: else -> taken[me] = false; had_ended = false; m++; goto again fi }
  :: atomic { m < BEHIND(me) && !TAKES_MEMBERS -> m = 0; goto finished }  /* it is told */
  :: atomic { m == BEHIND(me) && SEALS(me) -> passed = true; m = 0; goto seal }
  :: atomic { m == BEHIND(me) && !SEALS(me) -> m = 0; goto finished }
  :: DIES
  fi;
  /* its task */
  if
  :: atomic { task[m] == ABSENT ->
       INVARIANT(ended_not_stored_again, !had_ended)
       task[m] = PENDING; stamped[m] = me; unwaited[m] = complete; promised[m] = false; stamp = me }
  :: atomic { task[m] != ABSENT -> stamp = TAKEN }
  :: DIES
  fi;
  had_ended = false;
  if
#ifdef LATE_NOT_CHECKED
  :: stamp == me
#else
  :: stamp == me && !old[me]
  :: atomic { stamp == me && old[me] ->
       if
#ifdef LATE_UNTOLD
       :: !TAKES_MEMBERS
#else
       :: !TAKES_MEMBERS -> is_late = true
#endif
       :: TAKES_MEMBERS -> add(m, me, IS_STORED); x = 0
       fi }
#endif
  /* it is read whether it was stored before as this member */
  :: atomic { stamp == TAKEN && task[m] != ABSENT ->
       stamp = stamped[m];
#ifdef NOTED_LATER
       if :: TAKES_MEMBERS -> add(m, stamp, false); x = 0 :: else -> is_late = true fi
#endif
     }
  :: atomic { stamp == TAKEN && task[m] == ABSENT -> end(m, me, WITHDRAWN); is_late = true }
  :: DIES
  fi;
  /* its note, or that of the one that was stored before */
  if
  :: atomic { stamp == me -> end(m, me, STORED) }
  :: atomic { stamp != me && stamp != TAKEN ->
#ifndef NOTED_LATER
       if :: TAKES_MEMBERS -> add(m, stamp, true); x = 0 :: else -> is_late = true fi;
#endif
       end(m, stamp, STORED) }
  :: stamp == TAKEN
  :: DIES
  fi;
  if
  :: atomic { is_late -> is_late = false; m = 0; stamp = 0; goto finished }   /* it is told */
  :: atomic { !is_late ->
       if
       :: task[m] != ABSENT && stamped[m] == stamp ->
          INVARIANT(late_sender_is_told, !unwaited[m] || cancelled)
          promised[m] = !cancelled && !complete
       :: else
       fi;
       stamp = 0;
       taken[me] = false; old[me] = false;
       m++; goto again }
  fi;
seal:
  if
  :: atomic { exists && !cancelled -> ended[0] = false; ended[1] = false; sealed = true; advance() }
  :: atomic { !exists || cancelled -> skip }                          /* it is told */
  :: DIES
  fi;
finished:
  skip
}

/* Runs members, and reports their ends; it dies in between, or is a worker of Go. */
proctype worker() {
  byte m, stamp, fate;
  do
  :: atomic { fate == 0 && (task[0] == PENDING || task[1] == PENDING) ->
       if :: task[0] == PENDING -> m = 0 :: task[1] == PENDING -> m = 1 fi;
       stamp = stamped[m];
       if
       :: task[m] = ABSENT; stamped[m] = 0; promised[m] = false; fate = ENDED
       :: fails < FAILS -> fails++; task[m] = ARCHIVED; fate = FAILED
       fi }
  :: atomic { fate != 0 -> end(m, stamp, fate); m = 0; stamp = 0; fate = 0 }
  :: atomic { fate != 0 -> m = 0; stamp = 0; fate = 0 }
  od
}

#ifdef AGE_NOT_READ
#define IS_OLD(stamp, m) true
#else
#define IS_OLD(stamp, m) old[stamp]
#endif

/* the time is read before the members are listed */
#ifdef CLOCK_READ_LATE
#define LISTED_OLD(stamp, m) true
#define NOT_YET_OLD(stamp, m) !IS_OLD(stamp, m)
#else
#define LISTED_OLD(stamp, m) IS_OLD(stamp, m)
#define NOT_YET_OLD(stamp, m) false
#endif

/* whether the repair finds something to do: a walk that finds nothing is not modelled */
#define OPEN_TO_DO(m) (open[m] > 0 && (OWN(m) -> !(noted[m] && task[m] == PENDING) : \
  noted[m] || (LISTED_OLD(open[m], m))))
#define FAILED_TO_DO(m) (failed[m] > 0 && !(task[m] != ABSENT && stamped[m] == failed[m]))

proctype repair() {
  byte m, stamp, fate; bool is_noted, was_old;
  do
#ifndef NO_REPAIR
  :: atomic { stamp == 0 && (OPEN_TO_DO(0) || OPEN_TO_DO(1)) ->
       if :: OPEN_TO_DO(0) -> m = 0 :: OPEN_TO_DO(1) -> m = 1 fi;
       stamp = open[m]; is_noted = noted[m]; was_old = LISTED_OLD(stamp, m) }
  :: atomic { stamp > 0 && fate == 0 ->
       if
       :: task[m] != ABSENT && stamped[m] == stamp && task[m] == ARCHIVED -> fate = FAILED
       :: task[m] != ABSENT && stamped[m] == stamp && task[m] == PENDING && !is_noted -> fate = STORED
       :: (task[m] == ABSENT || stamped[m] != stamp) && is_noted -> fate = ENDED
#ifdef STATE_NOT_READ
       :: task[m] != ABSENT && stamped[m] == stamp && task[m] == PENDING && is_noted -> fate = ENDED
#endif
       :: (task[m] == ABSENT || stamped[m] != stamp) && !is_noted && was_old -> fate = WITHDRAWN
       :: else
       fi;
       is_noted = false; was_old = false;
       if :: fate == 0 -> m = 0; stamp = 0 :: else fi }
  :: atomic { stamp > 0 && fate > 0 ->
       if
       :: fate == WITHDRAWN && NOT_YET_OLD(stamp, m)
       :: else -> end(m, stamp, fate)
       fi;
       m = 0; stamp = 0; fate = 0 }
  :: atomic { stamp == 0 && (FAILED_TO_DO(0) || FAILED_TO_DO(1)) ->
       if :: FAILED_TO_DO(0) -> m = 0 :: FAILED_TO_DO(1) -> m = 1 fi;
       stamp = failed[m]; fate = ENDED }
#else
  :: false
#endif
  od
}

#define IS_DUE (exists && due && !done && !cancelled)

/* Whoever has read what is due, and stores it. */
proctype storer(byte me) {
  byte at;
  do
  :: atomic { at == 0 && IS_DUE -> at = 1; busy[me] = true }
  /* store_once */
  :: atomic { at == 1 ->
       at = 2;
       if
#ifndef NO_RECEIPT
       :: receipt -> skip
#endif
#ifndef TIME_NOT_CHECKED
       :: !receipt && late[me] -> at = 0
#endif
#ifdef NO_RECEIPT
       :: else ->
#else
#ifdef TIME_NOT_CHECKED
       :: !receipt ->
#else
       :: !receipt && !late[me] ->
#endif
#endif
          if
          :: !callback -> callback = true
          :: else -> at = 0   /* a task has its ID */
          fi;
          if
          :: at == 2 -> stores++; receipt = true; INVARIANT(callback_stored_once, stores == 1)
          :: else -> at = 0
          fi
       fi;
       if :: at == 0 -> busy[me] = false; late[me] = false :: else fi }
  :: atomic { at == 2 -> done = true; at = 0; busy[me] = false; late[me] = false }
  /* the reply is lost, or it dies */
  :: atomic { at > 0 -> at = 0; busy[me] = false; late[me] = false }
  od
}

#define AGES(stamp) (taken[stamp] && !old[stamp])

proctype others() {
#ifdef CANCEL
  bool has_cancelled;
#endif
  do
  /* a minute */
  :: atomic { AGES(1) || (BEHIND(2) == FIRST(2) + 1 && AGES(2)) ->
       old[1] = taken[1];
#ifndef AGAIN
       old[2] = taken[2]
#endif
     }
  /* a day, after it was noted that it is stored */
  :: atomic { receipt && done -> receipt = false; late[0] = busy[0]; late[1] = busy[1] }
  /* the callback runs */
  :: atomic { callback -> callback = false }
  /* tools */
  :: atomic { task[0] == ARCHIVED -> task[0] = PENDING }
  :: atomic { task[1] == ARCHIVED -> task[1] = PENDING }
  :: atomic { task[0] == ARCHIVED -> task[0] = ABSENT; stamped[0] = 0; promised[0] = false }
  :: atomic { task[1] == ARCHIVED -> task[1] = ABSENT; stamped[1] = 0; promised[1] = false }
#ifdef CANCEL
  :: atomic { exists && !has_cancelled -> has_cancelled = true; cancelled = true; over = true; ended[0] = false; ended[1] = false }
#endif
  od
}

init {
  atomic {
    run sender(1);
    run sender(2);
    run worker(); run repair(); run storer(0); run others();
#ifndef SMALL
    run worker(); run storer(1)
#endif
  };
  /* nothing can happen any more: a batch whose members are all stored has ended */
#ifdef FAILURE
  timeout -> INVARIANT(batch_ends, !exists || !sealed || over)
#else
  timeout -> INVARIANT(batch_ends, !exists || !sealed || cancelled || stores == 1)
#endif
}
