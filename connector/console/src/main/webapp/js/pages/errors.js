/** Last errors, grouped by what they have in common. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { compact } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { BulkDialog } from '../dialogs/bulk.js';
import { BULK, action } from '../tasks/actions.js';
import { taskParam } from '../tasks/columns.js';
import { join, quote } from '../tasks/query.js';
import { texts } from '../texts.js';
import { show } from '../ui/dialog.js';
import { Menu } from '../ui/menu.js';
import { Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';

/** @typedef {import('../core/types.js').ErrorGroup} ErrorGroup */

const MOST_PARTS = 8;
/** What the server shows in place of a text that is masked. */
const HIDDEN = '***';
const MOST_QUEUES = 20;

/** The texts that all errors of a group have: those between the placeholders. @param {ErrorGroup} group */
function parts(group) {
  const all = group.signature.replace(/…$/, '').split(/[#\n\r]/).map((part) => part.trim().slice(0, 200).replace(/\p{Cs}$/u, '')).filter(Boolean);
  const telling = all.filter((part) => part.length > 1);
  const some = telling.length ? telling : all;
  // a text within another one tells nothing more
  return some.filter((part, index) => !some.some((other, at) => other !== part ? other.includes(part) : at < index))
    .sort((a, b) => b.length - a.length).slice(0, MOST_PARTS);
}

/** Whether a query tells the tasks of a group from others: a text that is hidden, or is a number only, cannot be searched for. @param {ErrorGroup} group */
export const isTelling = (group) => group.signature !== HIDDEN && parts(group).length > 0;

/** The tasks of a group. @param {ErrorGroup} group @param {string} q the query of the page */
export function queryOf(group, q) {
  const plainNames = group.queues.length <= MOST_QUEUES && group.queues.every((name) => !/[",\\]/.test(name));
  return join(plainNames ? `queue:${quote(group.queues.join(','))}` : '', 'state:retry,archived', ...parts(group).map((part) => `error:${quote(part)}`), q);
}

/** @param {import('../shell/pages.js').PageProps} props */
export function ErrorsPage({ redis, query }) {
  const loaded = useLoad(`${path(redis, 'errors')}?${new URLSearchParams({ q: query.q ?? '' })}`, { every: 10_000 });
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('div', null, el('h1', null, texts.errors.title), el('p', { class: 'muted small' }, texts.errors.detail))),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {{items: ErrorGroup[], examined: number, complete: boolean}} */ page) => (page.items.length ? [
        h(ErrorTable, { redis, groups: page.items, q: query.q ?? '' }),
        el('p', { class: 'table-foot' }, texts.errors.foot(page.examined, page.complete)),
      ] : el('div', { class: 'panel' }, h(Empty, { icon: 'check', title: texts.errors.none, text: texts.errors.noneDetail }))),
    }));
}

/** @param {{redis: string, groups: ErrorGroup[], q: string}} props */
function ErrorTable({ redis, groups, q }) {
  const most = Math.max(...groups.map((group) => group.count));
  return h(TableWrap, null, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.errors.caption),
    el('thead', null, el('tr', null, el('th', { scope: 'col', class: 'num' }, texts.errors.count), el('th', { scope: 'col' }, texts.errors.signature),
      el('th', { scope: 'col' }, texts.errors.where), el('th', { scope: 'col' }, texts.errors.first), el('th', { scope: 'col' }, texts.errors.last),
      el('th', { scope: 'col', class: 'end-cell' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
    el('tbody', null, groups.map((group) => el('tr', { key: group.signature },
      el('td', { class: 'num', 'data-label': texts.errors.count, style: { width: '110px' } }, el('strong', { class: 'num' }, compact(group.count)),
        el('div', { class: 'bar wide-only', 'aria-hidden': 'true', 'data-tone': 'danger' }, el('i', { style: { width: `${(group.count / most) * 100}%` } }))),
      el('td', { class: 'wrap' }, isTelling(group)
        ? el('a', { class: 'row-link mono', href: link('tasks', [], { q: queryOf(group, q) }) }, oneLine(group.signature, 220))
        : el('span', { class: 'mono', title: texts.errors.notTelling }, oneLine(group.signature, 220))),
      el('td', { class: 'wrap small', 'data-label': texts.errors.where }, el('span', null,
        group.queues.slice(0, 3).map((name, index) => [index ? ', ' : '', el('a', { key: name, href: link('queues', [name]) }, visible(name, 40))]),
        el('br', null), el('span', { class: 'muted' }, visible(group.types.slice(0, 3).join(', '), 120)))),
      el('td', { 'data-label': texts.errors.first }, h(Time, { at: group.firstSeen })), el('td', { 'data-label': texts.errors.last }, h(Time, { at: group.lastSeen })),
      el('td', { class: 'end-cell' }, h(Menu, {
        label: texts.errors.of(plain(group.signature).slice(0, 80)), iconOnly: true, small: true,
        items: [
          ...(isTelling(group) ? [{ label: texts.errors.show, icon: 'tasks', run: () => go(link('tasks', [], { q: queryOf(group, q) })) }] : []),
          { label: texts.errors.sample, icon: 'info', run: () => go(linkWith({ task: taskParam(group.sampleQueue, group.sampleId) })) },
          ...BULK.filter((name) => name !== 'cancel' && isTelling(group)).map((name) => ({
            label: texts.bulk.start(name), icon: action(name).icon, role: action(name).role, danger: action(name).danger,
            run: () => show(h(BulkDialog, { redis, name, query: queryOf(group, q), expected: group.count })),
          })),
        ],
      })))))));
}
