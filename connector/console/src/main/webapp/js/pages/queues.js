/** The list of queues, or one queue. */
import { el, h, useEffect, useState } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { live } from '../core/live.js';
import { go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { plain, visible } from '../core/visible.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { changes } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { Pager } from '../ui/pager.js';
import { Chip, Lane } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { SortChoice, SortHead } from '../ui/sort.js';
import { TableWrap } from '../ui/table-wrap.js';
import { announce } from '../ui/toast.js';
import { FreshnessNote } from './freshness.js';
import { NoQueues } from './no-queues.js';
import { queueItems } from './queue-actions.js';
import { QueuePage } from './queue.js';

/** @typedef {import('../core/types.js').Queue} Queue */

/** @param {import('../shell/pages.js').PageProps} props */
export const QueuesPage = (props) => (props.parts[0] ? h(QueuePage, { ...props, name: props.parts[0] }) : h(QueueList, props));

/** @param {import('../shell/pages.js').PageProps} props */
function QueueList({ redis, query }) {
  const filter = query.filter ?? '';
  const sort = query.sort ?? 'name';
  const dir = query.dir ?? 'asc';
  const search = new URLSearchParams({ sort, dir, limit: '100', ...(filter && { filter }), ...(query.cursor && { cursor: query.cursor }) });
  const loaded = useLoad(`${path(redis, 'queues')}?${search}`);
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  useEffect(() => {
    if (loaded.data && filter) {
      const page = /** @type {{items: Queue[], total: number}} */ (loaded.data);
      announce(page.items.length ? texts.queues.count(page.items.length, page.total) : texts.queues.noMatch);
    }
  }, [loaded.data ? filter : '']);
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('h1', null, texts.queues.title),
      el('div', { class: 'row' }, h(FilterField, { value: filter }),
        h(Button, { label: texts.queues.newTask, icon: 'plus', role: 'operator', onClick: () => void openTaskForm(redis, 'new', { queue: '' }) }))),
    h(/** @type {any} */ (Loading), {
      loaded, rows: 12,
      show: (/** @type {{items: Queue[], total: number, next?: string, freshness?: import('../core/types.js').Freshness}} */ page) => (page.items.length ? [
        h(QueueTable, { redis, queues: page.items, sort, dir }),
        el('div', { class: 'table-foot' }, el('span', null, texts.queues.count(page.items.length, page.total)), h(FreshnessNote, { freshness: page.freshness }),
          h(Pager, { cursor: query.cursor, next: page.next })),
      ] : filter ? el('div', { class: 'panel' }, h(Empty, { icon: 'queues', title: texts.queues.noMatch }, el('a', { class: 'button', href: linkWith({ filter: null }) }, texts.queues.clear)))
        : h(NoQueues, { redis })),
    }));
}

/** @param {{value: string}} props */
function FilterField({ value }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const timer = setTimeout(() => text !== value && go(linkWith({ filter: text, cursor: null }), true), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return el('input', {
    class: 'input', type: 'search', value: text, placeholder: texts.queues.filter, 'aria-label': texts.queues.filter, style: { width: '210px' },
    onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
  });
}

/** @param {string} name @param {string} label @param {string} [title] */
const numeric = (name, label, title) => ({ name, label, num: true, title });

/** The columns by which queues are sorted. */
const COLUMNS = [
  { name: 'name', label: texts.queues.name, num: false },
  numeric('pending', texts.states.pending), numeric('active', texts.states.active), numeric('scheduled', texts.states.scheduled),
  numeric('retry', texts.states.retry), numeric('archived', texts.states.archived), numeric('latencyMs', texts.queues.latency),
  numeric('processedToday', texts.queues.processed, texts.queues.today), numeric('failedToday', texts.queues.failed, texts.queues.today),
  numeric('memoryBytes', texts.queues.memory), numeric('consumers', texts.queues.consumers),
];

/** @param {{redis: string, queues: Queue[], sort: string, dir: string}} props */
function QueueTable({ redis, queues, sort, dir }) {
  const fresh = useStore(live).queues;
  const byName = new Map((fresh ?? []).map((queue) => [queue.name, queue]));
  const [name, ...others] = COLUMNS.map((column) => h(SortHead, { key: column.name, ...column, sort, dir }));
  return el('div', { class: 'stack' }, h(SortChoice, { columns: COLUMNS, sort, dir }), h(TableWrap, { kind: 'dense' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.queues.caption),
    el('thead', null, el('tr', null,
      name, el('th', { scope: 'col', class: 'mix' }, texts.queues.mix), others,
      el('th', { scope: 'col', class: 'end-cell' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
    el('tbody', null, queues.map((one) => h(QueueRow, { key: one.name, redis, queue: newer(one, byName.get(one.name)) }))))));
}

/** @param {Queue} one @param {Queue | undefined} other */
const newer = (one, other) => (other && other.at > one.at ? { ...one, ...other } : one);

/** @param {{redis: string, queue: Queue}} props */
function QueueRow({ redis, queue }) {
  const count = (/** @type {'pending'|'active'|'scheduled'|'retry'|'archived'} */ state) => el('td', {
    key: state, class: queue[state] ? 'num' : 'num zero', 'data-label': texts.states[state],
  }, el('a', { class: 'plain', href: link('queues', [queue.name], { tab: state }) }, compact(queue[state])));
  return el('tr', null,
    el('td', { class: 'sticky cut queue-name', title: plain(queue.name) }, el('span', { class: 'row', style: { flexWrap: 'nowrap' } },
      el('a', { class: 'row-link cut', href: link('queues', [queue.name]) }, visible(queue.name)), queue.state === 'paused' ? h(Chip, { tone: 'warn', text: texts.queues.paused }) : null)),
    el('td', null, h(Lane, { counts: queue })),
    count('pending'), count('active'), count('scheduled'), count('retry'), count('archived'),
    el('td', { class: 'num nowrap', 'data-label': texts.queues.latency }, queue.latencyMs ? duration(queue.latencyMs) : '–'),
    el('td', { class: 'num nowrap', 'data-label': texts.queues.processed }, compact(queue.processedToday)),
    el('td', { class: queue.failedToday ? 'num nowrap' : 'num nowrap zero', 'data-label': texts.queues.failed }, compact(queue.failedToday)),
    el('td', { class: 'num nowrap', 'data-label': texts.queues.memory }, bytes(queue.memoryBytes)),
    el('td', { class: 'num', 'data-label': texts.queues.consumers }, queue.consumers ? number(queue.consumers) : h(Chip, { tone: queue.pending ? 'danger' : undefined, text: texts.queues.noConsumers })),
    el('td', { class: 'end-cell' }, h(Menu, { label: texts.queues.actionsOf(plain(queue.name)), iconOnly: true, small: true, items: queueItems(redis, queue) })));
}
