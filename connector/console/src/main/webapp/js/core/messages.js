/** Messages to the user: they are shown at the foot of the page for some seconds. */
import { Store } from './store.js';

/** @typedef {{label: string, run: () => void}} ToastAction */
/** @typedef {{id: number, text: string, tone: 'plain'|'danger', quiet: boolean, action?: ToastAction}} Toast */

const SECONDS = { quiet: 3, plain: 5, danger: 12, action: 15 };

/** @type {Store<Toast[]>} */
export const toasts = new Store(/** @type {Toast[]} */ ([]));
let last = 0;

/** @param {number} id */
export const drop = (id) => toasts.set(toasts.value.filter((toast) => toast.id !== id));

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
  // an equal text replaces the previous message, unless its action can still be undone
  toasts.set(
    [...toasts.value.filter((toast) => toast.action || toast.text !== message.text), { id, ...message }].slice(-4),
  );
  dropAfter(id, message.action ? SECONDS.action : message.quiet ? SECONDS.quiet : SECONDS[message.tone]);
}

/** @param {string} text @param {ToastAction} [action] */
export const say = (text, action) => add({ text, tone: 'plain', quiet: false, action });

/** @param {unknown} error */
export const complain = (error) =>
  add({ text: error instanceof Error ? error.message : String(error), tone: 'danger', quiet: false });

/** For screen readers only. @param {string} text */
export const announce = (text) => add({ text, tone: 'plain', quiet: true });

/** Runs the action of the latest message. */
export function doOffered() {
  const offer = toasts.value.findLast((toast) => toast.action);
  if (offer) {
    accept(offer);
  }
}

/** @param {Toast} toast */
export function accept(toast) {
  drop(toast.id);
  toast.action?.run();
}
