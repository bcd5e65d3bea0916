/*
 * Calls to a node of a Cluster: `NodeCalls` and `NodeExchange`. Each caller sends a command to a node for whose calls
 * there is one place, and before that another one to a node that always answers. The node hangs, refuses new connections, or is
 * replaced; there may be no thread for a call or for a probe, and no map of the Cluster. Time passes only when those have acted
 * who need no time.
 */
#ifndef CALLERS
#define CALLERS 2
#endif
#define LIMIT 2        /* how long a call waits for its place */
#define SILENCE 1      /* a node without an answer for this time hangs */
#ifndef END
#define END 3
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#define NOBODY 7

hidden byte not_sent_is_never_sent, executed_once, waits_within_the_limit, waits_only_for_others, room_is_free_at_the_end,
  hangs_only_if_silent, hung_is_probed, told_as_it_is, all_return;

#include "common.pml"

mtype = { idle, enters, waits, runs, sent, replied, redirected, failed, unsent, no_thread,   /* a call */
  nothing, ok, not_sent, ambiguous,                                                  /* what a caller is told */
  unknown, answers, hangs };                                                         /* the verdict of a probe */

byte now, faults;
bool silent, refuses, replaced;      /* the node */
bool moved;                          /* a command was redirected */

/* a call of each caller */
mtype call[CALLERS] = idle;
byte place[CALLERS];                 /* among those that wait, 0 if it does not */
byte deadline[CALLERS];
bool abandoned[CALLERS], was_sent[CALLERS];
byte executed[CALLERS];
mtype told[CALLERS] = nothing;
bool awaits[CALLERS], released[CALLERS];   /* the probe; its verdict is that the node hangs */
byte running;                        /* of the room */
byte current = NOBODY;               /* the call of the thread */

/* the probe of the node, if there is one */
bool probed, has_thread;
mtype verdict = unknown;
bool fresh;                          /* a call was answered just now */
byte quiet;                          /* since this time there was no answer */
bool said;                           /* the log says that the node hangs */
byte reporter = NOBODY;              /* who reports it later */

byte c, first;                       /* of the step that runs; 0 between two */

#define IS_SILENT (now - quiet >= SILENCE)
#ifdef WAITS_WITH_THE_PROBE
#define LATE(caller) (call[caller] == waits && now >= deadline[caller] && !(probed && verdict == unknown))
#else
#define LATE(caller) (call[caller] == waits && now >= deadline[caller])
#endif
#define IS_OPEN(caller) (call[caller] == waits || call[caller] == runs || call[caller] == sent)

/* NodeCalls.Node.next: the first that waits */
inline next() {
  if :: told[current] != nothing -> forget(current) :: else fi;
  first = NOBODY;
  for (c : 0 .. CALLERS - 1) {
    if :: place[c] > 0 && (first == NOBODY || place[c] < place[(first == NOBODY -> 0 : first)]) -> first = c :: else fi
  };
  current = first;
  if
  :: first != NOBODY ->
     place[first] = 0; call[first] = runs; deadline[first] = 0
  :: else -> running--
  fi;
  c = 0; first = 0
}

/* NodeCalls.Node.answered */
inline heard() { fresh = true; if :: probed -> quiet = now :: else fi }

/* NodeCalls.start */
inline start(me) {
  abandoned[me] = false; was_sent[me] = false; released[me] = false; awaits[me] = false;
  if
  :: running < 1 ->
     running++; call[me] = enters
  :: else ->
     call[me] = waits; deadline[me] = now + LIMIT;
     for (c : 0 .. CALLERS - 1) { place[me] = (c != me && place[c] >= place[me] -> place[c] + 1 : place[me]) };
     place[me] = (place[me] == 0 -> 1 : place[me])
  fi;
  c = 0
}

/* NodeCalls.Node.failed: nor is there one for those that wait for this call */
inline no_thread_for(me) {
  call[me] = no_thread;
#ifndef NOT_COUNTED_BACK
  running--;
#endif
#ifndef STRANDED
  for (c : 0 .. CALLERS - 1) {
    if :: running == 0 && place[c] > 0 -> place[c] = 0; call[c] = no_thread :: else fi
  };
  c = 0
#endif
}

/* Probe.hangs; the report is in the lock of the verdict */
inline begin_to_hang(me) {
  INVARIANT(hangs_only_if_silent, !fresh)
  verdict = hangs;
  for (c : 0 .. CALLERS - 1) { released[c] = released[c] || awaits[c] };
  c = 0;
#ifdef REPORTED_LATER
  reporter = me
#else
  said = true
#endif
}

/* the end of Probe.run */
inline end_of_probe(found) {
  if
  :: verdict == hangs && found -> said = false
  :: verdict == hangs && !found -> INVARIANT(hung_is_probed, replaced)
  :: else
  fi;
  probed = false; has_thread = false; verdict = unknown; quiet = 0;
  for (c : 0 .. CALLERS - 1) { awaits[c] = false };
  c = 0
}

/* nothing more happens to a call that has ended, and of which the caller was told */
inline forget(me) { call[me] = unsent; was_sent[me] = false; abandoned[me] = false; executed[me] = 0 }

inline tell(me, what) {
  told[me] = what; awaits[me] = false; released[me] = false; deadline[me] = 0;
  if :: current != me -> forget(me) :: else fi
}

proctype caller(byte me) {
  bool left;
  do
  :: atomic { told[me] == nothing && call[me] == idle && now + LIMIT <= END ->
       if
       :: probed && verdict == hangs -> tell(me, not_sent)
       :: else -> start(me)      /* the command to the other node is sent */
       fi }
  /* the thread of the call */
  :: atomic { call[me] == enters -> call[me] = runs; current = me }
  :: atomic { call[me] == enters && faults < FAULTS -> faults++; no_thread_for(me) }
  /* the call takes long */
  :: atomic { IS_OPEN(me) && !awaits[me] && !released[me] && !left && told[me] == nothing ->
       if
       :: probed -> awaits[me] = true; released[me] = (verdict == hangs)
       :: !probed && faults < FAULTS ->
          faults++;               /* there is no thread */
#ifdef THREAD_NOT_CHECKED
          probed = true; quiet = now; awaits[me] = true
#endif
       :: !probed -> probed = true; has_thread = true; quiet = now; awaits[me] = true
       fi }
  :: atomic { probed && awaits[me] && verdict == unknown && IS_OPEN(me) && IS_SILENT -> begin_to_hang(me) }
  :: atomic { reporter == me -> said = true; reporter = NOBODY }
  /* NodeCalls.Node.leave */
  :: atomic { IS_OPEN(me) && released[me] && !left ->
       if :: call[me] == waits -> place[me] = 0; call[me] = unsent :: else fi;
       left = true }
  /* NodeExchange.abandon */
  :: atomic { left && told[me] == nothing ->
       abandoned[me] = true;
       if
       :: call[me] == replied -> tell(me, ok)
#ifdef SENT_NOT_READ
       :: call[me] != replied -> INVARIANT(not_sent_is_never_sent, !was_sent[me]) tell(me, not_sent)
#else
       :: call[me] != replied && was_sent[me] -> tell(me, ambiguous)
       :: call[me] != replied && !was_sent[me] -> tell(me, not_sent)
#endif
       fi;
       left = false }
#ifdef LEAVE_NOT_READ
  :: atomic { IS_OPEN(me) && !left && told[me] == nothing && now >= deadline[me] ->
       INVARIANT(not_sent_is_never_sent, !was_sent[me])
       place[me] = 0; abandoned[me] = true; tell(me, not_sent) }
#else
  :: atomic { LATE(me) -> place[me] = 0; call[me] = unsent; abandoned[me] = true; tell(me, not_sent) }
#endif
  /* the call has ended */
  :: atomic { call[me] == replied && told[me] == nothing && !left -> tell(me, ok) }
  :: atomic { call[me] == failed && told[me] == nothing && !left ->
#ifdef AMBIGUOUS_RESENT
       if :: now + LIMIT <= END -> start(me) :: else -> tell(me, ambiguous) fi
#else
       tell(me, ambiguous)
#endif
     }
  :: atomic { call[me] == redirected && told[me] == nothing && !left ->
       if :: now + LIMIT <= END -> start(me) :: else -> tell(me, not_sent) fi }
  :: atomic { (call[me] == unsent || call[me] == no_thread) && told[me] == nothing && !left ->
#ifdef START_FAILS_ALL
       INVARIANT(not_sent_is_never_sent, call[me] != no_thread)
#endif
       tell(me, not_sent) }
  od
}

/* the threads of calls, one at a time */
proctype thread() {
  do
  :: atomic { current != NOBODY && call[current] == runs ->
       if
       :: silent || refuses -> call[current] = unsent    /* no connection is free, or none can be made */
       :: true ->
          if
#ifdef ABANDONED_NOT_READ
          :: true ->
#else
          :: !abandoned[current] ->
#endif
             INVARIANT(not_sent_is_never_sent, told[current] != not_sent)
             was_sent[current] = true; call[current] = sent
#ifndef ABANDONED_NOT_READ
          :: abandoned[current] -> call[current] = unsent
#endif
          fi
       fi }
  :: atomic { current != NOBODY && call[current] == sent ->
       if
       :: !silent ->
          executed[current]++; call[current] = replied; heard()
       :: !silent && !moved -> moved = true; call[current] = redirected; heard()
       :: silent -> executed[current]++; call[current] = failed
       :: silent -> call[current] = failed
       fi;
       INVARIANT(executed_once, executed[current] <= 1) }
  :: atomic { current != NOBODY && !(call[current] == runs || call[current] == sent) -> next() }
  od
}

#ifdef ANSWERS_NOT_READ
#define IS_BELIEVED true
#else
#define IS_BELIEVED !fresh     /* that a PING is refused, or not answered in time */
#endif

proctype probe() {
  do
  :: atomic { has_thread && !silent && !refuses -> end_of_probe(true) }
  :: atomic { has_thread && (silent || refuses) && verdict == unknown && IS_BELIEVED -> begin_to_hang(NOBODY);
#ifdef REPORTED_LATER
       said = true
#endif
     }
  :: atomic { has_thread && (silent || refuses) && verdict == hangs && replaced -> end_of_probe(false) }
#ifdef MAP_NEEDED
  :: atomic { has_thread && (silent || refuses) && verdict == hangs && faults < FAULTS -> faults++; end_of_probe(false) }
#endif
  od
}

proctype node() {
  do
  :: atomic { faults < FAULTS && !silent -> faults++; silent = true }
  :: atomic { faults < FAULTS && !refuses -> faults++; refuses = true }
  :: atomic { faults < FAULTS && !replaced -> faults++; replaced = true }
  :: silent -> silent = false
  :: refuses -> refuses = false
  :: break
  od
}

#define MUST_ACT(caller) (LATE(caller) || call[caller] == enters || (released[caller] && told[caller] == nothing) \
  || (probed && awaits[caller] && verdict == unknown && IS_OPEN(caller) && IS_SILENT))

#define IS_LATE(caller) (call[caller] == waits && now > deadline[caller])

proctype clock() {
  do
  :: atomic { now < END && !MUST_ACT(0) && !MUST_ACT(1) && !MUST_ACT(CALLERS - 1) -> now++; fresh = false;
       INVARIANT(waits_only_for_others, running > 0 || (call[0] != waits && call[1] != waits && call[CALLERS - 1] != waits))
       INVARIANT(waits_within_the_limit, !IS_LATE(0) && !IS_LATE(1) && !IS_LATE(CALLERS - 1)) }
  :: now >= END -> break
  od
}

init {
  atomic {
    for (c : 0 .. CALLERS - 1) { run caller(c) };
    c = 0;
    run thread(); run probe(); run node(); run clock()
  };
  /* nothing can happen any more */
  timeout ->
    INVARIANT(room_is_free_at_the_end, running == 0)
    INVARIANT(told_as_it_is, replaced || said == (probed && verdict == hangs))
    INVARIANT(hung_is_probed, !said || has_thread || replaced)
    INVARIANT(all_return, (told[0] != nothing || call[0] == idle) && (told[1] != nothing || call[1] == idle) \
      && (told[CALLERS - 1] != nothing || call[CALLERS - 1] == idle))
}
