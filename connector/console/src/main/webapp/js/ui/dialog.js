/** Modal dialogs: the native element holds the focus and closes with Escape. */
import { Fragment, html, useEffect, useId, useLayoutEffect, useRef, useState } from '../core/dom.js';
import { route } from '../core/route.js';
import { shownDialog } from '../core/shown-dialog.js';
import { useStore } from '../core/store.js';
import { commonTexts } from '../texts/common.js';
import { Button } from './button.js';
import { focusBack } from './focus.js';
import { Toasts } from './toast.js';

let count = 0;

/** Shows a dialog in place of the current one. @param {import('../core/dom.js').VNode} dialog */
export const show = (dialog) => shownDialog.set(html`<${Fragment} key=${++count}>${dialog}</${Fragment}>`);
export const closeDialog = () => shownDialog.set(null);

export const Dialogs = () => useStore(shownDialog);

/** Closes the calling dialog, unless another dialog has been opened. @returns {() => void} */
export function useClose() {
  const own = useRef(shownDialog.value).current;
  return () => shownDialog.value === own && closeDialog();
}

/** The subject of a dialog: the page, and the task that is open there. @param {import('../core/route.js').Route} at */
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
  // pressing Back twice is not an answer
  const ref = useModal(ask);
  useEscape(leave);
  // Messages are inside: outside of a modal dialog everything is inert.
  return html`
    <dialog ref=${ref} class=${wide ? 'wide' : ''} aria-labelledby=${id}
        onCancel=${(/** @type {Event} */ event) => {
          event.preventDefault();
          leave();
        }}
        onClose=${() => ref.current && closeDialog()}>
      <form onInput=${(/** @type {Event} */ event) => void (edited.current = /** @type {HTMLElement} */ (event.target))}
          onSubmit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            if (!disabled && !busy) {
              onSubmit?.();
            }
          }}>
        <header><h2 id=${id}>${title}</h2></header>
        <div class="body">${children}</div>
        ${asking ? html`
          <${Discard} keep=${() => {
                setAsking(false);
                edited.current?.focus();
              }} />
        ` : html`
          <footer>
            ${extra}
            <${Button} label=${cancel ?? commonTexts.cancel} onClick=${closeDialog} autofocus=${danger} />
            ${submit ? html`
              <${Button} label=${busy ? commonTexts.working : submit} type="submit"
                  kind=${danger ? 'danger primary' : 'primary'} reason=${disabled} />
            ` : null}
          </footer>
        `}
      </form>
      <${Toasts} />
    </dialog>
  `;
}

/**
 * The key, wherever the focus is: for its event `cancel` alone a browser may close the dialog without asking the page.
 * @param {() => void} leave
 */
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

/** Asks before Escape discards entered text. @param {{keep: () => void}} props */
const Discard = ({ keep }) => html`
  <footer>
    <strong class="grow" role="alert">${commonTexts.discardQuestion}</strong>
    <${Button} label=${commonTexts.keepEditing} onClick=${keep} />
    <${Button} label=${commonTexts.discard} kind="danger primary" onClick=${closeDialog} />
  </footer>
`;
