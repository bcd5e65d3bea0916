/** Overview: tasks by state, findings, and recent history. */
import { html } from '../core/dom.js';
import { bytes, clock, compact, milliseconds, number, percent } from '../core/format.js';
import { live } from '../core/live.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { overviewTexts } from '../texts/overview.js';
import { queuesTexts } from '../texts/queues.js';
import { navTexts } from '../texts/shell.js';
import { statisticsTexts } from '../texts/statistics.js';
import { stateHintsTexts, statesTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { ChartTable } from '../ui/chart-table.js';
import { Chart, Legend } from '../ui/chart.js';
import { Lane } from '../ui/parts.js';
import { Empty, Skeleton } from '../ui/states.js';
import { Findings } from './findings.js';
import { FreshnessNote } from './freshness.js';
import { HistoryChart } from './history.js';
import { NoQueues } from './no-queues.js';

/** @param {import('../core/route.js').PageProps} props */
export function OverviewPage({ redis }) {
  const { overview, queues } = useStore(live);
  if (!overview?.totals) {
    return html`
      <div class="stack"><h1 class="visually-hidden">${navTexts.overview}</h1><${Skeleton} rows=${14} /></div>
    `;
  }
  return html`
    <div class="stack-large">
      <h1 class="visually-hidden">${navTexts.overview}</h1>
      ${overview.queues ? null : html`<${NoQueues} redis=${redis} create />`}
      <${Findings} groups=${overview.findings ?? []} total=${overview.findingsTotal} />
      <${Flow} totals=${overview.totals} />
      <div class="grid-main">
        <div class="stack">
          <${Throughput} series=${overview.series ?? []} />
          <${Waiting} series=${overview.series ?? []} />
          <${HistoryChart} days=${overview.history ?? []} />
        </div>
        <div class="stack">
          <${Facts} overview=${overview} />
          <${FreshnessNote} freshness=${overview.freshness} />
        </div>
      </div>
      <${Busiest} queues=${queues ?? []} />
    </div>
  `;
}

/** @param {{totals: Record<Api.TaskRow['state'], number>}} props */
function Flow({ totals }) {
  const main = /** @type {const} */ (['scheduled', 'pending', 'active', 'completed']);
  const side = /** @type {const} */ (['aggregating', 'retry', 'archived']);
  const to = (/** @type {string} */ state) => link('tasks', [], { q: `state:${state}` });
  return html`
    <nav class="flow" aria-label=${overviewTexts.flow}>
      ${main.map((state) => html`
        <a key=${state} class="main" href=${to(state)} data-state=${state}>
          <span class="name">${statesTexts[state]}</span>
          <span class="num">${compact(totals[state])}</span>
          <span class="note">${stateHintsTexts[state]}</span>
        </a>
      `)}
      ${side.map((state) => html`
        <a key=${state} class="side-state" href=${to(state)} data-state=${state}>
          <span class="name">${statesTexts[state]}</span>
          <span class="note wide-only">${stateHintsTexts[state]}</span>
          <span class="num">${compact(totals[state])}</span>
        </a>
      `)}
    </nav>
  `;
}

/** @param {{series: Api.Point[]}} props */
function Throughput({ series }) {
  const sum = (/** @type {'processed'|'failed'} */ key) =>
    number(series.reduce((total, point) => total + (point[key] ?? 0), 0));
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.throughput}</h2>
        <${Legend} items=${[['active', overviewTexts.processed], ['archived', overviewTexts.failed]]} />
      </header>
      ${series.length < 2 ? html`<${Empty} icon="overview" title=${overviewTexts.seriesEmpty} />` : html`
        <div class="body">
          <${Chart} kind="lines" labels=${series.map((point) => clock(point.at))}
              ticks=${series.map((point) => clock(point.at))} height=${170}
              summary=${overviewTexts.seriesSummary(sum('processed'), sum('failed'))}
              series=${[
                { key: 'processed', label: overviewTexts.processed, values: series.map((point) => point.processed) },
                { key: 'failed', label: overviewTexts.failed, values: series.map((point) => point.failed) },
              ]} />
          <${ChartTable} title=${overviewTexts.throughput}
              heads=${[statisticsTexts.time, overviewTexts.processed, overviewTexts.failed]}
              rows=${() => series.map((point) => [clock(point.at), number(point.processed), number(point.failed)])} />
        </div>
      `}
    </section>
  `;
}

/** @param {{series: Api.Point[]}} props */
function Waiting({ series }) {
  if (series.length < 2) {
    return null;
  }
  const values = series.map((point) => point.latencyMs);
  const summary = overviewTexts.latencySummary(milliseconds(values.at(-1) ?? 0), milliseconds(Math.max(...values)));
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.latency}</h2>
        <span class="muted small wide-only">${overviewTexts.latencyNote}</span>
      </header>
      <div class="body">
        <${Chart} kind="lines" labels=${series.map((point) => clock(point.at))}
            ticks=${series.map((point) => clock(point.at))} height=${110} durations summary=${summary}
            series=${[{ key: 'p50', label: overviewTexts.latency, values }]} />
        <${ChartTable} title=${overviewTexts.latency} heads=${[statisticsTexts.time, overviewTexts.latency]}
            rows=${() => series.map((point) => [clock(point.at), milliseconds(point.latencyMs)])} />
      </div>
    </section>
  `;
}

const TODAY = [overviewTexts.processedToday, overviewTexts.failedToday];

/** @param {{overview: Api.Overview}} props */
function Facts({ overview }) {
  /** @type {[string, string, string?][]} */
  const facts = [
    [overviewTexts.processedToday, compact(overview.processedToday)],
    [
      overviewTexts.failedToday,
      compact(overview.failedToday),
      overview.processedToday ? percent(overview.failedToday, overview.processedToday) : undefined,
    ],
    [overviewTexts.lanes, compact(overview.busyLanes), overviewTexts.of(compact(overview.lanes))],
    [overviewTexts.servers, compact(overview.servers)],
    [
      overviewTexts.queues,
      compact(overview.queues),
      overview.pausedQueues ? overviewTexts.paused(overview.pausedQueues) : undefined,
    ],
    [overviewTexts.memory, bytes(overview.memoryBytes)],
  ];
  return html`
    <dl class="facts">
      ${each(facts, ([name, value, note]) => html`
        <div key=${name}>
          <dt title=${TODAY.includes(name) ? queuesTexts.today : undefined}>${name}</dt>
          <dd><span class="num">${value}</span>${note ? html`<small>${' '}${note}</small>` : null}</dd>
        </div>
      `, 'dl')}
    </dl>
  `;
}

/** @param {{queues: Api.QueueRow[]}} props */
function Busiest({ queues }) {
  const top = [...queues].sort((a, b) => b.pending - a.pending).slice(0, 6);
  if (!top.length) {
    return null;
  }
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.busiest}</h2>
        <a class="small" href=${link('queues')}>${queuesTexts.toQueues}</a>
      </header>
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${overviewTexts.busiest}</caption>
          <thead>
            <tr>
              <th scope="col">${queuesTexts.name}</th>
              <th scope="col">${queuesTexts.mix}</th>
              <th scope="col" class="num">${statesTexts.pending}</th>
              <th scope="col" class="num">${statesTexts.retry}</th>
              <th scope="col" class="num">${statesTexts.archived}</th>
            </tr>
          </thead>
          <tbody>
            ${each(top, (queue) => html`
              <tr key=${queue.name}>
                <td class="cut" style=${{ maxWidth: '340px' }}>
                  <a class="row-link" href=${link('queues', [queue.name])}>${visible(queue.name)}</a>
                </td>
                <td style=${{ width: '40%' }}><${Lane} counts=${queue} /></td>
                ${['pending', 'retry', 'archived'].map((state) => html`
                  <td key=${state} class="num" data-label=${statesTexts[/** @type {'retry'} */ (state)]}>
                    ${number(queue[/** @type {'retry'} */ (state)])}
                  </td>
                `)}
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    </section>
  `;
}
