/** Messages at the foot of the page, the only live region. */
import { html } from '../core/dom.js';
import { accept, drop, toasts } from '../core/messages.js';
import { useStore } from '../core/store.js';
import { commonTexts } from '../texts/common.js';
import { Icon } from './icon.js';

export function Toasts() {
  return html`
    <div class="toasts" role="status" aria-live="polite">
      ${useStore(toasts).map((toast) => html`
        <div key=${toast.id} class=${toast.quiet ? 'visually-hidden' : 'toast'} data-tone=${toast.tone}
            data-toast=${toast.id}>
          <span>${toast.text}</span>
          ${toast.action ? html`
            <button type="button" class="offer" onClick=${() => accept(toast)}>${toast.action.label}</button>
          ` : null}
          ${toast.quiet ? null : html`
            <button type="button" aria-label=${commonTexts.dismiss} onClick=${() => drop(toast.id)}>
              <${Icon} name="close" />
            </button>
          `}
        </div>
      `)}
    </div>
  `;
}
