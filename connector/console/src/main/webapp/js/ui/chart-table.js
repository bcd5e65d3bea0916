/** What a chart shows as a table, for those who do not see it or have no pointer. Its rows exist while it is open. */
import { el, useState } from '../core/dom.js';
import { texts } from '../texts.js';

/** @param {{title: string, heads: string[], rows: () => string[][]}} props the first cell of a row is its name */
export function ChartTable({ title, heads, rows }) {
  const [open, setOpen] = useState(false);
  return el('details', { class: 'chart-table', onToggle: (/** @type {any} */ event) => setOpen(event.currentTarget.open) },
    el('summary', { class: 'small muted' }, texts.overview.asTable),
    open ? el('div', { class: 'table-wrap', tabIndex: 0, role: 'group', 'aria-label': title }, el('table', { class: 'table' },
      el('caption', { class: 'visually-hidden' }, title),
      el('thead', null, el('tr', null, heads.map((head, i) => el('th', { key: head, scope: 'col', class: i ? 'num' : '' }, head)))),
      el('tbody', null, rows().map((cells, row) => el('tr', { key: row }, cells.map((cell, i) => (i ? el('td', { key: i, class: 'num' }, cell) : el('th', { key: i, scope: 'row' }, cell)))))))) : null);
}
