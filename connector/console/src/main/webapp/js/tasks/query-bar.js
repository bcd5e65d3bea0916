/** The field for a query: completion of fields, states and queues; errors are shown under the clause. */
import { el, h, useEffect, useId, useRef, useState } from '../core/dom.js';
import { useKeys } from '../core/keys.js';
import { plain } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { complete } from './query.js';

/**
 * @param {{value: string, onSearch: (query: string) => void, queues: string[], invalid: boolean}} props
 */
export function QueryBar({ value, onSearch, queues, invalid }) {
  const [draft, setDraft] = useState(value);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [caret, setCaret] = useState(value.length);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const id = useId();
  useEffect(() => setDraft(value), [value]);
  useKeys({ '/': () => input.current?.focus() });
  const offer = complete(draft, caret, queues);
  const shown = open && offer.items.length > 0;
  const search = (/** @type {string} */ query) => {
    setOpen(false);
    setAt(-1);
    onSearch(query.trim());
  };
  const accept = (/** @type {number} */ index) => {
    const item = offer.items[index];
    if (!item || !input.current) {
      return;
    }
    const next = draft.slice(0, offer.from) + item.insert + draft.slice(caret).replace(/^\S*\s?/, '');
    setDraft(next);
    setAt(-1);
    const position = offer.from + item.insert.length;
    setCaret(position);
    setOpen(true);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(position, position);
    });
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (shown && at >= 0) {
        accept(at);
      } else {
        search(draft);
      }
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (shown) {
        setOpen(false);
      } else {
        input.current?.blur();
      }
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const size = offer.items.length;
      setAt(size ? (Math.max(at, event.key === 'ArrowDown' ? -1 : 0) + (event.key === 'ArrowDown' ? 1 : size - 1)) % size : -1);
    } else if (event.key === 'Tab' && shown && at >= 0) {
      event.preventDefault();
      accept(at);
    }
  };
  return el('div', { class: 'query', role: 'search' }, h(Icon, { name: 'search' }),
    el('input', {
      class: 'input', ref: input, value: draft, type: 'text', role: 'combobox', 'aria-label': texts.tasks.query,
      placeholder: texts.tasks.queryHint, spellcheck: false, autocomplete: 'off', autocapitalize: 'off',
      'aria-expanded': String(shown), 'aria-controls': `${id}-list`, 'aria-autocomplete': 'list',
      'aria-activedescendant': shown && at >= 0 ? `${id}-${at}` : undefined, 'aria-invalid': invalid ? 'true' : undefined,
      onInput: (/** @type {any} */ event) => {
        setDraft(event.currentTarget.value);
        setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
        setOpen(true);
        setAt(-1);
      },
      onSelect: (/** @type {any} */ event) => setCaret(event.currentTarget.selectionStart ?? 0),
      onFocus: () => setOpen(draft === ''), onBlur: () => setTimeout(() => setOpen(false), 120), onKeyDown: press,
    }),
    draft ? el('span', { class: 'clear' }, h(Button, {
      label: texts.tasks.clearQuery, icon: 'close', iconOnly: true, small: true, kind: 'ghost',
      onClick: () => {
        setDraft('');
        search('');
      },
    })) : null,
    el('ul', { class: 'suggest', id: `${id}-list`, role: 'listbox', 'aria-label': texts.tasks.suggestions, hidden: !shown },
      shown ? offer.items.map((item, index) => el('li', {
        key: item.label, id: `${id}-${index}`, role: 'option', 'aria-selected': String(index === at),
        onPointerDown: (/** @type {Event} */ event) => {
          event.preventDefault();
          accept(index);
        },
      }, el('code', null, plain(item.label)), el('span', { class: 'muted' }, item.hint))) : null));
}

/** Where a query is wrong, and what is allowed there. @param {{query: string, problem: import('../core/api.js').Problem}} props */
export function QueryProblem({ query, problem }) {
  const from = Math.min(problem.position ?? 0, query.length);
  const to = Math.max(from + 1, Math.min(from + problem.length, query.length));
  return el('div', { class: 'caret-error', role: 'group', 'aria-label': problem.title },
    el('pre', { tabIndex: 0, role: 'group', 'aria-label': texts.tasks.query }, plain(query.slice(0, from)), el('mark', null, plain(query.slice(from, to)) || '␣'), plain(query.slice(to)),
      `\n${' '.repeat(from)}${'^'.repeat(to - from)}`),
    el('div', null, problem.message),
    problem.expected.length ? el('div', { class: 'row small' }, texts.tasks.allowedHere,
      problem.expected.slice(0, 16).map((one) => el('code', { key: one }, one))) : null);
}
