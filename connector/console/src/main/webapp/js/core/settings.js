/** Choices of this browser, kept in its storage. */
import { Store } from './store.js';

const KEY = 'asynq-console';

/**
 * @typedef {{theme: 'system'|'light'|'dark', zone: string, times: 'relative'|'absolute', refresh: number,
 *   columns: Record<string, string[]>, views: {name: string, url: string}[], rows: number, keys: boolean}} Settings
 *   keys: commands on one key
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'system',
  zone: 'local',
  times: 'relative',
  refresh: 0,
  columns: {},
  views: [],
  rows: 50,
  keys: true,
};

/**
 * What all pages of this browser have saved; without storage, what this page has chosen.
 * @param {Settings} fallback
 * @returns {Settings}
 */
function load(fallback) {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || '{}') };
  } catch {
    return fallback;
  }
}

export const settings = new Store(load(DEFAULTS));

/**
 * Changes some settings; other settings saved by other pages stay.
 * @param {Partial<Settings> | ((now: Settings) => Partial<Settings>)} part
 */
export function saveSettings(part) {
  const now = load(settings.value);
  settings.set({ ...now, ...(typeof part === 'function' ? part(now) : part) });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  window.dispatchEvent(new Event('asynq-settings'));
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) {
    settings.set(load(settings.value));
    window.dispatchEvent(new Event('asynq-settings'));
  }
});

export const toggleTheme = () =>
  saveSettings({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' });
