/** Queues by a part of their name, for lists to choose from. */
import { useEffect, useState } from './dom.js';
import { call, path } from './api.js';
import { live } from './live.js';
import { useStore } from './store.js';


const MOST = '20';
const DELAY = 60;

/**
 * The queues of the live data, which are not all if there are many, and the queues that the console finds.
 * @param {string} redis
 * @param {string} part of the name
 * @returns {Api.QueueRow[]}
 */
export function useQueues(redis, part) {
  const known = useStore(live).queues ?? [];
  const [found, setFound] = useState(/** @type {Api.QueueRow[]} */ ([]));
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call(`${path(redis, 'queues')}?${new URLSearchParams({ filter: part, limit: MOST, sort: 'name' })}`, {
        signal: controller.signal,
      }).then(
        (page) => setFound(page.items),
        () => undefined,
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [redis, part]);
  const names = new Set(known.map((queue) => queue.name));
  return [...known, ...found.filter((queue) => !names.has(queue.name))];
}
