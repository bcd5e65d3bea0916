/** Labelled form fields. */
import { el, useId } from '../core/dom.js';

/**
 * @param {{label: string, value: string, onInput: (value: string) => void, hint?: string, type?: string, list?: string[],
 *   required?: boolean, invalid?: boolean, lines?: number, placeholder?: string, autofocus?: boolean, min?: number}} props
 */
export function Field({ label, value, onInput, hint, type = 'text', list, required, invalid, lines, placeholder, autofocus, min }) {
  const id = useId();
  const common = {
    id, class: 'input', value, required, placeholder, autofocus, 'aria-invalid': invalid ? 'true' : undefined,
    'aria-describedby': hint ? `${id}-hint` : undefined, spellcheck: false, autocomplete: 'off',
    onInput: (/** @type {any} */ event) => onInput(event.currentTarget.value),
  };
  return el('div', { class: 'field' }, el('label', { htmlFor: id }, label),
    lines ? el('textarea', { ...common, rows: lines })
      : el('input', { ...common, type, min, step: type === 'datetime-local' ? 1 : undefined, list: list ? `${id}-list` : undefined }),
    list ? el('datalist', { id: `${id}-list` }, list.map((option) => el('option', { key: option, value: option }))) : null,
    hint ? el('span', { class: invalid ? 'hint error-text' : 'hint', id: `${id}-hint` }, hint) : null);
}

/**
 * @param {{label: string, value: string, onInput: (value: string) => void, options: [string, string][], hidden?: boolean}} props
 */
export function Select({ label, value, onInput, options, hidden }) {
  const id = useId();
  return el('div', { class: 'field' },
    el('label', { htmlFor: id, class: hidden ? 'visually-hidden' : '' }, label),
    el('select', { id, class: 'input', value, onChange: (/** @type {any} */ event) => onInput(event.currentTarget.value) },
      options.map(([key, text]) => el('option', { key, value: key, selected: key === value }, text))));
}

/** @param {{label: string, hint: string, checked: boolean, onChange: (checked: boolean) => void}} props */
export function Check({ label, hint, checked, onChange }) {
  const id = useId();
  return el('div', { class: 'field' }, el('span', { class: 'row' },
    el('input', { id, type: 'checkbox', class: 'check', checked, 'aria-describedby': `${id}-hint`, onChange: (/** @type {any} */ event) => onChange(event.currentTarget.checked) }),
    el('label', { htmlFor: id, class: 'small strong' }, label)),
  el('span', { class: 'hint', id: `${id}-hint` }, hint));
}

/**
 * @template {string} T
 * @param {{label: string, value: T, onInput: (value: T) => void, options: [T, string][]}} props
 */
export function Segment({ label, value, onInput, options }) {
  return el('div', { class: 'segment', role: 'group', 'aria-label': label }, options.map(([key, text]) =>
    el('button', { key, type: 'button', 'aria-pressed': String(key === value), onClick: () => onInput(key) }, text)));
}
