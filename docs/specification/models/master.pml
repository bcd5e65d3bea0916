/*
 * The master that Sentinels name: `Sentinels` and `OneMaster`. Three Sentinels, each of which the product may not reach for a
 * while, and of which the last may hear nothing of the others; fail-overs, which one Sentinel knows first, and the others before
 * time passes; the watch, commands that fail; with POOL a caller that needs the pool of the master, and the close. A master is the number of
 * the fail-over that has made it one, which is also its epoch.
 */
#define SENTINELS 3
#ifndef FAILOVERS
#define FAILOVERS 2
#endif
#define MASTERS 3
#define BELIEVED 2     /* for how long most Sentinels must name an older master */
#ifndef END
#define END 3
#endif
#ifndef EVENTS
#define EVENTS 4
#endif
#define NONE 7

hidden byte no_older_epoch, fewer_replace_only_what_fails, newest_wins, former_pool_is_not_opened, one_pool,
  nothing_open_after_the_close;

#include "common.pml"

byte now, events;
byte newest;
byte knows[SENTINELS];
bool away[SENTINELS];
bool news, deaf;                 /* the others have not heard of the last fail-over yet; the last Sentinel does not */

/* Sentinels */
byte master;
bool suspect;
byte older;                      /* until when an older one is not believed; 0 if none is named */
byte asked;                      /* of a look in progress, 0 if there is none: how many Sentinels were asked, and one more */
byte named, best, begin;
bool suspected;

/* OneMaster */
byte current = NONE;
bool pool[MASTERS];
bool closed;

#define REACHED (!away[0] + !away[1] + !away[2])
#define DIFFERS(sentinel) (!away[sentinel] && knows[sentinel] != master)
#define NAMED_BY_MOST (2 * named > SENTINELS)
#ifdef NOT_ASKED
#define IS_LOOKED_FOR suspect
#else
#define IS_LOOKED_FOR (suspect || 2 * REACHED > SENTINELS)    /* others would change nothing */
#endif

inline answer(sentinel) {
  if
  :: away[sentinel]
  :: !away[sentinel] ->
#ifdef EPOCH_OF_ANY
     best = knows[sentinel];
#else
     if :: named == 0 || knows[sentinel] > best -> best = knows[sentinel] :: else fi;
#endif
     named++
  fi
}

#ifdef MAJORITY_NOT_READ
#define IS_REFUSED false
#else
#ifdef EPOCH_NOT_READ
#define IS_REFUSED (!NAMED_BY_MOST && !suspected)
#else
#define IS_REFUSED (!NAMED_BY_MOST && (!suspected || best < master))
#endif
#endif

#ifdef JUDGED_AT_THE_END
#define BEGIN now
#else
#define BEGIN begin              /* of the look: an answer may be as old */
#endif

inline decide() {
  if
  :: named == 0 || IS_REFUSED
  :: else ->
     if
     :: best >= master -> older = 0
     :: best < master && older == 0 -> older = now + BELIEVED
     :: else
     fi;
#ifdef OLDER_AT_ONCE
     older = 0;
#endif
     if
     :: best != master && BEGIN >= older ->
        INVARIANT(no_older_epoch, best > master)
        INVARIANT(fewer_replace_only_what_fails, NAMED_BY_MOST || suspected)
        master = best; older = 0
     :: else
     fi
  fi
}

proctype watch() {
  do
  :: atomic { asked == 0 && !closed && IS_LOOKED_FOR && (DIFFERS(0) || DIFFERS(1) || DIFFERS(2)) ->
       suspected = suspect; suspect = false; asked = 1; begin = now }
  :: atomic { asked > 0 && asked <= SENTINELS -> answer(asked - 1); asked++ }
  :: atomic { asked > SENTINELS -> decide(); asked = 0; named = 0; best = 0; suspected = false; begin = 0 }
  od
}

/* OneMaster.pool, and changed in its lock */
proctype caller() {
  byte seen = NONE;
  do
  :: atomic { seen == NONE && current != master -> seen = master }
  :: atomic { seen != NONE ->
#ifndef READ_BEFORE_THE_LOCK
       seen = master;
#endif
       if
       :: current != seen ->
          INVARIANT(former_pool_is_not_opened, seen == master)
          pool[seen] = true;
#ifndef CLOSE_NOT_READ
          if :: closed -> pool[seen] = false :: else fi;
#endif
#ifndef FORMER_KEPT
          if :: current != NONE -> pool[current] = false :: else fi;
#endif
          current = seen
       :: else
       fi;
       INVARIANT(one_pool, pool[0] + pool[1] + pool[2] <= 1)
       seen = NONE }
  od
}

proctype closes() {
  if
  :: atomic { current != NONE -> closed = true; pool[current] = false }
  :: true
  fi
}

proctype others() {
  do
  :: atomic { newest < FAILOVERS && !news -> newest++; news = true;
       if
       :: knows[0] = newest
       :: !deaf -> knows[2] = newest
       fi }
  :: atomic { news -> knows[0] = newest; knows[1] = newest; news = false;
       if :: !deaf -> knows[2] = newest :: else fi }
  :: atomic { events < EVENTS && !deaf -> events++; deaf = true }
  :: atomic { events < EVENTS && !away[0] -> events++; away[0] = true }
  :: atomic { events < EVENTS && !away[1] -> events++; away[1] = true }
  :: atomic { events < EVENTS && !away[2] -> events++; away[2] = true }
  :: atomic { away[0] -> away[0] = false }
  :: atomic { away[1] -> away[1] = false }
  :: atomic { away[2] -> away[2] = false }
  :: atomic { events < EVENTS && !suspect && !closed -> events++; suspect = true }
  :: atomic { now < END && !news -> now++ }
  :: !news -> break
  od
}

init {
  atomic {
    run watch(); run others();
#ifdef POOL
    run caller(); run closes()
#endif
  };
  /* nothing can happen any more */
  timeout ->
    INVARIANT(newest_wins, closed || 2 * REACHED <= SENTINELS || master == newest)
    INVARIANT(nothing_open_after_the_close, !closed || !(pool[0] || pool[1] || pool[2]))
}
