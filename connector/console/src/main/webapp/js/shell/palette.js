/** Search or jump: pages, queues, views, actions; a pasted task ID is looked up by its key. */
import { html, useEffect, useRef, useState } from '../core/dom.js';
import { call, path } from '../core/api.js';
import { useQueues } from '../core/queues.js';
import { go, link, route } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { findTask, mayBeId, openTask } from '../tasks/find.js';
import { paletteTexts } from '../texts/shell.js';
import { closeDialog, show, useModal } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { entries } from './palette-entries.js';

/** @typedef {import('./palette-entries.js').Entry} Entry */

export const openPalette = () => show(html`<${Palette} />`);

/**
 * The task with this ID, in any queue.
 * @param {string} text
 * @returns {{task: Entry | null, pending: boolean}}
 */
function useTask(text) {
  const [found, setFound] = useState(/** @type {{text: string, task: Entry | null}} */ ({ text: '', task: null }));
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const at = await findTask(route.value.redis, text.trim(), controller.signal);
      if (!controller.signal.aborted) {
        setFound({
          text,
          task: at && {
            label: at.id,
            kind: paletteTexts.taskIn(plain(at.queue)),
            icon: 'tasks',
            run: () => openTask(at),
          },
        });
      }
    }, 60);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return { task: found.text === text ? found.task : null, pending: found.text !== text && text.trim() !== '' };
}

/**
 * The batches whose ID or queue contains the text.
 * @param {string} text
 * @returns {Entry[]}
 */
function useBatches(text) {
  const [found, setFound] = useState(/** @type {{text: string, batches: Entry[]}} */ ({ text: '', batches: [] }));
  useEffect(() => {
    const controller = new AbortController();
    const wanted = text.trim();
    const timer = setTimeout(async () => {
      const search = new URLSearchParams({ filter: wanted, limit: '5' });
      const options = { signal: controller.signal };
      /** @type {Api.BatchPage | null} */
      const page = wanted.length < 3 ? null : await call(`${path(route.value.redis, 'batches')}?${search}`, options)
        .catch(() => null);
      if (!controller.signal.aborted) {
        setFound({
          text,
          batches: (page?.items ?? []).map((batch) => ({
            label: batch.id,
            kind: paletteTexts.batchIn(plain(batch.queue)),
            icon: 'batches',
            run: () => go(link('queues', [batch.queue], { tab: 'batches', batch: batch.id })),
          })),
        });
      }
    }, 150);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return found.text === text ? found.batches : [];
}

function Palette() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const ref = useModal();
  const { task, pending } = useTask(text);
  const wanted = useRef(false);
  const queues = useQueues(route.value.redis, text.trim().split(/\s+/).pop() ?? '');
  /** @type {Entry[]} */
  const search = text.trim()
    ? [
        {
          label: paletteTexts.searchFor(text.trim()),
          kind: paletteTexts.search,
          icon: 'search',
          run: () => go(link('tasks', [], { q: text.trim() })),
        },
      ]
    : [];
  const batches = useBatches(text);
  const known = entries(text, queues);
  const shown = [...(task ? [task] : []), ...known.slice(0, 30), ...batches, ...search].slice(0, 40);
  const run = (/** @type {Entry | undefined} */ entry) => {
    if (entry) {
      closeDialog();
      entry.run();
    }
  };
  // Enter right after an ID was pasted: the look-up decides between the task and a search
  useEffect(() => {
    if (wanted.current && !pending) {
      wanted.current = false;
      run(shown[0]);
    }
  }, [pending]);
  useEffect(() => document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (pending && at === 0 && mayBeId(text.trim())) {
        wanted.current = true;
      } else {
        run(shown[at]);
      }
    }
  };
  return html`
    <dialog class="palette" ref=${ref} aria-label=${paletteTexts.title}
        onClick=${(/** @type {Event} */ event) => event.target === ref.current && closeDialog()}
        onCancel=${(/** @type {Event} */ event) => {
          event.preventDefault();
          closeDialog();
        }}>
      <div class="inner">
        <input class="input" type="text" value=${text} placeholder=${paletteTexts.hint} role="combobox"
            aria-label=${paletteTexts.hint} autofocus aria-expanded="true" aria-controls="palette-list"
            aria-activedescendant=${shown.length ? `palette-${at}` : undefined} autocomplete="off" spellcheck=${false}
            onInput=${(/** @type {any} */ event) => {
              setText(event.currentTarget.value);
              wanted.current = false;
              setAt(0);
            }}
            onKeyDown=${press} />
        ${shown.length ? null : html`<p class="empty">${paletteTexts.nothing}</p>`}
        <ul id="palette-list" role="listbox" aria-label=${paletteTexts.results}>
          ${shown.map((entry, index) => html`
            <li key="${entry.kind}${entry.label}" id="palette-${index}" role="option"
                aria-selected=${index === at} onPointerMove=${() => setAt(index)} onClick=${() => run(entry)}>
              <${Icon} name=${entry.icon} />
              <span class="cut">${visible(entry.label, 120)}</span>
              <span class="kind">${entry.kind}</span>
            </li>
          `)}
        </ul>
      </div>
    </dialog>
  `;
}
