/*
 * A queue, its workers and its recoverer. Each atomic step is a Lua script as a whole, or what a worker does by itself.
 * Modelled: enqueue, dequeue with receipt, recall, extend_lease, done, complete, retry, archive, requeue, forward,
 * expired_leases, the recoverer's retry and archive, delete_expired_completed, pause; lost replies, crashes, zombies (a
 * worker that takes no step while time goes on), and with FAIL_OVER a replica that has not got the last writes.
 */
#ifndef TASKS
#define TASKS 3
#endif
#ifndef CALLS
#define CALLS 3
#endif
#ifndef END
#define END 4
#endif
#define WORKERS 2
#ifndef LEASE
#define LEASE 2    /* seconds from a dequeue or extension to the end of the lease */
#endif
#define CUTOFF 1   /* seconds after its end in which it is not recovered */
#define STEP 4     /* by which a clock that is not that of Redis may be ahead */

hidden byte transition_of_the_table, one_collection, state_is_the_collection, lease_if_active, settled_by_its_holder,
    settled_once, lease_of_its_holder, live_lease_not_recovered, recalled_is_leased, lock_until_the_end,
    pause_is_kept, id_is_stored_once, ended_only_by_its_end, processed_as_settled;

#include "common.pml"
#include "rules.pml"

/* Redis */
byte in[TASKS];      /* the collections that have the ID, as a sum */
byte hash[TASKS];    /* the state in the task's hash, 0 without hash */
byte lease[TASKS];   /* the score among the leases, 0 without */
byte name[TASKS];    /* the dequeue that the hash names, 0 if none */
bool lock;           /* of task 0, which is unique */
bool paused;
byte miscounted;     /* by how much the counter of the queue is more than what has happened */
byte receipt[WORKERS]; /* names the last dequeue, as long as that matters */
byte now = 1;

/* what is true, and no script can see */
byte holder[TASKS];  /* the dequeue whose attempt the task's is; 0 if it is not active */
byte settled;        /* the dequeues whose attempt has ended: bits */
bool ended[TASKS];
bool reused;

/* the workers */
mtype = { idle, asked, running, unknown };
mtype phase[WORKERS];
byte task[WORKERS], call[WORKERS], earlier[WORKERS], confirmed[WORKERS], attempted[WORKERS];
byte calls;

hidden byte before, each, who;

#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define FROM(w) MIN(earlier[w], MIN(confirmed[w], attempted[w]))
#define TO(w) MAX(confirmed[w], attempted[w])
#define IN_RANGE(score, w) ((score) != 0 && (score) >= FROM(w) && (score) <= TO(w))

#ifdef NO_LEASE_NAME
#define TAKEN(t, c) false
#else
#define TAKEN(t, c) (name[t] != (c))
#endif
#ifdef NO_FENCE
#define RELEASED(t, w) (in[t] & ACTIVE)
#else
#define RELEASED(t, w) (IN_RANGE(lease[t], w) && !TAKEN(t, call[w]) && (in[t] & ACTIVE))
#endif

#define ANY_PENDING ((in[0] | in[1] | in[2 % TASKS]) & PENDING)
#ifdef PAUSE_NOT_READ
#define SEEN_PAUSED false
#else
#define SEEN_PAUSED paused
#endif
#ifdef RECALLED_BY_RECEIPT_ALONE
#define STILL_LEASED(t, w) true
#else
#define STILL_LEASED(t, w) (lease[t] == confirmed[w])
#endif
#ifdef EXTENDED_WHILE_SETTLED
#define MAY_EXTEND(w) (phase[w] == running || phase[w] == unknown)
#else
#define MAY_EXTEND(w) (phase[w] == running)
#endif

inline check() {
  each = 0;
  do
  :: each < TASKS ->
     INVARIANT(one_collection, (in[each] & (in[each] - 1)) == 0 || in[each] == 0)
     INVARIANT(state_is_the_collection, in[each] == hash[each])
     INVARIANT(lease_if_active, (lease[each] != 0) == (in[each] == ACTIVE))
     INVARIANT(ended_only_by_its_end, in[each] != 0 || ended[each])
     each++
  :: else -> break
  od;
  each = 0;
  INVARIANT(lock_until_the_end, lock == (in[0] != 0 && in[0] != COMPLETED))
  INVARIANT(processed_as_settled, miscounted == 0)
#ifndef FAIL_OVER
  who = 0;
  do
  :: who < WORKERS ->
     INVARIANT(lease_of_its_holder, phase[who] == idle || holder[task[who]] != call[who] || IN_RANGE(lease[task[who]], who))
     who++
  :: else -> break
  od;
  who = 0
#endif
}

inline forget(w) {
  phase[w] = idle; task[w] = 0; call[w] = 0; earlier[w] = 0; confirmed[w] = 0; attempted[w] = 0; receipt[w] = 0
}

/* what ends an attempt, of the holder with this name: 0 for the recoverer, which knows the score only */
inline release(t, c) {
  if
  :: c != 0 ->
     INVARIANT(settled_by_its_holder, holder[t] == c)
     INVARIANT(settled_once, (settled & (1 << c)) == 0)
  :: else -> skip
  fi;
  settled = settled | (1 << holder[t]);
  lease[t] = 0; name[t] = 0; holder[t] = 0
}

inline unlock(t) {
#ifndef LOCK_LEFT
  if
  :: t == 0 -> lock = false
  :: else -> skip
  fi
#else
  skip
#endif
}

/* one settlement with each of its outcomes */
inline settle(w, t) {
  if
  :: RELEASED(t, w) ->
     if
     :: true -> release(t, call[w]); move_done(t); ended[t] = true; unlock(t)
     :: true -> release(t, call[w]); move_complete(t); unlock(t)
     :: true -> release(t, call[w]); move_retry(t)
     :: true -> release(t, call[w]); move_archive(t)
     :: true -> release(t, call[w]); move_requeue(t)
     fi
#ifdef COUNTED_ANYWAY
  :: else -> miscounted++
#else
  :: else -> skip
#endif
  fi;
  check()
}


inline select_pending(t) {
  if
  :: in[0] & PENDING -> t = 0
  :: in[1] & PENDING -> t = 1
  :: TASKS > 2 && (in[2 % TASKS] & PENDING) -> t = 2 % TASKS
  fi
}

inline any_task(t) {
  if
  :: t = 0
  :: t = 1
  :: t = 2 % TASKS
  fi
}

proctype worker(byte w) {
  byte t;
  do
  /* dequeue: its reply arrives, or is lost */
  :: atomic { phase[w] == idle && calls < CALLS && ANY_PENDING && !SEEN_PAUSED; select_pending(t);
       INVARIANT(pause_is_kept, !paused)
       calls++;
       move_dequeue(t);
       lease[t] = now + LEASE; name[t] = calls; holder[t] = calls;
       task[w] = t; call[w] = calls; earlier[w] = now + LEASE; confirmed[w] = now + LEASE; attempted[w] = now + LEASE;
       if
       :: phase[w] = running
       :: phase[w] = asked; receipt[w] = calls
       fi;
       check(); t = 0
     }
  /* recall */
  :: atomic { phase[w] == asked -> t = task[w];
       if
       :: receipt[w] == call[w] && STILL_LEASED(t, w) -> INVARIANT(recalled_is_leased, holder[t] == call[w])
          phase[w] = running; receipt[w] = 0
       :: else -> forget(w)
       fi;
       check(); t = 0
     }
  /* extend_lease: the reply arrives, or is lost; or the call is */
  :: atomic { MAY_EXTEND(w) && confirmed[w] < now + LEASE -> t = task[w];
       attempted[w] = now + LEASE;
       if
       :: IN_RANGE(lease[t], w) -> lease[t] = attempted[w];
          if
          :: earlier[w] = confirmed[w]; confirmed[w] = attempted[w]
          :: skip
          fi
       :: !IN_RANGE(lease[t], w) && phase[w] == running -> forget(w)
       :: skip
       fi;
       check(); t = 0
     }
  /* a settlement: its reply arrives, or is lost; then it is repeated, or another outcome is tried */
  :: atomic { phase[w] == running || phase[w] == unknown -> t = task[w];
       settle(w, t);
       if
       :: forget(w)
       :: phase[w] = unknown
       fi;
       t = 0
     }
  /* kill -9, and another worker in its place */
  :: atomic { phase[w] != idle -> forget(w) }
  od
}

proctype recoverer() {
  byte t, score, time;
  do
  :: score == 0 -> atomic { any_task(t);
#ifdef CLOCK_OF_THE_MACHINE
       if
       :: time = now
       :: time = now + STEP
       fi;
#else
       time = now;
#endif
       if
       :: lease[t] != 0 && lease[t] + CUTOFF <= time -> score = lease[t]
       :: else -> t = 0
       fi;
       time = 0
     }
  :: atomic { score != 0 ->
       if
#ifdef RECOVERED_WITHOUT_FENCE
       :: in[t] & ACTIVE ->
#else
       :: lease[t] == score && (in[t] & ACTIVE) ->
#endif
          INVARIANT(live_lease_not_recovered, lease[t] + CUTOFF <= now)
          release(t, 0);
          if
          :: move_retry(t)
          :: move_archive(t)
          fi
       :: else -> skip
       fi;
       score = 0; t = 0;
       check()
     }
  od
}

/* forward, delete_expired_completed, a producer that uses an ID again, and whoever pauses the queue */
proctype others() {
  byte t;
  do
  :: atomic { any_task(t);
       if
       :: in[t] & (SCHEDULED | RETRY) -> move_forward(t)
       :: in[t] & COMPLETED -> move_expire(t); ended[t] = true
       :: !reused ->
          reused = true;
#ifndef ID_NOT_CHECKED
          if
          :: hash[t] == 0 ->
#endif
          INVARIANT(id_is_stored_once, hash[t] == 0)
          move_enqueue(t); ended[t] = false;
          if
          :: t == 0 -> lock = true
          :: else -> skip
          fi
#ifndef ID_NOT_CHECKED
          :: else -> skip
          fi
#endif
       :: else -> skip
       fi;
       check(); t = 0
     }
#ifdef PAUSE
  :: atomic { paused = !paused }
#endif
  :: atomic { now < END -> now++ }
  od
}

#ifdef FAIL_OVER
/* The writes up to a moment have reached the replica, which becomes the master later. */
byte in_then[TASKS], hash_then[TASKS], lease_then[TASKS], name_then[TASKS], holder_then[TASKS];
bool ended_then[TASKS], lock_then;
byte settled_then, receipt_then[WORKERS];

#define EACH_TASK(statement) i = 0; do :: i < TASKS -> statement; i++ :: else -> break od; i = 0

proctype fail_over() {
  byte i;
  d_step {
    EACH_TASK(in_then[i] = in[i]; hash_then[i] = hash[i]; lease_then[i] = lease[i]; name_then[i] = name[i];
      holder_then[i] = holder[i]; ended_then[i] = ended[i]);
    lock_then = lock; settled_then = settled;
    receipt_then[0] = receipt[0]; receipt_then[1] = receipt[1]
  }
  d_step {
    EACH_TASK(in[i] = in_then[i]; hash[i] = hash_then[i]; lease[i] = lease_then[i]; name[i] = name_then[i];
      holder[i] = holder_then[i]; ended[i] = ended_then[i];
      in_then[i] = 0; hash_then[i] = 0; lease_then[i] = 0; name_then[i] = 0; holder_then[i] = 0; ended_then[i] = 0);
    lock = lock_then; settled = settled_then;
    receipt[0] = receipt_then[0]; receipt[1] = receipt_then[1];
    lock_then = 0; settled_then = 0; receipt_then[0] = 0; receipt_then[1] = 0
  }
}
#endif

init {
  byte i;
  atomic {
    i = 0;
    do
    :: i < TASKS - 1 -> in[i] = PENDING; hash[i] = PENDING; i++
    :: else -> break
    od;
    in[TASKS - 1] = SCHEDULED; hash[TASKS - 1] = SCHEDULED;
    lock = true; i = 0;
    phase[0] = idle; phase[1] = idle;
    run worker(0); run worker(1); run recoverer(); run others();
#ifdef FAIL_OVER
    run fail_over()
#endif
  }
}
