/** Choices of this browser, kept in its storage. */
import { Store } from './store.js';

const KEY = 'asynq-console';

/**
 * @typedef {{theme: 'system'|'light'|'dark', zone: string, times: 'relative'|'absolute', refresh: number,
 *   columns: Record<string, string[]>, views: {name: string, url: string}[], rows: number, keys: boolean}} Settings keys: commands on one key
 */

/** @type {Settings} */
const DEFAULTS = { theme: 'system', zone: 'local', times: 'relative', refresh: 0, columns: {}, views: [], rows: 50, keys: true };

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = new Store(load());

/** @param {Partial<Settings>} part */
export function saveSettings(part) {
  settings.patch(part);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  window.dispatchEvent(new Event('asynq-settings'));
}
