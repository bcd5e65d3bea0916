/** Overview: where tasks are, what needs attention, what has passed. */
import { el, h } from '../core/dom.js';
import { bytes, clock, compact, milliseconds, number, percent } from '../core/format.js';
import { live } from '../core/live.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Chart, Legend } from '../ui/chart.js';
import { ChartTable } from '../ui/chart-table.js';
import { Lane } from '../ui/parts.js';
import { Empty, Skeleton } from '../ui/states.js';
import { Findings } from './findings.js';
import { FreshnessNote } from './freshness.js';
import { HistoryChart } from './history.js';
import { NoQueues } from './no-queues.js';

/** @param {import('../shell/pages.js').PageProps} props */
export function OverviewPage({ redis }) {
  const { overview, queues } = useStore(live);
  if (!overview?.totals) {
    return el('div', { class: 'stack' }, el('h1', { class: 'visually-hidden' }, texts.nav.overview), h(Skeleton, { rows: 14 }));
  }
  return el('div', { class: 'stack-large' },
    el('h1', { class: 'visually-hidden' }, texts.nav.overview),
    overview.queues ? null : h(NoQueues, { redis, create: true }),
    h(Flow, { totals: overview.totals }),
    el('div', { class: 'grid-main' },
      el('div', { class: 'stack' }, h(Throughput, { series: overview.series ?? [] }), h(Waiting, { series: overview.series ?? [] }), h(HistoryChart, { days: overview.history ?? [] })),
      el('div', { class: 'stack' }, h(Findings, { findings: overview.findings ?? [], total: overview.findingsTotal }), h(Facts, { overview }), h(FreshnessNote, { freshness: overview.freshness }))),
    h(Busiest, { queues: queues ?? [] }));
}

/** @param {{totals: Record<import('../core/types.js').TaskState, number>}} props */
function Flow({ totals }) {
  const main = /** @type {const} */ (['scheduled', 'pending', 'active', 'completed']);
  const side = /** @type {const} */ (['aggregating', 'retry', 'archived']);
  const to = (/** @type {string} */ state) => link('tasks', [], { q: `state:${state}` });
  return el('nav', { class: 'flow', 'aria-label': texts.overview.flow },
    main.map((state) => el('a', { key: state, class: 'main', href: to(state), 'data-state': state },
      el('span', { class: 'name' }, texts.states[state]), el('span', { class: 'num' }, compact(totals[state])), el('span', { class: 'note' }, texts.stateHints[state]))),
    side.map((state) => el('a', { key: state, class: 'side-state', href: to(state), 'data-state': state },
      el('span', { class: 'name' }, texts.states[state]), el('span', { class: 'note wide-only' }, texts.stateHints[state]), el('span', { class: 'num' }, compact(totals[state])))));
}

/** @param {{series: import('../core/types.js').Point[]}} props */
function Throughput({ series }) {
  const sum = (/** @type {'processed'|'failed'} */ key) => number(series.reduce((total, point) => total + (point[key] ?? 0), 0));
  return el('section', { class: 'panel' },
    el('header', null, el('h2', null, texts.overview.throughput), h(Legend, { items: [['active', texts.overview.processed], ['archived', texts.overview.failed]] })),
    series.length < 2 ? h(Empty, { icon: 'overview', title: texts.overview.seriesEmpty })
      : el('div', { class: 'body' }, h(Chart, {
        kind: 'lines', labels: series.map((point) => clock(point.at)), ticks: series.map((point) => clock(point.at)), height: 170,
        summary: texts.overview.seriesSummary(sum('processed'), sum('failed')),
        series: [
          { key: 'processed', label: texts.overview.processed, values: series.map((point) => point.processed) },
          { key: 'failed', label: texts.overview.failed, values: series.map((point) => point.failed) },
        ],
      }), h(ChartTable, {
        title: texts.overview.throughput, heads: [texts.statistics.time, texts.overview.processed, texts.overview.failed],
        rows: () => series.map((point) => [clock(point.at), number(point.processed), number(point.failed)]),
      })));
}

/** @param {{series: import('../core/types.js').Point[]}} props */
function Waiting({ series }) {
  if (series.length < 2) {
    return null;
  }
  const values = series.map((point) => point.latencyMs);
  const summary = texts.overview.latencySummary(milliseconds(values.at(-1) ?? 0), milliseconds(Math.max(...values)));
  return el('section', { class: 'panel' },
    el('header', null, el('h2', null, texts.overview.latency), el('span', { class: 'muted small wide-only' }, texts.overview.latencyNote)),
    el('div', { class: 'body' }, h(Chart, {
      kind: 'lines', labels: series.map((point) => clock(point.at)), ticks: series.map((point) => clock(point.at)), height: 110,
      durations: true, summary, series: [{ key: 'p50', label: texts.overview.latency, values }],
    }), h(ChartTable, {
      title: texts.overview.latency, heads: [texts.statistics.time, texts.overview.latency],
      rows: () => series.map((point) => [clock(point.at), milliseconds(point.latencyMs)]),
    })));
}

const TODAY = [texts.overview.processedToday, texts.overview.failedToday];

/** @param {{overview: import('../core/types.js').Overview}} props */
function Facts({ overview }) {
  /** @type {[string, string, string?][]} */
  const facts = [
    [texts.overview.processedToday, compact(overview.processedToday)],
    [texts.overview.failedToday, compact(overview.failedToday), overview.processedToday ? percent(overview.failedToday, overview.processedToday) : undefined],
    [texts.overview.lanes, compact(overview.busyLanes), texts.overview.of(compact(overview.lanes))],
    [texts.overview.servers, compact(overview.servers)],
    [texts.overview.queues, compact(overview.queues), overview.pausedQueues ? texts.overview.paused(overview.pausedQueues) : undefined],
    [texts.overview.memory, bytes(overview.memoryBytes)],
  ];
  return el('dl', { class: 'facts' }, facts.map(([name, value, note]) => el('div', { key: name }, el('dt', { title: TODAY.includes(name) ? texts.queues.today : undefined }, name),
    el('dd', null, el('span', { class: 'num' }, value), note ? el('small', null, ` ${note}`) : null))));
}

/** @param {{queues: import('../core/types.js').Queue[]}} props */
function Busiest({ queues }) {
  const top = [...queues].sort((a, b) => b.pending - a.pending).slice(0, 6);
  if (!top.length) {
    return null;
  }
  return el('section', { class: 'panel' },
    el('header', null, el('h2', null, texts.overview.busiest), el('a', { class: 'small', href: link('queues') }, texts.queues.toQueues)),
    el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.overview.busiest),
      el('thead', null, el('tr', null, el('th', { scope: 'col' }, texts.queues.name), el('th', { scope: 'col' }, texts.queues.mix),
        el('th', { scope: 'col', class: 'num' }, texts.states.pending), el('th', { scope: 'col', class: 'num' }, texts.states.retry), el('th', { scope: 'col', class: 'num' }, texts.states.archived))),
      el('tbody', null, top.map((queue) => el('tr', { key: queue.name },
        el('td', { class: 'cut', style: { maxWidth: '340px' } }, el('a', { class: 'row-link', href: link('queues', [queue.name]) }, visible(queue.name))),
        el('td', { style: { width: '40%' } }, h(Lane, { counts: queue })),
        ['pending', 'retry', 'archived'].map((state) => el('td', { key: state, class: 'num', 'data-label': texts.states[/** @type {'retry'} */ (state)] }, number(queue[/** @type {'retry'} */ (state)])))))))));
}
