/** Statistics of a queue that its servers have recorded: throughput, failures, waiting and run times, by type. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { clock, compact, dayClock, epoch, milliseconds, number, percent, stamp, utcDay } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { encode, go, linkWith } from '../core/route.js';
import { oneLine, plain } from '../core/visible.js';
import { MarkersDialog } from '../dialogs/markers.js';
import { markersTexts, statisticsTexts } from '../texts/statistics.js';
import { columnsTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Chart, Legend } from '../ui/chart.js';
import { show } from '../ui/dialog.js';
import { Segment, Select } from '../ui/field.js';
import { Empty, Loading } from '../ui/states.js';


const RANGES = /** @type {const} */ (['1h', '24h', '7d', '30d']);

/** @param {{redis: string, queue: string, query: Record<string, string>}} props */
export function QueueStatistics({ redis, queue, query }) {
  const range = RANGES.find((one) => one === query.range) ?? '1h';
  const type = query.type ?? '';
  const loaded = useLoad(`${path(redis, 'queues', queue)}/statistics?range=${range}&type=${encode(type)}`, {
    every: 10_000,
  });
  const data = /** @type {Api.Statistics | null} */ (loaded.data);
  const markers = useLoad(path(redis, 'markers'), { every: 30_000 });
  const marks = /** @type {{items: Api.Marker[]} | null} */ (markers.data)?.items ?? [];
  return html`
    <div class="stack">
      <div class="row">
        <${Segment} label=${statisticsTexts.range} value=${range}
            onInput=${(value) => go(linkWith({ range: value }), true)}
            options=${RANGES.map((one) => /** @type {[string, string]} */ ([one, statisticsTexts.ranges[one]]))} />
        <${Choice} rows=${data?.types ?? []} type=${type} />
        <span class="grow" />
        <${Button} label=${markersTexts.title} icon="reschedule" small
            onClick=${() => show(html`<${MarkersDialog} redis=${redis} markers=${marks} after=${markers.reload} />`)} />
      </div>
      <${Loading} loaded=${loaded} rows=${14}
          show=${(/** @type {Api.Statistics} */ shown) => html`<${Shown} data=${shown} marks=${marks} />`} />
    </div>
  `;
}

/** @param {{data: Api.Statistics, marks: Api.Marker[]}} props */
function Shown({ data, marks }) {
  if (!data.types.length) {
    return html`
      <div class="panel">
        <${Empty} icon="overview" title=${statisticsTexts.none} text=${statisticsTexts.noneDetail} />
      </div>
    `;
  }
  return html`
    <div class="stack">
      ${data.points.length ? html`<${Charts} data=${data} marks=${marks} />` : html`
        <div class="panel"><${Empty} title=${statisticsTexts.noType} /></div>
      `}
      <${Types} data=${data} />
      <p class="muted small">${statisticsTexts.recorded(data.recorded, data.counted)} ${statisticsTexts.error}</p>
    </div>
  `;
}

/** @param {{rows: Api.StatisticsRow[], type: string}} props */
const Choice = ({ rows, type }) => html`
  <${Select} label=${statisticsTexts.type} hidden value=${type}
      onInput=${(value) => go(linkWith({ type: value || null }), true)}
      options=${/** @type {[string, string][]} */ ([
        ['', statisticsTexts.allTypes],
        ...(type && !rows.some((row) => row.type === type) ? [[type, plain(type)]] : []),
        ...rows.map((row) => [row.type ?? '', plain(row.type)]),
      ])} />
`;

/** The label of a point. @param {string} range @param {string} at */
function label(range, at) {
  if (range === '30d') {
    return utcDay(at);
  }
  return range === '7d' ? dayClock(at) : clock(at);
}

/** @param {{data: Api.Statistics, marks: Api.Marker[]}} props */
function Charts({ data, marks }) {
  const { points, total } = data;
  const from = epoch(points[0]?.at);
  const moments = marks
    .map((mark) => ({ at: (epoch(mark.at) - from) / data.stepMs, text: mark.text }))
    .filter((moment) => moment.at >= 0 && moment.at < points.length);
  const labels = points.map((point) => label(data.range, point.at ?? ''));
  const common = { labels, ticks: labels, height: 150, moments };
  const sums = statisticsTexts.sums(number(total?.processed), number(total?.failed));
  return html`
    <div class="stack">
      <${Panel} title=${statisticsTexts.throughput[data.range]} note=${sums}
          legend=${[['active', statisticsTexts.succeeded], ['archived', statisticsTexts.failed]]}
          chart=${html`
            <${Chart} ...${common} kind="bars" summary="${statisticsTexts.throughput[data.range]}: ${sums}"
                series=${[
                  { key: 'failed', label: statisticsTexts.failed, values: points.map((point) => point.failed) },
                  {
                    key: 'processed',
                    label: statisticsTexts.succeeded,
                    values: points.map((point) => Math.max(0, point.processed - point.failed)),
                  },
                ]} />
          `} />
      <div class="grid-2">${times(data, 'waiting', common)}${times(data, 'running', common)}</div>
      ${moments.length ? html`<${Moments} marks=${marks.filter((mark) => epoch(mark.at) >= from)} />` : null}
      <${PointsTable} data=${data} labels=${labels} />
    </div>
  `;
}

/** @param {Api.Statistics} data @param {'waiting'|'running'} what @param {any} common */
function times({ points, total }, what, common) {
  const value = (/** @type {Api.StatisticsRow} */ row, /** @type {'P50Ms'|'P95Ms'} */ which) =>
    row[`${what}${which}`] ?? null;
  const all = total
    ? statisticsTexts.percentiles(milliseconds(value(total, 'P50Ms')), milliseconds(value(total, 'P95Ms')))
    : '';
  return html`
    <${Panel} title=${statisticsTexts[what]} note=${all}
        legend=${[['scheduled', 'p95', 'dashed'], ['pending', 'p50']]}
        chart=${html`
          <${Chart} ...${common} kind="lines" durations summary="${statisticsTexts[what]}: ${all}"
              series=${[
                { key: 'p95', label: 'p95', values: points.map((point) => value(point, 'P95Ms')) },
                { key: 'p50', label: 'p50', values: points.map((point) => value(point, 'P50Ms')) },
              ]} />
        `} />
  `;
}

/**
 * @param {{title: string, note: string, legend: [string, string, string?][], chart: import('../core/dom.js').VNode}}
 *   props
 */
const Panel = ({ title, note, legend, chart }) => html`
  <section class="panel">
    <header>
      <h2>${title}</h2>
      <span class="muted small num">${note}</span>
      <${Legend} items=${legend} />
    </header>
    <div class="body">${chart}</div>
  </section>
`;

/** @param {{marks: Api.Marker[]}} props */
const Moments = ({ marks }) => html`
  <ul class="moments small muted" aria-label=${markersTexts.title}>
    ${each(marks, (mark) => html`
      <li key=${mark.id}>${stamp(mark.at)} <strong>${oneLine(mark.text, 80)}</strong></li>
    `, 'li')}
  </ul>
`;

/** @param {Api.StatisticsRow} row */
const cells = (row) =>
  [
    ['processed', number(row.processed)],
    ['failed', number(row.failed)],
    ['share', percent(row.failed, row.processed)],
    ['waitingP50', milliseconds(row.waitingP50Ms)],
    ['waitingP95', milliseconds(row.waitingP95Ms)],
    ['runningP50', milliseconds(row.runningP50Ms)],
    ['runningP95', milliseconds(row.runningP95Ms)],
  ].map(([key, text]) => html`
    <td key=${key} class="num" data-label=${statisticsTexts.columns[/** @type {'share'} */ (key)]}>${text}</td>
  `);

/** @param {{first: string}} props */
const HeadRow = ({ first }) => html`
  <thead>
    <tr>
      <th scope="col">${first}</th>
      ${Object.entries(statisticsTexts.columns).map(([key, text]) => html`
        <th key=${key} scope="col" class="num">${text}</th>
      `)}
    </tr>
  </thead>
`;

/** @param {{data: Api.Statistics}} props */
const Types = ({ data }) => html`
  <section class="panel">
    <header><h2>${statisticsTexts.byType}</h2><span class="muted num">${compact(data.types.length)}</span></header>
    <div class="table-wrap cards">
      <table class="table">
        <caption class="visually-hidden">${statisticsTexts.byType}</caption>
        <${HeadRow} first=${columnsTexts.type} />
        <tbody>
          ${each(data.types, (row) => html`
            <tr key=${row.type}>
              <td class="wrap">
                <a class="row-link" href=${linkWith({ type: row.type ?? null })}
                    aria-current=${row.type === data.type ? 'true' : undefined}>
                  ${oneLine(row.type, 100)}
                </a>
              </td>
              ${cells(row)}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  </section>
`;

/** The values of the charts as a table, for screen readers. @param {{data: Api.Statistics, labels: string[]}} props */
const PointsTable = ({ data, labels }) => html`
  <details class="panel">
    <summary class="body strong">${statisticsTexts.asTable}</summary>
    <div class="table-wrap cards">
      <table class="table">
        <caption class="visually-hidden">${statisticsTexts.asTable}</caption>
        <${HeadRow} first=${statisticsTexts.time} />
        <tbody>${each(data.points, (row, i) => html`<tr key=${row.at}><td>${labels[i]}</td>${cells(row)}</tr>`)}</tbody>
      </table>
    </div>
  </details>
`;
