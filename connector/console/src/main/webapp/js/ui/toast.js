/** Messages at the foot of the page: the one live region. */
import { el, h } from '../core/dom.js';
import { Store, useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Icon } from './icon.js';

/** @typedef {{label: string, run: () => void}} ToastAction */
/** @typedef {{id: number, text: string, tone: 'plain'|'danger', quiet: boolean, action?: ToastAction}} Toast */

const SECONDS = { quiet: 3, plain: 5, danger: 12, action: 15 };

/** @type {Store<Toast[]>} */
const toasts = new Store(/** @type {Toast[]} */ ([]));
let last = 0;

/** @param {number} id */
const drop = (id) => toasts.set(toasts.value.filter((toast) => toast.id !== id));

/** Not while the pointer or the focus is on it. @param {number} id @param {number} seconds */
function dropAfter(id, seconds) {
  setTimeout(() => {
    if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) {
      dropAfter(id, 2);
    } else {
      drop(id);
    }
  }, seconds * 1000);
}

/** @param {Omit<Toast, 'id'>} message */
function add(message) {
  const id = ++last;
  // an equal text replaces the one before, but what can still be undone stays
  toasts.set([...toasts.value.filter((toast) => toast.action || toast.text !== message.text), { id, ...message }].slice(-4));
  dropAfter(id, message.action ? SECONDS.action : message.quiet ? SECONDS.quiet : SECONDS[message.tone]);
}

/** @param {string} text @param {ToastAction} [action] */
export const say = (text, action) => add({ text, tone: 'plain', quiet: false, action });

/** @param {unknown} error */
export const complain = (error) => add({ text: error instanceof Error ? error.message : String(error), tone: 'danger', quiet: false });

/** For screen readers only. @param {string} text */
export const announce = (text) => add({ text, tone: 'plain', quiet: true });

/** Does what the latest message offers. */
export function doOffered() {
  const offer = toasts.value.findLast((toast) => toast.action);
  if (offer) {
    accept(offer);
  }
}

/** @param {Toast} toast */
function accept(toast) {
  drop(toast.id);
  toast.action?.run();
}

export function Toasts() {
  return el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' },
    useStore(toasts).map((toast) => el('div',
      { key: toast.id, class: toast.quiet ? 'visually-hidden' : 'toast', 'data-tone': toast.tone, 'data-toast': toast.id },
      el('span', null, toast.text),
      toast.action ? el('button', { type: 'button', class: 'offer', onClick: () => accept(toast) }, toast.action.label) : null,
      toast.quiet ? null : el('button',
        { type: 'button', 'aria-label': texts.common.dismiss, onClick: () => drop(toast.id) },
        h(Icon, { name: 'close' })))));
}
