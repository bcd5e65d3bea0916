/*
 * A long task with a checkpoint: two workers with one lane each, a recoverer, one task of three steps. Modelled: dequeue, value(), a
 * step, save() with its write (write_fields), the flush of what is not written, requeue, retry, complete, expired_leases and
 * advance, the retry and the archive of the recoverer; a task that is run again. A worker may be killed or hang at any step, a write
 * or its reply may be lost, a handler may throw. Who has the task is the worker's number here: settlement.pml has the scores.
 * With SAME the handler saves the cursor it has read and then kills its server; with FROM_START it never reads one.
 */
#define STEPS 3
#define WORKERS 2
#define MAX 2          /* max-recoveries */
#ifndef EVENTS
#define EVENTS 3       /* deaths, hangs, losses, handlers that throw, servers that stop, ends of a slice, together */
#endif
#ifndef RUNS
#define RUNS 1         /* how often it is run again, completed or archived */
#endif

hidden byte cursor_never_goes_back, saved_by_its_holder, no_step_left_out, step_again_only_after_a_fault,
    progress_is_not_archived, poison_is_archived, stop_is_no_recovery;

#include "common.pml"

#define PENDING 1
#define ACTIVE 2
#define COMPLETED 3
#define ARCHIVED 4

/* Redis */
byte state = PENDING;
byte lease;              /* the worker that has the task, counted from 1; 0 if none */
bool expired;            /* the lease, and the cutoff after it */
byte round;                /* in the message: how often it was completed */
byte of_round, saves, at;  /* the field of the checkpoint; no field while saves is 0 */
byte last_round, last_saves, last;  /* the field of the last recovery that was an advance; none while last_saves is 0 */
byte recoveries;         /* the field that counts them */

/* the recoverer, between its two calls */
bool seen, archives;

/* what is true, and no script can see */
byte did[STEPS];        /* how often a step of this run was done */
byte excused;            /* how often an attempt of it has ended, or was left alone, without the cursor of its last step */
byte come, come_round;     /* the farthest cursor of a recovery, and 1 */
byte without;            /* recoveries since the cursor was last farther than at any before */
bool faulty;             /* whether the lease has ended by a fault */
byte events, runs;

/* the workers */
mtype = { idle, taken, ready, stepped, saving, writing, flushing, ends };
mtype phase[WORKERS];
byte its_round[WORKERS], cursor[WORKERS], count[WORKERS];
byte unwritten[WORKERS]; /* the cursor and 1; 0 if it is written */
#ifdef SAVE_REPEATED
byte repeated[WORKERS];
#endif
#ifdef SAME
bool once[WORKERS];      /* it has saved, and will do nothing more */
#define MAY_STEP(w) (!suspended[w] && !once[w])
#else
#define MAY_STEP(w) (!suspended[w] && cursor[w] < STEPS)
#endif
bool suspends[WORKERS], suspended[WORKERS];
byte each;

#ifdef NO_FENCE
#define HELD(w) (state == ACTIVE || state == PENDING)
#else
#ifdef NO_LEASE_NAME
#define HELD(w) (lease != 0)       /* as if both leases were of the same second */
#else
#define HELD(w) (lease == w + 1)
#endif
#endif
#ifdef RUN_NOT_READ
#define OF_THIS_RUN(w) (saves > 0)
#else
#define OF_THIS_RUN(w) (saves > 0 && of_round == its_round[w])
#endif
#ifdef ADVANCE_BY_SAVES
#define ANOTHER true
#else
#define ANOTHER (at != last)
#endif
#ifdef ADVANCE_BY_CURSOR
#define MORE true
#else
#define MORE (saves > last_saves)
#endif
#define ADVANCE (saves > 0 && (last_saves == 0 || of_round != last_round || (MORE && ANOTHER)))
#ifdef ADVANCE_NOT_READ
#define SEEN_ADVANCE false
#else
#define SEEN_ADVANCE ADVANCE
#endif
#ifdef ARCHIVED_AS_READ
#define STILL_ARCHIVES true
#else
#define STILL_ARCHIVES (!ADVANCE)
#endif
/* the same, said without the fields of the last recovery */
#define FARTHER (saves > 0 && (of_round != come_round || at + 1 > come))

inline forget(w) {
  phase[w] = idle; its_round[w] = 0; cursor[w] = 0; count[w] = 0; unwritten[w] = 0; suspends[w] = false; suspended[w] = false
#ifdef SAME
  ; once[w] = false
#endif
}

inline no_lease() { lease = 0; expired = false; faulty = false; seen = false; archives = false }

inline excuse(w) { if :: its_round[w] == round && state != COMPLETED -> excused++ :: else fi }

/* an attempt ends: what it has done behind the cursor of Redis is done again */
inline interrupted(w) { if :: phase[w] == stepped || phase[w] == saving || unwritten[w] > 0 -> excuse(w) :: else fi }

/* write_fields, in one of its ways; then the attempt is in the phase after */
inline write(w, after) {
  if
  :: HELD(w) ->
     if
     :: true ->                  /* its reply arrives, or does not */
        INVARIANT(saved_by_its_holder, lease == w + 1)
#ifndef FROM_START
        INVARIANT(cursor_never_goes_back, saves == 0 || of_round != its_round[w] || unwritten[w] - 1 >= at)
#endif
        of_round = its_round[w]; saves = count[w]; at = unwritten[w] - 1;
        if
        :: unwritten[w] = 0
        :: events < EVENTS -> events++
        fi
     :: events < EVENTS -> events++; excuse(w)
#ifdef SAVE_REPEATED
        ; repeated[w] = unwritten[w]
#endif
     fi;
     phase[w] = after
  :: else -> interrupted(w); forget(w)  /* it is told that it has ended */
  fi
}

/* what ends the attempt of a worker that has the task */
inline release(to) { no_lease(); state = to }

proctype worker(byte w) {
  do
  :: atomic { phase[w] == idle && state == PENDING ->
       state = ACTIVE; lease = w + 1; its_round[w] = round; phase[w] = taken }
  /* value() */
  :: atomic { phase[w] == taken ->
#ifndef FROM_START
       if :: OF_THIS_RUN(w) -> cursor[w] = at; count[w] = saves :: else fi;
#endif
       phase[w] = ready }
  /* a step */
  :: atomic { phase[w] == ready && MAY_STEP(w) ->
#if !defined(SAME) && !defined(FROM_START)
       if
       :: its_round[w] == round && state != COMPLETED -> did[cursor[w]]++;
          INVARIANT(step_again_only_after_a_fault, did[cursor[w]] <= 1 + excused)
       :: else
       fi;
#endif
       phase[w] = stepped }
  /* save(): written now, or with a later one, because the last was less than two seconds ago */
  :: atomic { phase[w] == stepped ->
       count[w]++;
#ifdef SAME
       once[w] = true;
#else
       cursor[w]++;
#endif
       unwritten[w] = cursor[w] + 1;
       if
       :: suspends[w] -> phase[w] = saving
       :: !suspends[w] -> phase[w] = writing
       :: !suspends[w] -> phase[w] = ready
       fi }
  :: atomic { phase[w] == writing -> write(w, ready);
       /* the slice is over */
       if
       :: phase[w] == ready && unwritten[w] == 0 && events < EVENTS -> events++; suspended[w] = true
       :: true
       fi }
#ifdef SAVE_REPEATED
  /* the client repeats a call without reply, when the next one was made */
  :: atomic { repeated[w] > 0 && (phase[w] == ready || phase[w] == stepped) && HELD(w) ->
       INVARIANT(cursor_never_goes_back, of_round != its_round[w] || repeated[w] - 1 >= at)
       at = repeated[w] - 1; repeated[w] = 0 }
#endif
  /* the last save of a server that stops */
  :: atomic { phase[w] == saving -> write(w, ready); if :: phase[w] == ready -> suspended[w] = true :: else fi }
  /* the server stops, and writes what is not written */
  :: atomic { (phase[w] == taken || phase[w] == ready || phase[w] == stepped) && !suspends[w] && events < EVENTS ->
       events++; suspends[w] = true;
#ifndef NOT_FLUSHED
       if
       :: phase[w] == ready && unwritten[w] > 0 -> write(w, ready)
       :: phase[w] == stepped && unwritten[w] > 0 -> write(w, stepped)
       :: else
       fi
#endif
     }
  /* the attempt has not ended in time, or was suspended */
  :: atomic { phase[w] != idle && (suspends[w] || suspended[w]) ->
#ifdef NOT_REQUEUED
       interrupted(w); if :: lease == w + 1 -> expired = true :: else fi;
#else
       if :: lease == w + 1 -> interrupted(w); release(PENDING) :: else fi;
#endif
       forget(w) }
  /* the handler throws, and what is not written is written */
  :: atomic { (phase[w] == ready || phase[w] == stepped) && !suspended[w] && events < EVENTS ->
       events++;
       if :: phase[w] == stepped -> excuse(w) :: else fi;
#ifdef NOT_FLUSHED
       phase[w] = ends
#else
       phase[w] = (unwritten[w] > 0 -> flushing : ends)
#endif
     }
  :: atomic { phase[w] == flushing -> write(w, ends) }
  :: atomic { phase[w] == ends -> if :: lease == w + 1 -> release(PENDING) :: else fi; forget(w) }
  /* the handler returns, with SUSPENSION_HIDDEN also one that has caught what ends it */
  :: atomic { phase[w] == ready &&
#ifdef SUSPENSION_HIDDEN
       (cursor[w] == STEPS || suspended[w]) ->
#else
       cursor[w] == STEPS && !suspended[w] ->
#endif
       if
       :: lease == w + 1 ->
#if !defined(SAME) && !defined(FROM_START)
          for (each : 0 .. STEPS - 1) { INVARIANT(no_step_left_out, did[each] > 0) };
          each = 0;
#endif
          release(COMPLETED); round++
       :: else
       fi;
       forget(w) }
  /* kill -9; another process starts in its place */
  :: atomic { phase[w] != idle && events < EVENTS ->
       events++; interrupted(w); if :: lease == w + 1 -> expired = true; faulty = true :: else fi; forget(w) }
  /* it hangs: until after the cutoff it has not extended its lease */
  :: atomic { phase[w] != idle && lease == w + 1 && !expired && events < EVENTS -> events++; excuse(w); expired = true; faulty = true }
  /* and extends it before another one has recovered its task */
  :: atomic { phase[w] != idle && lease == w + 1 && expired -> expired = false; faulty = false; seen = false; archives = false }
  od
}

proctype recoverer() {
  do
  /* expired_leases */
  :: atomic { lease != 0 && expired && !seen -> seen = true; archives = (recoveries >= MAX && !SEEN_ADVANCE) }
  /* retry, or archive, under the score that was read */
  :: atomic { seen && !archives ->
       INVARIANT(stop_is_no_recovery, faulty)
       if
       :: FARTHER -> come = at + 1; come_round = of_round; without = 1
       :: else -> without++
       fi;
       INVARIANT(poison_is_archived, without <= MAX)
       if
       :: ADVANCE -> recoveries = 1; last_round = of_round; last_saves = saves; last = at
       :: else -> recoveries++
       fi;
       release(PENDING) }
  :: atomic { seen && archives ->
       if
       :: STILL_ARCHIVES ->
#ifndef FROM_START
          INVARIANT(progress_is_not_archived, !FARTHER && without == MAX)
#endif
          recoveries = 0; without = 0; release(ARCHIVED)
       :: else -> seen = false; archives = false
       fi }
  od
}

/* It is run again: one that was completed from its start, one that was archived where it was. */
proctype operator() {
  do
  :: atomic { runs < RUNS && state == ARCHIVED -> runs++; state = PENDING }
  :: atomic { runs < RUNS && state == COMPLETED ->
       runs++; state = PENDING; excused = 0; for (each : 0 .. STEPS - 1) { did[each] = 0 }; each = 0 }
  od
}

init {
  atomic { phase[0] = idle; phase[1] = idle; run worker(0); run worker(1); run recoverer(); run operator() }
}
