/** Keys that work on every page. */
import { html, useLayoutEffect, useRef } from '../core/dom.js';
import { typing, useKeys } from '../core/keys.js';
import { paused } from '../core/live.js';
import { doOffered } from '../core/messages.js';
import { go, link } from '../core/route.js';
import { toggleTheme } from '../core/settings.js';
import { dialogOpen } from '../core/shown-dialog.js';
import { show } from '../ui/dialog.js';
import { KeySheet } from './key-sheet.js';
import { openPalette } from './palette.js';

const JUMPS = /** @type {Record<string, string>} */ ({
  o: 'overview',
  q: 'queues',
  t: 'tasks',
  b: 'batches',
  e: 'errors',
  s: 'servers',
  c: 'cron',
  j: 'jobs',
  a: 'audit',
  r: 'redis',
  l: 'alerts',
  ',': 'settings',
});

/** The query of the page; on a page without one the search over all. */
function editQuery() {
  const query = /** @type {HTMLElement | null} */ (document.querySelector('.query input'));
  if (query) {
    query.focus();
  } else {
    openPalette();
  }
}

export function GlobalKeys() {
  const jump = useRef(0);
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!dialogOpen()) {
          openPalette();
        }
      } else if (
        Date.now() - jump.current < 1200 &&
        JUMPS[event.key] &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !dialogOpen() &&
        !typing(event.target)
      ) {
        event.preventDefault();
        jump.current = 0;
        go(link(/** @type {string} */ (JUMPS[event.key])));
      }
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  useKeys({
    g: () => void (jump.current = Date.now()),
    '?': () => show(html`<${KeySheet} />`),
    '/': editQuery,
    p: () => paused.set(!paused.value),
    t: toggleTheme,
    z: doOffered,
  });
  return null;
}
