/** The table of tasks. */
import { el, h } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { plain } from '../core/visible.js';
import { texts } from '../texts.js';
import { copy } from '../ui/copy.js';
import { Menu } from '../ui/menu.js';
import { TableWrap } from '../ui/table-wrap.js';
import { actionsOf } from './actions.js';
import { COLUMNS, taskParam } from './columns.js';
import { keyOf } from './selection.js';

/**
 * @typedef {import('../core/types.js').TaskRow} TaskRow
 * @typedef {{rows: TaskRow[], columns: string[], selection: ReturnType<typeof import('./selection.js').useSelection>,
 *   cursor: number, open: string, act: (name: import('./actions.js').ActionName, tasks: TaskRow[]) => void}} TableProps
 */

/** @param {TableProps} props */
export function TaskTable({ rows, columns, selection, cursor, open, act }) {
  const shown = columns.filter((name) => COLUMNS[name]);
  const all = rows.length > 0 && selection.selected.size === rows.length;
  const some = !all && selection.selected.size > 0;
  return el('div', { class: 'stack' }, h(SelectAll, { all, some, selection }), h(TableWrap, null, el('table', { class: 'table fixed' },
    el('caption', { class: 'visually-hidden' }, texts.tasks.caption),
    el('thead', null, el('tr', null,
      el('th', { class: 'check-cell', scope: 'col' }, el('input', {
        type: 'checkbox', class: 'check', checked: all, 'aria-label': texts.tasks.selectAll, onChange: selection.all,
        indeterminate: some,
      })),
      shown.map((name) => el('th', { key: name, scope: 'col', class: COLUMNS[name]?.class === 'num' ? 'num' : '', style: { width: COLUMNS[name]?.width } },
        texts.columns[/** @type {keyof typeof texts.columns} */ (name)])),
      el('th', { class: 'end-cell', scope: 'col' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
    el('tbody', null, rows.map((task, index) => h(Row, {
      key: keyOf(task), task, index, shown, selection, act,
      cursor: index === cursor, open: open === taskParam(task.queue, task.id),
    }))))));
}

/** Above cards, which have no head. @param {{all: boolean, some: boolean, selection: TableProps['selection']}} props */
const SelectAll = ({ all, some, selection }) => el('div', { class: 'card-tools' }, el('label', { class: 'row small' },
  el('input', { type: 'checkbox', class: 'check', checked: all, indeterminate: some, onChange: selection.all }), texts.tasks.selectAll));

/**
 * @param {{task: TaskRow, index: number, shown: string[], selection: TableProps['selection'], cursor: boolean, open: boolean,
 *   act: TableProps['act']}} props
 */
function Row({ task, index, shown, selection, cursor, open, act }) {
  const selected = selection.selected.has(keyOf(task));
  const click = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.closest('a, button, input, .menu') && !String(getSelection())) {
      go(linkWith({ task: taskParam(task.queue, task.id) }));
    }
  };
  return el('tr', { 'data-task': taskParam(task.queue, task.id), 'aria-selected': String(selected), 'data-cursor': cursor || open ? '' : undefined, onClick: click },
    el('td', { class: 'check-cell' }, el('input', {
      type: 'checkbox', class: 'check', checked: selected, 'aria-label': texts.tasks.select(plain(task.id)),
      onClick: (/** @type {MouseEvent} */ event) => selection.toggle(index, event.shiftKey),
    })),
    shown.map((name) => {
      const column = /** @type {import('./columns.js').Column} */ (COLUMNS[name]);
      return el('td', {
        key: name, class: column.class ?? '', title: column.title?.(task),
        'data-label': texts.columns[/** @type {keyof typeof texts.columns} */ (name)],
      }, el('span', { class: 'cut' }, column.cell(task)));
    }),
    el('td', { class: 'end-cell' }, h(Menu, {
      label: texts.tasks.actionsOf(plain(task.id)), iconOnly: true, small: true, items: rowItems(task, act),
    })));
}

/** @param {TaskRow} task @param {TableProps['act']} act @returns {import('../ui/menu.js').MenuItem[]} */
const rowItems = (task, act) => [
  ...actionsOf(task).map((one) => ({
    label: texts.actions[one.name].label, icon: one.icon, role: one.role, danger: one.danger, run: () => act(one.name, [task]),
  })),
  { label: texts.drawer.copyId, icon: 'copy', run: () => void copy(task.id) },
];
