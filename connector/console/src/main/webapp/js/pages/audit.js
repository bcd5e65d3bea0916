/** The audit log: every change made in this console. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { link, linkWith } from '../core/route.js';
import { visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { Pager } from '../ui/pager.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';

/** @typedef {import('../core/types.js').AuditEntry} AuditEntry */

/** @type {Record<string, string>} */
const TONES = { success: 'ok', done: 'ok', refused: 'warn', unknown: 'warn', failed: 'danger', failure: 'danger' };

/** @param {import('../shell/pages.js').PageProps} props */
export function AuditPage({ redis, query }) {
  const loaded = useLoad(`${path(redis, 'audit')}?${new URLSearchParams({ limit: '100', ...(query.cursor && { cursor: query.cursor }) })}`, { every: 5000 });
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('div', null, el('h1', null, texts.audit.title), el('p', { class: 'muted small' }, texts.audit.detail))),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {{items: AuditEntry[], next?: string}} */ page) => (page.items.length ? [
        h(AuditTable, { entries: page.items }),
        el('div', { class: 'table-foot' }, h(Pager, { cursor: query.cursor, next: page.next, first: texts.audit.newest, more: texts.audit.older })),
      ] : el('div', { class: 'panel' }, h(Empty, { icon: 'audit', title: texts.audit.none, text: texts.audit.noneDetail }))),
    }));
}

/** @param {{entries: AuditEntry[]}} props */
const AuditTable = ({ entries }) => h(TableWrap, null, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.audit.caption),
  el('thead', null, el('tr', null, ['at', 'user', 'action', 'target', 'count', 'result', 'remark'].map((name) =>
    el('th', { key: name, scope: 'col', class: name === 'count' ? 'num' : '' }, texts.audit[/** @type {'at'} */ (name)])))),
  el('tbody', null, entries.map((entry) => el('tr', { key: entry.id },
    el('td', { 'data-label': texts.audit.at }, h(Time, { at: entry.at })), el('td', { 'data-label': texts.audit.user }, visible(entry.user)),
    el('td', { class: 'mono', 'data-label': texts.audit.action }, visible(entry.action)),
    el('td', { class: 'wrap', 'data-label': texts.audit.target }, el('span', null, target(entry))),
    el('td', { class: 'num', 'data-label': texts.audit.count }, entry.count === null || entry.count === undefined ? '' : number(entry.count)),
    el('td', { 'data-label': texts.audit.result }, h(Chip, { tone: TONES[entry.result], text: entry.result })),
    el('td', { class: 'wrap small', 'data-label': texts.audit.remark }, visible(entry.detail, 300)))))));

/** @param {AuditEntry} entry */
function target(entry) {
  if (entry.task && entry.queue) {
    return [el('a', { href: link('queues', [entry.queue]) }, visible(entry.queue, 60)), ' · ',
      el('a', { class: 'mono', href: linkWith({ task: taskParam(entry.queue, entry.task) }) }, h(TaskId, { id: entry.task }))];
  }
  if (entry.task) {
    return el('a', { class: 'mono', href: link('cron') }, h(TaskId, { id: entry.task }));
  }
  return [entry.queue ? el('a', { href: link('queues', [entry.queue]) }, visible(entry.queue, 60)) : null,
    entry.filter ? [' ', el('a', { href: link('tasks', [], { q: entry.filter }) }, el('code', null, visible(entry.filter, 200)))] : null];
}
