/** Periodic tasks: next and previous run, pause, resume, run now, history. */
import { el, h } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { closeDialog, Dialog, show } from '../ui/dialog.js';
import { Menu } from '../ui/menu.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { complain, say } from '../ui/toast.js';

/** @typedef {import('../core/types.js').CronEntry} CronEntry */

/** @param {import('../shell/pages.js').PageProps} props */
export function CronPage({ redis }) {
  const loaded = useLoad(path(redis, 'cron'), { every: 5000 });
  const change = async (/** @type {CronEntry} */ entry, /** @type {'pause'|'resume'|'run'} */ verb) => {
    try {
      await post(`${path(redis, 'cron', entry.id)}/${verb}`);
      say(verb === 'run' ? texts.cron.ran : verb === 'pause' ? texts.cron.pausedDone : texts.cron.resumedDone);
    } catch (error) {
      complain(error);
    }
    await loaded.reload();
  };
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('h1', null, texts.cron.title)),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {{items: CronEntry[]}} */ page) => (page.items.length ? h(CronTable, { redis, entries: page.items, change })
        : el('div', { class: 'panel' }, h(Empty, { icon: 'cron', title: texts.cron.none, text: texts.cron.noneDetail }))),
    }));
}

/** @param {{redis: string, entries: CronEntry[], change: (entry: CronEntry, verb: 'pause'|'resume'|'run') => void}} props */
const CronTable = ({ redis, entries, change }) => el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.cron.caption),
  el('thead', null, el('tr', null, ['spec', 'task', 'next', 'previous', 'options'].map((name) => el('th', { key: name, scope: 'col' }, texts.cron[/** @type {'spec'} */ (name)])),
    el('th', { scope: 'col', class: 'end-cell' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
  el('tbody', null, entries.map((entry) => el('tr', { key: entry.id },
    el('td', null, el('span', { class: 'row' }, el('code', null, visible(entry.spec)), entry.paused ? h(Chip, { tone: 'warn', text: texts.cron.paused }) : null,
      entry.controllable ? null : el('span', { title: texts.cron.foreignDetail }, h(Chip, { text: texts.cron.foreign })))),
    el('td', { class: 'wrap', 'data-label': texts.cron.task }, el('span', null, el('strong', null, visible(entry.type)), ' → ', el('a', { href: link('queues', [entry.queue]) }, visible(entry.queue)),
      entry.payload ? el('span', { class: 'payload mono small muted' }, ' ', oneLine(entry.payload, 80)) : null)),
    el('td', { 'data-label': texts.cron.next }, entry.paused ? el('span', { class: 'muted' }, texts.common.never) : h(Time, { at: entry.next })),
    el('td', { 'data-label': texts.cron.previous }, h(Time, { at: entry.previous })),
    el('td', { class: 'wrap small mono', 'data-label': texts.cron.options }, visible(entry.options.join(', '), 160)),
    el('td', { class: 'end-cell' }, h(Menu, {
      label: texts.cron.actionsOf(plain(entry.type)), iconOnly: true, small: true,
      items: [
        { label: texts.cron.run, icon: 'run', role: 'operator', run: () => change(entry, 'run') },
        ...(!entry.controllable ? [] : [entry.paused
          ? { label: texts.cron.resume, icon: 'run', role: /** @type {const} */ ('operator'), run: () => change(entry, 'resume') }
          : { label: texts.cron.pause, icon: 'pause', role: /** @type {const} */ ('operator'), run: () => change(entry, 'pause') }]),
        { label: texts.cron.history, icon: 'cron', run: () => show(h(HistoryDialog, { redis, entry })) },
      ],
    })))))));

/** @param {{redis: string, entry: CronEntry}} props */
function HistoryDialog({ redis, entry }) {
  const loaded = useLoad(`${path(redis, 'cron', entry.id)}/history`, { every: 0 });
  return h(Dialog, { title: texts.cron.historyOf(plain(entry.type)), cancel: texts.common.close },
    h(/** @type {any} */ (Loading), {
      loaded, rows: 6, show: (/** @type {{items: {taskId: string, at: string}[]}} */ page) => (page.items.length ? [
        el('p', { class: 'muted small' }, texts.cron.historyDetail),
        el('ol', { class: 'timeline' }, page.items.slice(0, 50).map((run) => el('li', { key: run.taskId }, el('a', {
          class: 'mono', href: linkWith({ task: taskParam(entry.queue, run.taskId) }),
          onClick: (/** @type {Event} */ event) => {
            event.preventDefault();
            closeDialog();
            go(linkWith({ task: taskParam(entry.queue, run.taskId) }));
          },
        }, visible(run.taskId)), el('span', { class: 'muted' }, h(Time, { at: run.at }))))),
      ] : h(Empty, { title: texts.cron.noHistory })),
    }));
}
