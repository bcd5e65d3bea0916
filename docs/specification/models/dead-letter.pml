/*
 * Dead letters: a task fails for good, its letter is stored under an ID derived from the attempt, and then it is archived.
 * The archive is emptied, and the same ID is used again, with the same payload. The worker may die at any step, and the
 * reply of each call may be lost; then the attempt is repeated by whoever recovers it.
 */
#define USES 3

hidden byte letter_of_each_failure, letter_before_the_archive;

#include "common.pml"

mtype = { absent, running, archived };
mtype task = absent;
byte use;              /* how often the ID was used */
byte attempt;          /* the time that belongs to the attempt */
short letters;         /* IDs of the stored letters: bits */
byte sent;             /* uses whose letter was stored: bits */

#ifdef ATTEMPT_NOT_NAMED
#define LETTER 1
#else
#define LETTER attempt
#endif

inline store() {
  if
  :: letters & (1 << LETTER) -> skip     /* the ID is taken: it counts as sent */
  :: else -> letters = letters | (1 << LETTER); sent = sent | (1 << use)
  fi
}

inline archive() {
  INVARIANT(letter_before_the_archive, letters & (1 << LETTER))
  INVARIANT(letter_of_each_failure, sent & (1 << use))
  task = archived
}

proctype worker() {
  bool confirmed;
  do
  :: atomic { task == running ->
#ifdef ARCHIVED_FIRST
       archive()
#else
       store()
#endif
       ;
       if
       :: confirmed = true
       :: skip                           /* the reply is lost: it is sent again */
       fi
     };
     if
     :: atomic { confirmed ->
#ifdef ARCHIVED_FIRST
          store()
#else
          archive()
#endif
          ;
          confirmed = false }
     :: atomic { attempt < 7 -> confirmed = false; attempt++ }   /* it dies; the task is recovered, and runs again */
     :: atomic { !confirmed -> skip }
     fi
  od
}

proctype others() {
  do
  :: atomic { task == absent && use < USES -> use++; attempt++; task = running }
  :: task == archived -> task = absent
  od
}

init { atomic { run worker(); run others() } }
