/*
 * The outbox: two relays, a database with the rows and the lock of their bucket, and the hash of the outbox in Redis.
 * Each access to database or Redis is a step. A relay may stop at any step, be delayed for any time, lose the lock of its
 * transaction while it is delayed, fail to commit, and lose the reply of a call of Redis.
 */
#define ROWS 3
#define RELAYS 2
#define ROUNDS 2

hidden byte stored_once, deleted_if_stored, stored_by_the_holder, only_the_opener_closes;

#include "common.pml"

/* database */
bool present[ROWS];
byte locked;           /* the relay whose transaction has the lock, or 0 */

/* Redis */
byte holder;           /* the opening that counts, 0 if none */
byte receipts;         /* the rows that are remembered as stored: bits */
byte latest;           /* the opening that was the last, true whatever Redis remembers */

byte stored[ROWS];     /* how often a task was stored for the row */
byte openings;

#ifdef HOLDER_NOT_CHECKED
#define STORES true
#else
#define STORES (holder == name)
#endif
#ifdef ROWS_NOT_REMEMBERED
#define REMEMBERED false
#define KNOWN 0
#else
#define REMEMBERED (receipts & (1 << row))
#define KNOWN (receipts & read)
#endif
#ifdef CLOSED_BY_ANY
#define CLOSES true
#else
#define CLOSES (holder == name)
#endif

inline give_up() { read = 0; done = 0; name = 0; sure = 0; row = 0; goto again }

proctype relay(byte me) {
  byte read, done, name, row; bool sure;
  byte rounds;
again:
  do
  :: rounds >= ROUNDS -> goto finished
  :: atomic { rounds < ROUNDS && locked == 0 && (present[0] || present[1] || present[2]) -> locked = me; rounds++ } break
  od;
  /* its rows */
  atomic { read = present[0] + 2 * present[1] + 4 * present[2]; sure = true; done = 0 }
  if
  :: locked == me -> skip
  :: atomic { locked == me -> locked = 0; give_up() }
  fi;
  /* open_outbox */
  atomic { openings++; name = openings; holder = name; latest = name; done = KNOWN }
  if
  :: atomic { locked == me -> locked = 0; give_up() }   /* it dies, or the reply is lost */
  :: skip
  fi;
  /* whether it still has the lock */
#ifndef LOCK_NOT_CHECKED
  if
  :: locked == me -> skip
  :: atomic { locked != me -> give_up() }
  fi;
#endif
  /* store_outbox, row by row; the last may be without reply */
  row = 0;
  do
  :: atomic { row < ROWS && (read & (1 << row)) && !(done & (1 << row)) ->
       if
       :: STORES ->
          if
          :: !REMEMBERED ->
             stored[row]++;
             INVARIANT(stored_once, stored[row] == 1)
             INVARIANT(stored_by_the_holder, name == latest)
             receipts = receipts | (1 << row)
          :: else -> skip
          fi;
          if
          :: done = done | (1 << row)
          :: sure = false      /* the reply is lost: the row is kept */
          fi
       :: else -> sure = false
       fi;
       row++
     }
  :: row < ROWS && (!(read & (1 << row)) || (done & (1 << row))) -> row++
  :: row == ROWS -> break
  :: atomic { row < ROWS -> if :: locked == me -> locked = 0 :: else -> skip fi; give_up() }  /* kill -9 */
  od;
#ifdef CLOSED_BEFORE_COMMIT
  atomic { if :: sure && holder == name -> holder = 0; receipts = 0 :: else -> skip fi }
#endif
  /* the deletion is committed, or is not */
  if
  :: atomic { locked == me ->
       row = 0;
       do
       :: row < ROWS ->
          if
          :: done & (1 << row) ->
             INVARIANT(deleted_if_stored, stored[row] > 0)
             present[row] = false
          :: else -> skip
          fi;
          row++
       :: else -> break
       od;
       row = 0; locked = 0
     }
  :: atomic { if :: locked == me -> locked = 0 :: else -> skip fi; give_up() }
  fi;
#ifndef CLOSED_BEFORE_COMMIT
  /* close_outbox */
  atomic {
    if
    :: sure && CLOSES ->
       INVARIANT(only_the_opener_closes, name == latest)
       holder = 0; receipts = 0
    :: else -> skip
    fi
  }
#endif
  atomic { give_up() };
finished:
  skip
}

/* The database ends a transaction that lasts too long. */
proctype timeouts() {
  byte left = 2;
  do
  :: atomic { locked != 0 && left > 0 -> locked = 0; left-- }
  :: left == 0 -> break
  od
}

init {
  atomic { present[0] = true; present[1] = true; present[2] = true; run relay(1); run relay(2); run timeouts() }
}
