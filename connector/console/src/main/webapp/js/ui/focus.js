/** Moves the focus when the focused part closes. */

/** To the content of the page. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true });

/** To the element, or to the content of the page if it is gone. @param {Element | null | undefined} element */
export function focusBack(element) {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) {
    element.focus();
  } else {
    focusContent();
  }
}
