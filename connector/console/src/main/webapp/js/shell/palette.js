/** Search or jump: pages, queues, views, actions; a pasted task ID is looked up by its key. */
import { el, h, useEffect, useRef, useState } from '../core/dom.js';
import { call, path } from '../core/api.js';
import { go, link, linkWith, route } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { closeDialog, show } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { entries } from './palette-entries.js';

/** @typedef {{label: string, kind: string, icon: string, run: () => void}} Entry */

export const openPalette = () => show(h(Palette, {}));

/** The task with this ID, in any queue. @param {string} text @returns {Entry | null} */
function useTask(text) {
  const [found, setFound] = useState(/** @type {{text: string, entry: Entry | null}} */ ({ text: '', entry: null }));
  useEffect(() => {
    const id = text.trim();
    if (id.length < 3) {
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const at = await call(`${path(route.value.redis, 'find')}?${new URLSearchParams({ id })}`, { signal: controller.signal });
        setFound({ text, entry: {
          label: at.id, kind: texts.palette.taskIn(plain(at.queue)), icon: 'tasks', run: () => go(linkWith({ task: taskParam(at.queue, at.id) })),
        } });
      } catch {
        setFound({ text, entry: null });
      }
    }, 80);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return found.text === text ? found.entry : null;
}

function Palette() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const task = useTask(text);
  useEffect(() => {
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    ref.current?.showModal();
    return () => opener?.focus?.();
  }, []);
  /** @type {Entry[]} */
  const search = text.trim() ? [{ label: texts.palette.searchFor(text.trim()), kind: texts.palette.search, icon: 'search', run: () => go(link('tasks', [], { q: text.trim() })) }] : [];
  const shown = [...(task ? [task] : []), ...entries(text), ...search].slice(0, 40);
  const run = (/** @type {Entry | undefined} */ entry) => {
    if (entry) {
      closeDialog();
      entry.run();
    }
  };
  useEffect(() => document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[at]);
    }
  };
  return el('dialog', { class: 'palette', ref, 'aria-label': texts.palette.title, onClick: (/** @type {Event} */ event) => event.target === ref.current && closeDialog(),
    onCancel: (/** @type {Event} */ event) => {
      event.preventDefault();
      closeDialog();
    } },
  el('div', { class: 'inner' },
    el('input', {
      class: 'input', type: 'text', value: text, placeholder: texts.palette.hint, role: 'combobox', 'aria-label': texts.palette.hint, autofocus: true,
      'aria-expanded': 'true', 'aria-controls': 'palette-list', 'aria-activedescendant': shown.length ? `palette-${at}` : undefined, autocomplete: 'off', spellcheck: false,
      onInput: (/** @type {any} */ event) => {
        setText(event.currentTarget.value);
        setAt(0);
      }, onKeyDown: press,
    }),
    shown.length ? null : el('p', { class: 'empty' }, texts.palette.nothing),
    el('ul', { id: 'palette-list', role: 'listbox', 'aria-label': texts.palette.results },
      shown.map((entry, index) => el('li', {
        key: `${entry.kind}${entry.label}`, id: `palette-${index}`, role: 'option', 'aria-selected': String(index === at),
        onPointerMove: () => setAt(index), onClick: () => run(entry),
      }, h(Icon, { name: entry.icon }), el('span', { class: 'cut' }, visible(entry.label, 120)), el('span', { class: 'kind' }, entry.kind))))));
}
