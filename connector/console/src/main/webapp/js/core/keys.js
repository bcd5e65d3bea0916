/** Keys of a page. They never fire while the user types or a dialog is open. */
import { useLayoutEffect, useRef } from './dom.js';
import { settings } from './settings.js';
import { dialogOpen } from './shown-dialog.js';

/** @typedef {Record<string, (event: KeyboardEvent) => void>} KeyMap */

/** @param {EventTarget | null} target */
export function typing(target) {
  const element = /** @type {HTMLElement | null} */ (target);
  return !!element?.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu]');
}

/** @param {KeyMap} map keys by `event.key` */
export function useKeys(map) {
  const current = useRef(map);
  current.current = map;
  // with the first page content, because a key pressed early would be lost
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        dialogOpen() ||
        typing(event.target)
      ) {
        return;
      }
      // Enter and Escape have longer names
      const action = settings.value.keys || event.key.length > 1 ? current.current[event.key] : undefined;
      const onControl =
        (event.key === 'Enter' || event.key === ' ') &&
        /** @type {HTMLElement} */ (event.target).closest?.('a, button, summary');
      if (action && !onControl) {
        event.preventDefault();
        action(event);
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
