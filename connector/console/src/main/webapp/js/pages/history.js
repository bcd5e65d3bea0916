/** Succeeded and failed tasks per day. */
import { el, h } from '../core/dom.js';
import { number } from '../core/format.js';
import { texts } from '../texts.js';
import { Chart, Legend } from '../ui/chart.js';
import { ChartTable } from '../ui/chart-table.js';

/** @param {{days: import('../core/types.js').Day[], height?: number}} props */
export function HistoryChart({ days, height = 170 }) {
  const ordered = [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  const label = (/** @type {string} */ date) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
  const sum = (/** @type {'processed'|'failed'} */ key) => number(ordered.reduce((total, day) => total + day[key], 0));
  const labels = ordered.map((day) => label(day.date));
  return el('section', { class: 'panel' },
    el('header', null, el('h2', null, texts.overview.history), h(Legend, { items: [['active', texts.overview.succeeded], ['archived', texts.overview.failed]] })),
    el('div', { class: 'body' }, h(Chart, {
      kind: 'bars', labels, ticks: labels, height, summary: texts.overview.historySummary(sum('processed'), sum('failed')),
      series: [
        { key: 'failed', label: texts.overview.failed, values: ordered.map((day) => day.failed) },
        { key: 'processed', label: texts.overview.succeeded, values: ordered.map((day) => Math.max(0, day.processed - day.failed)) },
      ],
    }), h(ChartTable, {
      title: texts.overview.history, heads: [texts.overview.day, texts.overview.processed, texts.overview.failed],
      rows: () => ordered.map((day, i) => [labels[i] ?? '', number(day.processed), number(day.failed)]),
    })));
}
