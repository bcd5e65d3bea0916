/** Statistics of a queue that its servers have recorded: throughput, failures, waiting and run times, by type. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { clock, compact, dayClock, milliseconds, number, percent, stamp } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, linkWith } from '../core/route.js';
import { oneLine, plain } from '../core/visible.js';
import { MarkersDialog } from '../dialogs/markers.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Chart, Legend } from '../ui/chart.js';
import { show } from '../ui/dialog.js';
import { Segment, Select } from '../ui/field.js';
import { Empty, Loading } from '../ui/states.js';

/** @typedef {import('../core/types.js').Statistics} Statistics */
/** @typedef {import('../core/types.js').Marker} Marker */

const RANGES = /** @type {const} */ (['1h', '24h', '7d', '30d']);

/** @param {{redis: string, queue: string, query: Record<string, string>}} props */
export function QueueStatistics({ redis, queue, query }) {
  const range = RANGES.find((one) => one === query.range) ?? '1h';
  const type = query.type ?? '';
  const loaded = useLoad(`${path(redis, 'queues', queue)}/statistics?range=${range}&type=${encodeURIComponent(type)}`, { every: 10_000 });
  const data = /** @type {Statistics | null} */ (loaded.data);
  const markers = useLoad(path(redis, 'markers'), { every: 30_000 });
  const marks = /** @type {{items: Marker[]} | null} */ (markers.data)?.items ?? [];
  return el('div', { class: 'stack' },
    el('div', { class: 'row' },
      h(Segment, { label: texts.statistics.range, value: range, onInput: (value) => go(linkWith({ range: value }), true), options: RANGES.map((one) => /** @type {[string, string]} */ ([one, texts.statistics.ranges[one]])) }),
      h(Choice, { rows: data?.types ?? [], type }), el('span', { class: 'grow' }),
      h(Button, { label: texts.markers.title, icon: 'reschedule', small: true, onClick: () => show(h(MarkersDialog, { redis, markers: marks, after: markers.reload })) })),
    h(/** @type {any} */ (Loading), { loaded, rows: 14, show: (/** @type {Statistics} */ shown) => h(Shown, { data: shown, marks }) }));
}

/** @param {{data: Statistics, marks: Marker[]}} props */
function Shown({ data, marks }) {
  if (!data.types.length) {
    return el('div', { class: 'panel' }, h(Empty, { icon: 'overview', title: texts.statistics.none, text: texts.statistics.noneDetail }));
  }
  return el('div', { class: 'stack' },
    data.points.length ? h(Charts, { data, marks }) : el('div', { class: 'panel' }, h(Empty, { title: texts.statistics.noType })),
    h(Types, { data }),
    el('p', { class: 'muted small' }, texts.statistics.recorded(data.recorded, data.counted), ' ', texts.statistics.error));
}

/** @param {{rows: import('../core/types.js').StatisticsRow[], type: string}} props */
const Choice = ({ rows, type }) => h(Select, {
  label: texts.statistics.type, hidden: true, value: type, onInput: (value) => go(linkWith({ type: value || null }), true),
  options: /** @type {[string, string][]} */ ([['', texts.statistics.allTypes],
    ...(type && !rows.some((row) => row.type === type) ? [[type, plain(type)]] : []),
    ...rows.map((row) => [row.type ?? '', plain(row.type)])]),
});

/** The label of a point. @param {string} range @param {string} at */
function label(range, at) {
  if (range === '30d') {
    return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));
  }
  return range === '7d' ? dayClock(at) : clock(at);
}

/** @param {{data: Statistics, marks: Marker[]}} props */
function Charts({ data, marks }) {
  const { points, total } = data;
  const from = Date.parse(points[0]?.at ?? '');
  const moments = marks.map((mark) => ({ at: (Date.parse(mark.at) - from) / data.stepMs, text: mark.text }))
    .filter((moment) => moment.at >= 0 && moment.at < points.length);
  const labels = points.map((point) => label(data.range, point.at ?? ''));
  const common = { labels, ticks: labels, height: 150, moments };
  const sums = texts.statistics.sums(number(total?.processed), number(total?.failed));
  return el('div', { class: 'stack' },
    h(Panel, {
      title: texts.statistics.throughput[data.range], note: sums, legend: [['active', texts.statistics.succeeded], ['archived', texts.statistics.failed]],
      chart: h(Chart, {
        ...common, kind: 'bars', summary: `${texts.statistics.throughput[data.range]}: ${sums}`, series: [
          { key: 'failed', label: texts.statistics.failed, values: points.map((point) => point.failed) },
          { key: 'processed', label: texts.statistics.succeeded, values: points.map((point) => Math.max(0, point.processed - point.failed)) }],
      }),
    }),
    el('div', { class: 'grid-2' }, times(data, 'waiting', common), times(data, 'running', common)),
    moments.length ? h(Moments, { marks: marks.filter((mark) => Date.parse(mark.at) >= from) }) : null,
    h(PointsTable, { data, labels }));
}

/** @param {Statistics} data @param {'waiting'|'running'} what @param {any} common */
function times({ points, total }, what, common) {
  const value = (/** @type {import('../core/types.js').StatisticsRow} */ row, /** @type {'P50Ms'|'P95Ms'} */ which) => row[`${what}${which}`] ?? null;
  const all = total ? texts.statistics.percentiles(milliseconds(value(total, 'P50Ms')), milliseconds(value(total, 'P95Ms'))) : '';
  return h(Panel, {
    title: texts.statistics[what], note: all, legend: [['scheduled', 'p95', 'dashed'], ['pending', 'p50']],
    chart: h(Chart, {
      ...common, kind: 'lines', durations: true, summary: `${texts.statistics[what]}: ${all}`, series: [
        { key: 'p95', label: 'p95', values: points.map((point) => value(point, 'P95Ms')) },
        { key: 'p50', label: 'p50', values: points.map((point) => value(point, 'P50Ms')) }],
    }),
  });
}

/** @param {{title: string, note: string, legend: [string, string, string?][], chart: import('../core/dom.js').VNode}} props */
const Panel = ({ title, note, legend, chart }) => el('section', { class: 'panel' },
  el('header', null, el('h2', null, title), el('span', { class: 'muted small num' }, note), h(Legend, { items: legend })),
  el('div', { class: 'body' }, chart));

/** @param {{marks: Marker[]}} props */
const Moments = ({ marks }) => el('ul', { class: 'moments small muted', 'aria-label': texts.markers.title }, marks.map((mark) =>
  el('li', { key: mark.id }, stamp(mark.at), ' ', el('strong', null, oneLine(mark.text, 80)))));

/** @param {import('../core/types.js').StatisticsRow} row */
const cells = (row) => [
  ['processed', number(row.processed)], ['failed', number(row.failed)], ['share', percent(row.failed, row.processed)],
  ['waitingP50', milliseconds(row.waitingP50Ms)], ['waitingP95', milliseconds(row.waitingP95Ms)],
  ['runningP50', milliseconds(row.runningP50Ms)], ['runningP95', milliseconds(row.runningP95Ms)],
].map(([key, text]) => el('td', { key, class: 'num', 'data-label': texts.statistics.columns[/** @type {'share'} */ (key)] }, text));

/** @param {{first: string}} props */
const HeadRow = ({ first }) => el('thead', null, el('tr', null, el('th', { scope: 'col' }, first),
  Object.entries(texts.statistics.columns).map(([key, text]) => el('th', { key, scope: 'col', class: 'num' }, text))));

/** @param {{data: Statistics}} props */
const Types = ({ data }) => el('section', { class: 'panel' },
  el('header', null, el('h2', null, texts.statistics.byType), el('span', { class: 'muted num' }, compact(data.types.length))),
  el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.statistics.byType),
    h(HeadRow, { first: texts.columns.type }),
    el('tbody', null, data.types.map((row) => el('tr', { key: row.type },
      el('td', { class: 'wrap' }, el('a', { class: 'row-link', href: linkWith({ type: row.type ?? null }), 'aria-current': row.type === data.type ? 'true' : undefined }, oneLine(row.type, 100))), cells(row)))))));

/** What the charts show, for those who do not see them. @param {{data: Statistics, labels: string[]}} props */
const PointsTable = ({ data, labels }) => el('details', { class: 'panel' }, el('summary', { class: 'body strong' }, texts.statistics.asTable),
  el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.statistics.asTable),
    h(HeadRow, { first: texts.statistics.time }),
    el('tbody', null, data.points.map((row, i) => el('tr', { key: row.at }, el('td', null, labels[i]), cells(row)))))));
