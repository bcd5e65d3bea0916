/** Old data stays on the page while the next loads, so that the controls in use are not replaced. */
import { useRef } from './dom.js';

/**
 * The value; while the next one loads the last of the same scope.
 * @template T
 * @param {T | null} value
 * @param {boolean} loading
 * @param {string} [scope]
 * @returns {T | null}
 */
export function useKept(value, loading, scope = '') {
  const last = useRef(/** @type {{value: T | null, scope: string}} */ ({ value: null, scope }));
  if (value !== null || !loading || last.current.scope !== scope) {
    last.current = { value, scope };
  }
  return last.current.value;
}
