/*
 * A periodic entry, due each second, and two schedulers, whose clocks may step ahead of that of Redis.
 * Modelled: fire_tick, with its reply lost or not; a scheduler that stops for a while and then goes on with the latest tick.
 */
#define TICKS 5
#define STEP 3

hidden byte tick_once, tick_not_early, tick_kept, last_grows;

#include "common.pml"

#ifdef LAST_NOT_CHECKED
#define DEALT_WITH(tick) false
#else
#define DEALT_WITH(tick) (tick <= last)
#endif
#ifdef EARLY_NOT_CHECKED
#define IS_EARLY(tick) false
#else
#define IS_EARLY(tick) (tick > now + 1)
#endif

byte now, last, skew[2];
byte fired[TICKS + STEP + 2];

proctype scheduler(byte me) {
  byte next = 1;
  do
  :: atomic { next < TICKS && now + skew[me] >= next ->
       if
       :: DEALT_WITH(next) -> INVARIANT(tick_kept, fired[next] > 0 || last <= now + 1) next++
       :: !DEALT_WITH(next) && IS_EARLY(next) -> skip
       :: !DEALT_WITH(next) && !IS_EARLY(next) ->
          INVARIANT(tick_not_early, next <= now + 1)
          fired[next]++;
          INVARIANT(tick_once, fired[next] == 1)
          INVARIANT(last_grows, next > last)
          last = next;
          if
          :: next++
          :: skip      /* the reply is lost: it is tried again */
          fi
       fi
     }
  /* it has slept: only the latest tick counts */
  :: atomic { next < TICKS && now + skew[me] > next -> next = (now + skew[me] < TICKS -> now + skew[me] : TICKS) }
  :: next >= TICKS -> break
  od
}

init {
  atomic { run scheduler(0); run scheduler(1) };
  do
  :: now < TICKS -> now++
  :: skew[0] == 0 -> skew[0] = STEP
  :: skew[0] == STEP -> skew[0] = 0; break
  od;
  do
  :: now < TICKS -> now++
  :: else -> break
  od
}
