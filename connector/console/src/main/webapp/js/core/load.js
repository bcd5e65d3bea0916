/** Loading of a resource for a page: first load, refresh with the live tick, errors, age. */
import { useCallback, useEffect, useRef, useState } from './dom.js';
import { call, Problem } from './api.js';
import { live, paused, refreshMs } from './live.js';
import { openMenus } from './open-menus.js';

/**
 * @template T
 * @typedef {{data: T | null, problem: Problem | null, loading: boolean, at: number, reload: () => Promise<T | null>}}
 *   Loaded
 */

/**
 * Loads again every `every` milliseconds (0: never), not while the last request still runs, the tab is hidden, Redis
 * lost, updates are paused or a menu is open.
 * @template T
 * @param {string | null} address null: nothing to load
 * @param {{every?: number, hold?: boolean}} [options]
 * @returns {Loaded<T>}
 */
export function useLoad(address, options = {}) {
  const [state, setState] = useState(
    /** @type {{address: string | null, data: T | null, problem: Problem | null, at: number}} */
    ({ address: null, data: null, problem: null, at: 0 }),
  );
  const running = useRef(/** @type {AbortController | null} */ (null));
  const load = useCallback(
    async (/** @type {boolean} */ refresh) => {
      running.current?.abort();
      if (address === null) {
        return null;
      }
      const controller = new AbortController();
      running.current = controller;
      try {
        const data = await call(address, { signal: controller.signal });
        if (refresh && openMenus.value) {
          // opened while the answer was on its way
          return null;
        }
        setState({ address, data, problem: null, at: Date.now() });
        return data;
      } catch (error) {
        if (!controller.signal.aborted && error instanceof Problem) {
          setState((old) => ({ address, data: old.address === address ? old.data : null, problem: error, at: old.at }));
        }
      } finally {
        if (running.current === controller) {
          running.current = null;
        }
      }
      return null;
    },
    [address],
  );
  useEffect(() => {
    void load(false);
    return () => running.current?.abort();
  }, [load]);
  const reload = useCallback(() => load(false), [load]);
  useRefresh(load, options.every ?? refreshMs(), options.hold ?? false, running);
  const current = state.address === address;
  return {
    data: current ? state.data : null,
    problem: current ? state.problem : null,
    loading: !current,
    at: state.at,
    reload,
  };
}

/**
 * Polls, and reloads when Redis is back.
 * @param {(refresh: boolean) => Promise<unknown>} load
 * @param {number} every
 * @param {boolean} hold
 * @param {{current: unknown}} running the request, which is not interrupted;
 *   otherwise no request would end on a slow connection
 */
function useRefresh(load, every, hold, running) {
  useEffect(() => {
    if (!every) {
      return undefined;
    }
    const timer = setInterval(() => {
      if (
        !hold &&
        !running.current &&
        !openMenus.value &&
        !document.hidden &&
        !paused.value &&
        live.value.status === 'live'
      ) {
        void load(true);
      }
    }, every);
    return () => clearInterval(timer);
  }, [load, every, hold]);
  useEffect(() => {
    let before = live.value.status;
    return live.listen((now) => {
      if (before === 'lost' && now.status === 'live' && !hold) {
        void load(false);
      }
      before = now.status;
    });
  }, [load, hold]);
}
