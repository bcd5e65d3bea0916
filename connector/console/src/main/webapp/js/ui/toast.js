/** Messages at the foot of the page: the one live region. */
import { el, h } from '../core/dom.js';
import { Store, useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Icon } from './icon.js';

/** @typedef {{id: number, text: string, tone: 'plain'|'danger', quiet: boolean}} Toast */

/** @type {Store<Toast[]>} */
const toasts = new Store(/** @type {Toast[]} */ ([]));
let last = 0;

/** @param {number} id */
const drop = (id) => toasts.set(toasts.value.filter((toast) => toast.id !== id));

/** @param {string} text @param {'plain'|'danger'} [tone] @param {boolean} [quiet] only for screen readers */
function add(text, tone = 'plain', quiet = false) {
  const id = ++last;
  toasts.set([...toasts.value.filter((toast) => toast.text !== text), { id, text, tone, quiet }].slice(-4));
  setTimeout(() => drop(id), quiet ? 3000 : tone === 'danger' ? 12_000 : 5000);
}

/** @param {string} text */
export const say = (text) => add(text);

/** @param {unknown} error */
export const complain = (error) => add(error instanceof Error ? error.message : String(error), 'danger');

/** For screen readers only. @param {string} text */
export const announce = (text) => add(text, 'plain', true);

export function Toasts() {
  return el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' },
    useStore(toasts).map((toast) => el('div',
      { key: toast.id, class: toast.quiet ? 'visually-hidden' : 'toast', 'data-tone': toast.tone },
      el('span', null, toast.text),
      toast.quiet ? null : el('button',
        { type: 'button', 'aria-label': texts.common.dismiss, onClick: () => drop(toast.id) },
        h(Icon, { name: 'close' })))));
}
