/** Rows that do not move under the user's hand: while `hold` is set, newer data waits and is counted. */
import { useEffect, useState } from '../core/dom.js';
import { keyOf } from './selection.js';

/** @typedef {import('../core/types.js').TaskPage} TaskPage */

/**
 * @param {TaskPage | null} latest
 * @param {string} scope
 * @param {boolean} hold
 * @returns {{page: TaskPage | null, waiting: number, apply: (page?: TaskPage | null) => void}} `apply` shows a page, by
 *   default the latest
 */
export function useHeld(latest, scope, hold) {
  const [shown, setShown] = useState(/** @type {{scope: string, page: TaskPage | null}} */ ({ scope: '', page: null }));
  useEffect(() => {
    if (latest && (!hold || shown.scope !== scope)) {
      setShown({ scope, page: latest });
    }
  }, [latest, scope, hold]);
  const page = shown.scope === scope ? shown.page : latest;
  return {
    page,
    waiting: hold && latest && page ? differences(page, latest) : 0,
    apply: (next = latest) => next && setShown({ scope, page: next }),
  };
}

/** Rows that are new, gone or different. @param {TaskPage} old @param {TaskPage} now */
export function differences(old, now) {
  const before = new Map(old.items.map((task) => [keyOf(task), JSON.stringify(task)]));
  let count = 0;
  for (const task of now.items) {
    const known = before.get(keyOf(task));
    count += known === JSON.stringify(task) ? 0 : 1;
    before.delete(keyOf(task));
  }
  return count + before.size;
}
