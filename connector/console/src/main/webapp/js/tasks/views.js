/** The views that every browser has, beside those that its user has saved. */
import { link } from '../core/route.js';
import { viewsTexts } from '../texts/query.js';

/** @type {Record<keyof typeof viewsTexts, string>} */
const QUERIES = {
  failed: 'state:retry,archived failed<1h',
  stuck: 'state:pending age>10m',
  long: 'state:active age>10m',
  overdue: 'state:scheduled,retry age>1m',
  exhausting: 'state:retry retried>=5',
};

/** Of the Redis that is shown. */
export const builtInViews = () =>
  /** @type {(keyof typeof viewsTexts)[]} */ (Object.keys(QUERIES)).map((name) => ({
    name: viewsTexts[name],
    url: link('tasks', [], { q: QUERIES[name] }),
  }));
