/** Labelled form fields. */
import { html, useId } from '../core/dom.js';

/**
 * @param {{label: string, value: string, onInput: (value: string) => void, hint?: string, type?: string,
 *   list?: string[], required?: boolean, invalid?: boolean, lines?: number, placeholder?: string, autofocus?: boolean,
 *   min?: number}} props
 */
export function Field({
  label,
  value,
  onInput,
  hint,
  type = 'text',
  list,
  required,
  invalid,
  lines,
  placeholder,
  autofocus,
  min,
}) {
  const id = useId();
  const common = {
    id,
    class: 'input',
    value,
    required,
    placeholder,
    autofocus,
    'aria-invalid': invalid || undefined,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    spellcheck: false,
    autocomplete: 'off',
    onInput: (/** @type {any} */ event) => onInput(event.currentTarget.value),
  };
  return html`
    <div class="field">
      <label htmlFor=${id}>${label}</label>
      ${lines ? html`<textarea ...${common} rows=${lines} />` : html`
        <input ...${common} type=${type} min=${min} step=${type === 'datetime-local' ? 1 : undefined}
            list=${list ? `${id}-list` : undefined} />
      `}
      ${list ? html`
        <datalist id="${id}-list">${list.map((option) => html`<option key=${option} value=${option} />`)}</datalist>
      ` : null}
      ${hint ? html`<span class=${invalid ? 'hint error-text' : 'hint'} id="${id}-hint">${hint}</span>` : null}
    </div>
  `;
}

/**
 * @param {{label: string, value: string, onInput: (value: string) => void, options: [string, string][],
 *   hidden?: boolean}} props
 */
export function Select({ label, value, onInput, options, hidden }) {
  const id = useId();
  return html`
    <div class="field">
      <label htmlFor=${id} class=${hidden ? 'visually-hidden' : ''}>${label}</label>
      <select id=${id} class="input" value=${value}
          onChange=${(/** @type {any} */ event) => onInput(event.currentTarget.value)}>
        ${options.map(([key, text]) => html`
          <option key=${key} value=${key} selected=${key === value}>${text}</option>
        `)}
      </select>
    </div>
  `;
}

/** @param {{label: string, hint: string, checked: boolean, onChange: (checked: boolean) => void}} props */
export function Check({ label, hint, checked, onChange }) {
  const id = useId();
  return html`
    <div class="field">
      <span class="row">
        <input id=${id} type="checkbox" class="check" checked=${checked} aria-describedby="${id}-hint"
            onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />
        <label htmlFor=${id} class="small strong">${label}</label>
      </span>
      <span class="hint" id="${id}-hint">${hint}</span>
    </div>
  `;
}

/**
 * @template {string} T
 * @param {{label: string, value: T, onInput: (value: T) => void, options: [T, string][]}} props
 */
export function Segment({ label, value, onInput, options }) {
  return html`
    <div class="segment" role="group" aria-label=${label}>
      ${options.map(([key, text]) => html`
        <button key=${key} type="button" aria-pressed=${key === value} onClick=${() => onInput(key)}>
          ${text}
        </button>
      `)}
    </div>
  `;
}
