/** Modal dialogs: the native element holds the focus and closes with Escape. */
import { el, Fragment, h, useEffect, useId, useLayoutEffect, useRef, useState } from '../core/dom.js';
import { route } from '../core/route.js';
import { Store, useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import { focusBack } from './focus.js';
import { Toasts } from './toast.js';

/** @type {Store<import('../core/dom.js').VNode | null>} */
const shown = new Store(/** @type {import('../core/dom.js').VNode | null} */ (null));

let count = 0;

/** Shows a dialog in place of the present one. @param {import('../core/dom.js').VNode} dialog */
export const show = (dialog) => shown.set(h(Fragment, { key: ++count }, dialog));
export const closeDialog = () => shown.set(null);
export const dialogOpen = () => shown.value !== null;

export const Dialogs = () => useStore(shown);

/** Closes the dialog that calls this, not another one that is open by then. @returns {() => void} */
export function useClose() {
  const own = useRef(shown.value).current;
  return () => shown.value === own && closeDialog();
}

/** What a dialog is about: the page, and the task that is open there. @param {import('../core/route.js').Route} at */
const placeOf = (at) => [at.redis, at.page, at.parts[0], at.query.task].join('/');

/**
 * The element as a modal dialog. When it closes, the focus returns to what opened it.
 * @param {() => void} [leave] called when the user goes to another page, as with the browser's Back button
 * @returns {{current: HTMLDialogElement | null}}
 */
export function useModal(leave = closeDialog) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const place = placeOf(useStore(route));
  const before = useRef(place);
  useEffect(() => {
    if (before.current !== place) {
      before.current = place;
      leave();
    }
  }, [place]);
  // before the next key or click: until then the page behind takes them
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      // until then all but the dialog is inert and takes no focus
      dialog?.close();
      focusBack(opener);
    };
  }, []);
  return ref;
}

/**
 * @param {{title: string, wide?: boolean, submit?: string, danger?: boolean, disabled?: string | null, busy?: boolean,
 *   cancel?: string, onSubmit?: () => void, extra?: import('../core/dom.js').Children,
 *   children?: import('../core/dom.js').Children}} props
 */
export function Dialog({ title, wide, submit, danger, disabled, busy, cancel, onSubmit, extra, children }) {
  const id = useId();
  const edited = useRef(/** @type {HTMLElement | null} */ (null));
  const [asking, setAsking] = useState(false);
  const ask = () => (edited.current?.isConnected ? setAsking(true) : closeDialog());
  const leave = () => (asking ? closeDialog() : ask());
  // pressing Back twice is no answer
  const ref = useModal(ask);
  useEscape(leave);
  return el('dialog', {
    ref, class: wide ? 'wide' : '', 'aria-labelledby': id,
    onCancel: (/** @type {Event} */ event) => {
      event.preventDefault();
      leave();
    },
    onClose: () => ref.current && closeDialog(),
  }, el('form', {
    onInput: (/** @type {Event} */ event) => void (edited.current = /** @type {HTMLElement} */ (event.target)),
    onSubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!disabled && !busy) {
        onSubmit?.();
      }
    },
  },
  el('header', null, el('h2', { id }, title)),
  el('div', { class: 'body' }, children),
  asking ? h(Discard, { keep: () => {
    setAsking(false);
    edited.current?.focus();
  } }) : el('footer', null, extra,
    h(Button, { label: cancel ?? texts.common.cancel, onClick: closeDialog, autofocus: danger }),
    submit ? h(Button, {
      label: busy ? texts.common.working : submit, type: 'submit', kind: danger ? 'danger primary' : 'primary', reason: disabled,
    }) : null)),
  // Outside of a modal dialog everything is inert, messages included.
  h(Toasts, null));
}

/** The key, wherever the focus is: for its event `cancel` alone a browser may close the dialog without asking the page. @param {() => void} leave */
function useEscape(leave) {
  const current = useRef(leave);
  current.current = leave;
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        event.preventDefault();
        current.current();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Asks before Escape discards what was entered. @param {{keep: () => void}} props */
const Discard = ({ keep }) => el('footer', null, el('strong', { class: 'grow', role: 'alert' }, texts.common.discardQuestion),
  h(Button, { label: texts.common.keepEditing, onClick: keep }),
  h(Button, { label: texts.common.discard, kind: 'danger primary', onClick: closeDialog }));
