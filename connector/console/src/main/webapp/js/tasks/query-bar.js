/** The field for a query: completion; an ID opens its task; errors are shown under the clause. */
import { html, useEffect, useId, useRef, useState } from '../core/dom.js';
import { announce } from '../core/messages.js';
import { Store, useStore } from '../core/store.js';
import { plain } from '../core/visible.js';
import { tasksTexts } from '../texts/tasks.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { complete, useSuggestions } from './complete.js';
import { findTask, mayBeId, openTask } from './find.js';

/** Set while the problem of the query is shown. */
const wrong = new Store(false);

/**
 * @param {{redis: string, value: string, onSearch: (query: string) => void, scope?: string}} props scope: the queue of
 *   the page
 */
export function QueryBar({ redis, value, onSearch, scope }) {
  const [draft, setDraft] = useState(value);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [caret, setCaret] = useState(value.length);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const id = useId();
  const invalid = useStore(wrong);
  useEffect(() => setDraft(value), [value]);
  const offer = complete(draft, caret);
  const items = useSuggestions(
    redis,
    scope && !offer.queue && offer.kind !== 'queue' ? { ...offer, queue: scope } : offer,
    open,
  );
  const shown = open && items.length > 0;
  useEffect(() => {
    if (at >= 0) {
      document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [at]);
  const search = async (/** @type {string} */ query) => {
    const wanted = query.trim();
    setOpen(false);
    setAt(-1);
    const task = mayBeId(wanted) ? await findTask(redis, wanted) : null;
    if (task) {
      openTask(task);
    } else {
      onSearch(wanted);
    }
  };
  const accept = (/** @type {number} */ index) => {
    const item = items[index];
    if (!item || !input.current) {
      return;
    }
    const rest = draft.slice(caret).replace(/^[^\s()]*/, '');
    const complete = !/[:<>=.]$/.test(item.insert) && !item.insert.endsWith(' ');
    const next =
      draft.slice(0, offer.from) +
      item.insert +
      (complete && !rest.startsWith(' ') && !rest.startsWith(')') ? ' ' : '') +
      rest;
    const position = offer.from + item.insert.length + (complete && !rest.startsWith(')') ? 1 : 0);
    setDraft(next);
    setAt(-1);
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
        void search(draft);
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
      const size = items.length;
      setAt(
        size
          ? (Math.max(at, event.key === 'ArrowDown' ? -1 : 0) + (event.key === 'ArrowDown' ? 1 : size - 1)) % size
          : -1,
      );
    } else if (event.key === 'Tab' && shown && at >= 0 && !event.shiftKey) {
      event.preventDefault();
      accept(at);
    }
  };
  /** A pasted ID needs no Enter. @param {any} event */
  const paste = (event) => {
    const text = String(event.clipboardData?.getData('text') ?? '').trim();
    const field = event.currentTarget;
    const all = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    if (all && mayBeId(text)) {
      findTask(redis, text).then((task) => {
        if (task && input.current?.value.trim() === text) {
          setOpen(false);
          openTask(task);
        }
      });
    }
  };
  return html`
    <div class="query" role="search">
      <${Icon} name="search" />
      <input class="input" ref=${input} value=${draft} type="text" role="combobox" aria-label=${tasksTexts.query}
          aria-invalid=${invalid ? 'true' : undefined} aria-describedby=${invalid ? PROBLEM : undefined}
          placeholder=${tasksTexts.queryHint} spellcheck=${false} autocomplete="off" autocapitalize="off"
          aria-expanded=${shown} aria-controls="${id}-list" aria-autocomplete="list" aria-haspopup="listbox"
          aria-activedescendant=${shown && at >= 0 ? `${id}-${at}` : undefined}
          onInput=${(/** @type {any} */ event) => {
            setDraft(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
            setOpen(true);
            setAt(-1);
          }}
          onPaste=${paste} onSelect=${(/** @type {any} */ event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onFocus=${() => setOpen(draft === '')} onBlur=${() => setTimeout(() => setOpen(false), 120)}
          onKeyDown=${press} />
      ${draft ? html`
        <span class="clear">
          <${Button} label=${tasksTexts.clearQuery} icon="close" iconOnly small kind="ghost"
              onClick=${() => {
                setDraft('');
                void search('');
                input.current?.focus();
              }} />
        </span>
      ` : null}
      <ul class="suggest" id="${id}-list" role="listbox" aria-label=${tasksTexts.suggestions} hidden=${!shown}>
        ${shown
          ? items.map((item, index) => html`
              <li key=${item.insert} id="${id}-${index}" role="option" aria-selected=${index === at}
                  onPointerDown=${(/** @type {Event} */ event) => {
                    event.preventDefault();
                    accept(index);
                  }}>
                <code>${plain(item.label)}</code>
                <span class="muted">${item.hint}</span>
              </li>
            `)
          : null}
      </ul>
    </div>
  `;
}

/** The ID of the element with the error of the page's query. */
const PROBLEM = 'query-problem';

/**
 * The position of an error in a query, and what is allowed there.
 * @param {{query: string, problem: import('../core/api.js').Problem}} props
 */
export function QueryProblem({ query, problem }) {
  useEffect(() => {
    announce(`${problem.title}. ${problem.message}`);
    wrong.set(true);
    return () => wrong.set(false);
  }, [query, problem.message]);
  const from = Math.min(problem.position ?? 0, query.length);
  const to = Math.max(from + 1, Math.min(from + problem.length, query.length));
  return html`
    <div class="caret-error" id=${PROBLEM} role="group" aria-label=${problem.title}>
      <pre tabIndex=${0} role="group" aria-label=${tasksTexts.query}>
        ${plain(query.slice(0, from))}
        <mark>${plain(query.slice(from, to)) || '␣'}</mark>
        ${plain(query.slice(to))}
        ${`\n${' '.repeat(from)}${'^'.repeat(to - from)}`}
      </pre>
      <div>${problem.message}</div>
      ${problem.expected.length ? html`
        <div class="row small">
          ${tasksTexts.allowedHere}
          ${problem.expected.slice(0, 20).map((one) => html`<code key=${one}>${one}</code>`)}
        </div>
      ` : null}
    </div>
  `;
}
