/** All keys. */
import { html } from '../core/dom.js';
import { settings } from '../core/settings.js';
import { commonTexts } from '../texts/common.js';
import { keysTexts } from '../texts/shell.js';
import { Dialog } from '../ui/dialog.js';

export const KeySheet = () => html`
  <${Dialog} title=${keysTexts.title} wide cancel=${commonTexts.close}>
    ${settings.value.keys ? null : html`<p class="muted small">${keysTexts.off}</p>`}
    ${keysTexts.groups.map(([name, keys]) => html`
      <section key=${name} class="stack">
        <h3>${name}</h3>
        <div class="key-list">
          ${keys.map(([key, text]) => html`
            <div key=${key}>
              <span>${text}</span>
              <span>${key.split(' ').map((one) => html`<kbd key=${one}>${one}</kbd>`)}</span>
            </div>
          `)}
        </div>
      </section>
    `)}
  </${Dialog}>
`;
