/** Live data of one Redis: a stream of events; polling when the stream is silent; the state of the connection. */
import { address, call, path, Problem } from './api.js';
import { session } from './session.js';
import { settings } from './settings.js';
import { Store } from './store.js';

/**
 * `lost`: Redis does not answer, or the console does not.
 * @typedef {{redis: string, status: 'connecting'|'live'|'lost', cause: 'redis'|'console'|null,
 *   overview: Api.Overview | null, queues: Api.QueueRow[] | null,
 *   jobs: Api.Job[], at: number, tick: number}} Live
 */

/** @type {Store<Live>} */
export const live = new Store(/** @type {Live} */ (fresh('')));

/** Set while the user has stopped live updates. */
export const paused = new Store(false);

/** @param {string} redis @returns {Live} */
function fresh(redis) {
  return { redis, status: 'connecting', cause: null, overview: null, queues: null, jobs: [], at: 0, tick: 0 };
}

/** Milliseconds between two updates. */
export const refreshMs = () => Math.max(settings.value.refresh || session.value?.refreshMs || 2000, 1000);

/**
 * Milliseconds without an event of the stream after which the page polls, and without any answer after which the
 * numbers count as old.
 */
const SILENT_AFTER = 2500;
const LOST_AFTER = 4000;

/** @type {EventSource | null} */
let stream = null;
let timer = 0;
/** When Redis was last known to answer; when the console was last asked. */
let contact = 0;
let asked = 0;
/** When the stream was last opened. */
let opened = 0;

/**
 * When the days of the history were last read; after how many milliseconds they are read again, and if there are none
 * yet.
 */
let historyAt = 0;
const HISTORY_AFTER = 300_000;
const NO_HISTORY_AFTER = 5000;
const HISTORY_DAYS = 30;

/** Milliseconds after which a stream that was refused, because the user has too many, is requested again. */
const REOPEN_AFTER = 10_000;

/** Follows a Redis instead of the previous one. @param {string} redis */
export function follow(redis) {
  stream?.close();
  clearInterval(timer);
  live.set(fresh(redis));
  contact = Date.now();
  asked = 0;
  historyAt = 0;
  open(redis);
  void ask(redis);
  timer = setInterval(() => void watch(redis), 500);
}

/** Ends the stream. What it would have sent is not missed: the next one begins with the current state. */
function rest() {
  stream?.close();
  stream = null;
}

/** Begins a stream, if the page is seen and not paused. */
function wake() {
  const { redis } = live.value;
  if (redis && !stream && !paused.value && !document.hidden) {
    contact = Date.now();
    open(redis);
    void ask(redis);
  }
}

paused.listen(() => {
  rest();
  wake();
});

/** A tab that is hidden for this time needs no stream. */
const HIDDEN_FOR = 60_000;
let hidden = 0;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hidden);
  if (document.hidden) {
    hidden = setTimeout(rest, HIDDEN_FOR);
  } else {
    wake();
  }
});
// a page that the browser keeps for its button Back would keep one of the few connections to this host
window.addEventListener('pagehide', rest);
window.addEventListener('pageshow', wake);

/** @param {string} redis */
function open(redis) {
  opened = Date.now();
  const source = new EventSource(address(`${path(redis)}/live`));
  stream = source;
  let begins = true;
  source.onopen = () => {
    begins = true;
  };
  /** @param {string} name @param {(data: any) => void} use */
  const on = (name, use) =>
    source.addEventListener(name, (event) => {
      if (!paused.value && stream === source) {
        use(JSON.parse(event.data));
      }
    });
  on('overview', accept);
  // the first event of a connection has all queues, the others have changes
  on('queues', (rows) => {
    live.patch({ queues: merge(begins ? null : live.value.queues, rows.items ?? [], rows.removed ?? []) });
    begins = false;
  });
  on('jobs', (rows) => live.patch({ jobs: mergeJobs(live.value.jobs, rows.items ?? []) }));
  source.addEventListener('stale', () => live.value.redis === redis && live.patch({ status: 'lost', cause: 'redis' }));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED && stream === source) {
      stream = null;
    }
  };
}

/** @param {Api.Overview} overview */
function accept(overview) {
  const at = new Date(overview.at).getTime() || Date.now();
  if (overview.stale) {
    live.patch({ status: 'lost', cause: 'redis', at, overview: { ...live.value.overview, ...overview } });
    return;
  }
  contact = Date.now();
  if (overview.history) {
    historyAt = contact;
  }
  live.patch({
    status: 'live',
    cause: null,
    at: contact,
    tick: live.value.tick + 1,
    overview: { ...overview, history: overview.history ?? withToday(live.value.overview?.history ?? [], overview) },
  });
}

/**
 * The days, today first, with the current numbers of today; the stream has no others.
 * @param {Api.Day[]} days
 * @param {Api.Overview} overview
 */
export function withToday(days, { at, processedToday: processed, failedToday: failed }) {
  const date = at.slice(0, 10);
  const [first] = days;
  if (!first || (first.date === date && first.processed === processed && first.failed === failed)) {
    return days;
  }
  return [{ date, processed, failed }, ...days.filter((day) => day.date !== date)].slice(0, HISTORY_DAYS);
}

/** Polls when the stream is silent; opens the stream again. @param {string} redis */
async function watch(redis) {
  const now = Date.now();
  const silence = now - contact;
  if (paused.value || document.hidden) {
    return;
  }
  if (silence < SILENT_AFTER) {
    const patience = live.value.overview?.history?.length ? HISTORY_AFTER : NO_HISTORY_AFTER;
    if (now - Math.max(historyAt, asked) > patience) {
      await ask(redis, true);
    }
    return;
  }
  if (silence > LOST_AFTER && live.value.status === 'live') {
    live.patch({ status: 'lost', cause: 'redis' });
  }
  if (!stream && live.value.status === 'live' && now - opened > REOPEN_AFTER) {
    open(redis);
  }
  if (now - asked > 2000) {
    await ask(redis);
  }
}

/** @param {string} redis @param {boolean} [quiet] errors are ignored: the stream is live */
async function ask(redis, quiet) {
  asked = Date.now();
  try {
    const overview = await call(`${path(redis)}/overview`, { timeout: 2500 });
    if (live.value.redis === redis) {
      accept(overview);
    }
  } catch (error) {
    if (
      !quiet &&
      live.value.redis === redis &&
      error instanceof Problem &&
      error.status !== 401 &&
      error.status !== 429
    ) {
      live.patch({
        status: 'lost',
        cause: error.status === 0 && stream?.readyState !== EventSource.OPEN ? 'console' : 'redis',
      });
    }
  }
}

/**
 * @param {Api.QueueRow[] | null} old
 * @param {Api.QueueRow[]} rows
 * @param {string[]} removed
 */
export function merge(old, rows, removed) {
  const byName = new Map((old ?? []).map((queue) => [queue.name, queue]));
  rows.forEach((queue) => byName.set(queue.name, queue));
  removed.forEach((name) => byName.delete(name));
  return [...byName.values()];
}

/** @param {Api.Job[]} old @param {Api.Job[]} rows */
export function mergeJobs(old, rows) {
  const byId = new Map(old.map((job) => [job.id, job]));
  rows.forEach((job) => byId.set(job.id, job));
  return [...byId.values()].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
