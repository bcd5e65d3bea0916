/** Succeeded and failed tasks per day. */
import { html } from '../core/dom.js';
import { number, utcDay } from '../core/format.js';
import { overviewTexts } from '../texts/overview.js';
import { ChartTable } from '../ui/chart-table.js';
import { Chart, Legend } from '../ui/chart.js';

/** @param {{days: Api.Day[], height?: number}} props */
export function HistoryChart({ days, height = 170 }) {
  const ordered = [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  const sum = (/** @type {'processed'|'failed'} */ key) => number(ordered.reduce((total, day) => total + day[key], 0));
  const labels = ordered.map((day) => utcDay(day.date));
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.history}</h2>
        <${Legend} items=${[['active', overviewTexts.succeeded], ['archived', overviewTexts.failed]]} />
      </header>
      <div class="body">
        <${Chart} kind="bars" labels=${labels} ticks=${labels} height=${height}
            summary=${overviewTexts.historySummary(sum('processed'), sum('failed'))}
            series=${[
              { key: 'failed', label: overviewTexts.failed, values: ordered.map((day) => day.failed) },
              {
                key: 'processed',
                label: overviewTexts.succeeded,
                values: ordered.map((day) => Math.max(0, day.processed - day.failed)),
              },
            ]} />
        <${ChartTable} title=${overviewTexts.history}
            heads=${[overviewTexts.day, overviewTexts.processed, overviewTexts.failed]}
            rows=${() => ordered.map((day, i) => [labels[i] ?? '', number(day.processed), number(day.failed)])} />
      </div>
    </section>
  `;
}
