/*
 * A queue of a Cluster whose slot moves to another node, key by key, while two programs call forward, dequeue and
 * repair_leases. The source executes a call if it has all of its KEYS, and sends it on (ASK) if it has none of them; the
 * target, asked so, executes it if it has all of them. Otherwise, also if one of KEYS does not exist, it is tried again.
 * Keys that a script names by itself are not among them: on the source, one that has gone is an error; on the target, one
 * that has not come does not exist.
 */
#define TASKS 3
#define CALLERS 2

hidden byte transition_of_the_table, one_collection, lease_if_active, message_is_in_a_collection;

#include "common.pml"
#include "rules.pml"

/* where each key is: bits of the keys that are on the target; a key that does not exist is nowhere */
#define K_SCHEDULED 1
#define K_PENDING 2
#define K_GROUPS 4
#define K_ACTIVE 8
#define K_LEASE 16
#define K_HASHES 32    /* and 64, 128 */
#define K_ALL 255
byte moved;
byte exist;            /* of the collections: bits as above */
mtype = { stable, moving, arrived };
mtype slot = stable;

byte in[TASKS], hash[TASKS], lease[TASKS];

hidden byte before, each;

#define KEY_EXISTS(k) ((exist & (k)) == (k))
#define ON_SOURCE(k) (KEY_EXISTS(k) && (moved & (k)) == 0)
#define ON_TARGET(k) (KEY_EXISTS(k) && (moved & (k)) == (k))
#define NONE_ON_SOURCE(k) (((exist & (k)) & (255 - moved)) == 0)

/* the last of KEYS of these scripts never exists */
#ifdef NO_WHOLE_SLOT
#define ON_SOURCE_WITH_LAST(k) ON_SOURCE(k)
#define ON_TARGET_WITH_LAST(k) ON_TARGET(k)
#else
#define ON_SOURCE_WITH_LAST(k) (slot == stable && KEY_EXISTS(k))
#define ON_TARGET_WITH_LAST(k) (slot == arrived && KEY_EXISTS(k))
#endif
#define EXECUTED_AT_SOURCE(k) (slot == stable || (slot == moving && ON_SOURCE_WITH_LAST(k)))
#define EXECUTED_AT_TARGET(k) (slot == arrived || (slot == moving && NONE_ON_SOURCE(k) && ON_TARGET_WITH_LAST(k)))

/* what HEXISTS says of a task's hash */
mtype = { yes, no, failed };
inline look(t, answer) {
  if
  :: hash[t] == 0 -> answer = no
  :: hash[t] != 0 && slot != moving -> answer = yes
  :: hash[t] != 0 && slot == moving && at_target == ((moved & (K_HASHES << t)) != 0) -> answer = yes
  :: hash[t] != 0 && slot == moving && at_target && (moved & (K_HASHES << t)) == 0 -> answer = no
  :: hash[t] != 0 && slot == moving && !at_target && (moved & (K_HASHES << t)) != 0 -> answer = failed
  fi
}

inline refresh() {
  exist = (255 - 31) | K_GROUPS;
  each = 0;
  do
  :: each < TASKS ->
     if
     :: in[each] & SCHEDULED -> exist = exist | K_SCHEDULED
     :: else -> skip
     fi;
     if
     :: in[each] & PENDING -> exist = exist | K_PENDING
     :: else -> skip
     fi;
     if
     :: in[each] & ACTIVE -> exist = exist | K_ACTIVE | K_LEASE
     :: else -> skip
     fi;
     INVARIANT(message_is_in_a_collection, hash[each] == 0 || in[each] != 0)
     INVARIANT(one_collection, (in[each] & (in[each] - 1)) == 0 || in[each] == 0)
     INVARIANT(lease_if_active, (lease[each] != 0) == (in[each] == ACTIVE))
     each++
  :: else -> break
  od;
  each = 0
}

inline drop(t) {
  in[t] = 0; lease[t] = 0
}

/* whether the script ends with the error instead of going on */
#ifdef ERRORS_ARE_ANSWERS
#define RAISED(answer) false
#else
#define RAISED(answer) (answer == failed)
#endif

proctype caller() {
  byte t; mtype answer; bool at_target;
  do
  :: atomic { EXECUTED_AT_SOURCE(K_SCHEDULED | K_PENDING | K_GROUPS) || EXECUTED_AT_TARGET(K_SCHEDULED | K_PENDING | K_GROUPS) ->
       at_target = !EXECUTED_AT_SOURCE(K_SCHEDULED | K_PENDING | K_GROUPS);
       t = 0;
       do
       :: t < TASKS && (in[t] & SCHEDULED) ->
          look(t, answer);
          if
          :: answer == yes -> move_forward(t)
          :: answer != yes && RAISED(answer) -> break
          :: answer != yes && !RAISED(answer) -> drop(t)
          fi;
          t++
       :: t < TASKS && !(in[t] & SCHEDULED) -> t++
       :: t >= TASKS -> break
       od;
       refresh(); t = 0; answer = 0; at_target = 0
     }
  :: atomic { EXECUTED_AT_SOURCE(K_ACTIVE | K_LEASE | K_PENDING) || EXECUTED_AT_TARGET(K_ACTIVE | K_LEASE | K_PENDING) ->
       at_target = !EXECUTED_AT_SOURCE(K_ACTIVE | K_LEASE | K_PENDING);
       t = 0;
       do
       :: t < TASKS && (in[t] & ACTIVE) ->
          look(t, answer);
          if
          :: answer == yes -> skip
          :: answer != yes && RAISED(answer) -> break
          :: answer != yes && !RAISED(answer) -> drop(t)
          fi;
          t++
       :: t < TASKS && !(in[t] & ACTIVE) -> t++
       :: t >= TASKS -> break
       od;
       refresh(); t = 0; answer = 0; at_target = 0
     }
  /* dequeue: the flag of a pause, one of its KEYS, does not exist */
  :: atomic { slot != moving ->
       if
       :: in[0] & PENDING -> move_dequeue(0); lease[0] = 1
       :: in[1] & PENDING -> move_dequeue(1); lease[1] = 1
       :: in[2] & PENDING -> move_dequeue(2); lease[2] = 1
       :: else -> skip
       fi;
       refresh()
     }
  od
}

/* MIGRATE of one key after the other, in any order; a key that was made on the target is there already */
proctype mover() {
  byte k;
  slot = moving;
  do
  :: atomic { moved != K_ALL ->
       k = 1;
       do
       :: (moved & k) == 0 -> break
       :: k < 128 -> k = k << 1
       :: k == 128 -> break
       od;
       moved = moved | k; k = 0
     }
  :: moved == K_ALL -> break
  od;
  slot = arrived
}

init {
  atomic {
    in[0] = SCHEDULED; hash[0] = SCHEDULED;
    in[1] = PENDING; hash[1] = PENDING;
    if
    :: in[2] = ACTIVE; hash[2] = ACTIVE; lease[2] = 1
    :: in[2] = SCHEDULED; hash[2] = SCHEDULED
    fi;
    refresh();
    run caller(); run caller(); run mover()
  }
}
