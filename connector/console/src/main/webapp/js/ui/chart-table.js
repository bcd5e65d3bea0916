/** The data of a chart as a table, for users who cannot see the chart or have no pointer. Has rows while open. */
import { html, useState } from '../core/dom.js';
import { overviewTexts } from '../texts/overview.js';
import { each } from './boundary.js';

/** @param {{title: string, heads: string[], rows: () => string[][]}} props the first cell of a row is its name */
export function ChartTable({ title, heads, rows }) {
  const [open, setOpen] = useState(false);
  return html`
    <details class="chart-table" onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
      <summary class="small muted">${overviewTexts.asTable}</summary>
      ${open ? html`
        <div class="table-wrap" tabIndex=${0} role="group" aria-label=${title}>
          <table class="table">
            <caption class="visually-hidden">${title}</caption>
            <thead>
              <tr>${heads.map((head, i) => html`<th key=${head} scope="col" class=${i ? 'num' : ''}>${head}</th>`)}</tr>
            </thead>
            <tbody>
              ${each(rows(), (cells, row) => html`
                <tr key=${row}>
                  ${cells.map((cell, i) =>
                    i ? html`<td key=${i} class="num">${cell}</td>` : html`<th key=${i} scope="row">${cell}</th>`,
                  )}
                </tr>
              `)}
            </tbody>
          </table>
        </div>
      ` : null}
    </details>
  `;
}
