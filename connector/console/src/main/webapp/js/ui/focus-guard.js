/**
 * When the focused element leaves the page, the nearest element gets the focus. Otherwise a keyboard user would start
 * again at the top.
 */
import { focusBack } from './focus.js';

/**
 * Where to go from an element, asked when it has left: the row that took the place of its row, else `other`.
 * @param {HTMLElement} element
 * @param {HTMLElement | null} other
 * @returns {() => Element | null}
 */
function substitute(element, other) {
  const row = /** @type {HTMLTableRowElement | null} */ (element.closest('tbody tr'));
  const body = /** @type {HTMLTableSectionElement | null} */ (row?.parentElement);
  const index = row?.sectionRowIndex ?? 0;
  return () =>
    (body?.isConnected && body.rows[Math.min(index, body.rows.length - 1)]?.querySelector('a, button')) || other;
}

/** Watches the whole page from now on. */
export function guardFocus() {
  /** @type {{element: HTMLElement, next: () => Element | null} | null} */
  let focused = null;
  /** The last focused element, except messages. @type {HTMLElement | null} */
  let before = null;
  document.addEventListener('focusin', (event) => {
    const element = /** @type {HTMLElement} */ (event.target);
    const message = element.closest('.toasts');
    focused = { element, next: substitute(element, message ? before : null) };
    before = message ? before : element;
  });
  document.addEventListener('focusout', (event) => {
    // a click beside all controls also removes the focus
    queueMicrotask(() => {
      if (
        focused?.element === event.target &&
        focused.element.isConnected &&
        document.activeElement === document.body
      ) {
        focused = null;
      }
    });
  });
  new MutationObserver(() => {
    if (focused && !focused.element.isConnected) {
      const { next } = focused;
      focused = null;
      // what closes may set the focus itself
      requestAnimationFrame(() => document.activeElement === document.body && focusBack(next()));
    }
  }).observe(document.body, { childList: true, subtree: true });
}
