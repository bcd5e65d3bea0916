/** Rows that do not move under the user's hand: while `hold` is set, newer data waits and is counted. */
import { useEffect, useState } from '../core/dom.js';
import { keyOf } from './selection.js';


/**
 * @param {Api.SearchResult | null} latest
 * @param {string} scope
 * @param {boolean} hold
 * @returns {{page: Api.SearchResult | null, waiting: number, apply: (page?: Api.SearchResult | null) => void}}
 *   `apply` shows a page, by default the latest
 */
export function useHeld(latest, scope, hold) {
  const [shown, setShown] = useState(
    /** @type {{scope: string, page: Api.SearchResult | null}} */ ({ scope: '', page: null }));
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

/** Rows that are new, gone or different. @param {Api.SearchResult} old @param {Api.SearchResult} now */
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
