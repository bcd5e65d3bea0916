/** One queue: facts, tabs by state, groups, charts, statistics, frequent errors. */
import { el, h, useEffect } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, percent } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { join, quote, valueOf } from '../tasks/query.js';
import { QueryBar } from '../tasks/query-bar.js';
import { AllMatching } from '../tasks/selection-bar.js';
import { changes } from '../tasks/shown.js';
import { TaskList } from '../tasks/task-list.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { Chip, STATES, Time } from '../ui/parts.js';
import { Empty, OldNote, ProblemBox, Skeleton } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import { Findings } from './findings.js';
import { HistoryChart } from './history.js';
import { ColumnsMenu, ExportMenu } from './list-tools.js';
import { changeQueue, queueItems } from './queue-actions.js';
import { QueueStatistics } from './queue-statistics.js';

/** @typedef {import('../core/types.js').QueueDetail} QueueDetail */

/** @param {import('../shell/pages.js').PageProps & {name: string}} props */
export function QueuePage({ redis, query, name }) {
  const loaded = useLoad(path(redis, 'queues', name));
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const queue = /** @type {QueueDetail | null} */ (loaded.data);
  const gone = loaded.problem?.status === 404;
  if (!queue || gone) {
    return gone ? el('div', { class: 'panel' }, el('h1', { class: 'visually-hidden' }, texts.queues.unknown),
      h(Empty, { icon: 'queues', title: texts.queues.unknown, text: texts.queues.unknownDetail }, el('a', { class: 'button', href: link('queues') }, texts.queues.toQueues)))
      : loaded.problem ? h(ProblemBox, { problem: loaded.problem, retry: loaded.reload }) : h(Skeleton, { rows: 16 });
  }
  const tab = query.tab ?? 'summary';
  return el('div', { class: 'stack' },
    h(OldNote, { loaded }), h(Head, { redis, queue }), h(QueueTabs, { queue, tab }),
    tab === 'summary' ? h(Summary, { queue }) : tab === 'statistics' ? h(QueueStatistics, { redis, queue: queue.name, query })
      : h(TasksTab, { redis, queue, tab, q: query.q ?? '' }));
}

/** @param {{redis: string, queue: QueueDetail}} props */
function Head({ redis, queue }) {
  const paused = queue.state === 'paused';
  return el('div', { class: 'page-head' },
    el('div', { class: 'row' }, el('h1', null, visible(queue.name)), paused ? h(Chip, { tone: 'warn', text: texts.queues.paused }) : null),
    el('div', { class: 'row' },
      h(Button, { label: texts.queues.newTask, icon: 'plus', role: 'operator', onClick: () => void openTaskForm(redis, 'new', { queue: queue.name }) }),
      h(Button, {
        label: paused ? texts.queues.resume : texts.queues.pause, icon: paused ? 'run' : 'pause', role: 'operator', kind: paused ? 'primary' : '',
        onClick: () => void changeQueue(redis, queue, paused ? 'resume' : 'pause'),
      }),
      h(Menu, { label: texts.queues.actionsOf(plain(queue.name)), iconOnly: true, items: queueItems(redis, queue, () => go(link('queues'))).slice(1) })));
}

/** @param {{queue: QueueDetail, tab: string}} props */
const QueueTabs = ({ queue, tab }) => h(Tabs, {
  label: texts.tasks.byState, current: tab,
  tabs: [{ name: 'summary', href: linkWith({ tab: null, cursor: null, q: null }), text: texts.queues.summaryTab },
    { name: 'statistics', href: linkWith({ tab: 'statistics', cursor: null, q: null }), text: texts.queues.statisticsTab },
    { name: 'all', href: linkWith({ tab: 'all', cursor: null }), text: texts.queues.allStates },
    ...STATES.map((state) => ({ name: state, href: linkWith({ tab: state, cursor: null }), text: texts.states[state], count: compact(queue[state]) }))],
});

/** @param {{redis: string, queue: QueueDetail, tab: string, q: string}} props */
function TasksTab({ redis, queue, tab, q }) {
  const state = tab === 'all' ? valueOf(q, 'state') : tab;
  const full = join(`queue:${quote(queue.name)}`, tab === 'all' ? '' : `state:${tab}`, q);
  return el('div', { class: 'stack' },
    el('div', { class: 'row' },
      h(QueryBar, { redis, value: q, scope: queue.name, onSearch: (text) => go(linkWith({ q: text, cursor: null })) }),
      h(AllMatching, { redis, query: full }), h(ColumnsMenu, { state }), h(ExportMenu, { redis, query: full })),
    h(TaskList, { redis, query: full, state, hide: ['queue'] }));
}

/** @param {{queue: QueueDetail}} props */
function Summary({ queue }) {
  /** @type {[string, string, string?][]} */
  const facts = [
    [texts.queues.size, compact(queue.size)], [texts.queues.latency, queue.latencyMs ? duration(queue.latencyMs) : '–'],
    [texts.queues.consumers, compact(queue.consumers)], [texts.overview.processedToday, compact(queue.processedToday)],
    [texts.overview.failedToday, compact(queue.failedToday), percent(queue.failedToday, queue.processedToday)],
    [texts.queues.processedTotal, compact(queue.processedTotal)], [texts.queues.failedTotal, compact(queue.failedTotal), percent(queue.failedTotal, queue.processedTotal)],
    [texts.queues.memory, bytes(queue.memoryBytes)],
  ];
  return el('div', { class: 'stack' },
    el('dl', { class: 'facts' }, facts.map(([name, value, note]) => el('div', { key: name }, el('dt', { title: name === texts.overview.processedToday || name === texts.overview.failedToday ? texts.queues.today : undefined }, name),
      el('dd', null, el('span', { class: 'num' }, value), note ? el('small', null, ` ${note}`) : null)))),
    el('div', { class: 'grid-main' },
      el('div', { class: 'stack' }, h(HistoryChart, { days: queue.history ?? [] }), h(TopErrors, { queue })),
      el('div', { class: 'stack' }, h(Findings, { findings: queue.findings ?? [], queue: queue.name }), h(Groups, { queue }))));
}

/** @param {{queue: QueueDetail}} props */
const TopErrors = ({ queue }) => el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.queues.errors)),
  queue.errors?.length ? el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.queues.errors),
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, texts.errors.signature), el('th', { scope: 'col', class: 'num' }, texts.errors.count), el('th', { scope: 'col' }, texts.errors.last))),
    el('tbody', null, queue.errors.map((one) => el('tr', { key: one.signature },
      el('td', { class: 'wrap' }, el('a', { class: 'row-link', href: linkWith({ task: `${encodeURIComponent(one.sampleQueue)}/${encodeURIComponent(one.sampleId)}` }) }, oneLine(one.signature, 160))),
      el('td', { class: 'num', 'data-label': texts.errors.count }, compact(one.count)), el('td', { 'data-label': texts.errors.last }, h(Time, { at: one.lastSeen }))))))) : h(Empty, { icon: 'check', title: texts.queues.noErrors }));

/** @param {{queue: QueueDetail}} props */
const Groups = ({ queue }) => el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.queues.groups), el('span', { class: 'muted num' }, compact(queue.groups))),
  queue.groupList?.length ? el('div', { class: 'table-wrap' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.queues.groups),
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, texts.queues.group), el('th', { scope: 'col', class: 'num' }, texts.queues.groupSize))),
    el('tbody', null, queue.groupList.slice(0, 50).map((group) => el('tr', { key: group.name },
      el('td', null, el('a', { class: 'row-link', href: linkWith({ tab: 'aggregating', q: `group:${quote(group.name)}` }) }, visible(group.name))), el('td', { class: 'num' }, compact(group.size))))))) : h(Empty, { title: texts.queues.noGroups }));
