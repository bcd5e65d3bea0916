/** The table of tasks. */
import { html } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { plain } from '../core/visible.js';
import { commonTexts } from '../texts/common.js';
import { actionsTexts, columnsTexts, drawerTexts, tasksTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { copy } from '../ui/copy.js';
import { Menu } from '../ui/menu.js';
import { TableWrap } from '../ui/table-wrap.js';
import { actionsOf } from './actions.js';
import { COLUMNS, taskParam } from './columns.js';
import { keyOf } from './selection.js';

/**
 * @typedef {{rows: Api.TaskRow[], columns: string[],
 *   selection: ReturnType<typeof import('./selection.js').useSelection>, cursor: number, open: string,
 *   act: (name: import('./actions.js').ActionName, tasks: Api.TaskRow[]) => void}} TableProps
 */

/** @param {TableProps} props */
export function TaskTable({ rows, columns, selection, cursor, open, act }) {
  const shown = columns.filter((name) => COLUMNS[name]);
  const all = rows.length > 0 && selection.selected.size === rows.length;
  const some = !all && selection.selected.size > 0;
  return html`
    <div class="stack">
      <${SelectAll} all=${all} some=${some} selection=${selection} />
      <${TableWrap}>
        <table class="table fixed">
          <caption class="visually-hidden">${tasksTexts.caption}</caption>
          <thead>
            <tr>
              <th class="check-cell" scope="col">
                <input type="checkbox" class="check" checked=${all} aria-label=${tasksTexts.selectAll}
                    onChange=${selection.all} indeterminate=${some} />
              </th>
              ${shown.map((name) => html`
                <th key=${name} scope="col" class=${COLUMNS[name]?.class === 'num' ? 'num' : ''}
                    style=${{ width: COLUMNS[name]?.width }}>
                  ${columnsTexts[/** @type {keyof typeof columnsTexts} */ (name)]}
                </th>
              `)}
              <th class="end-cell" scope="col"><span class="visually-hidden">${commonTexts.actions}</span></th>
            </tr>
          </thead>
          <tbody>
            ${each(rows, (task, index) => html`
              <${Row} key=${keyOf(task)} task=${task} index=${index} shown=${shown} selection=${selection} act=${act}
                  cursor=${index === cursor} open=${open === taskParam(task.queue, task.id)} />
            `)}
          </tbody>
        </table>
      </${TableWrap}>
    </div>
  `;
}

/** Above cards, which have no head. @param {{all: boolean, some: boolean, selection: TableProps['selection']}} props */
const SelectAll = ({ all, some, selection }) => html`
  <div class="card-tools">
    <label class="row small">
      <input type="checkbox" class="check" checked=${all} indeterminate=${some} onChange=${selection.all} />
      ${tasksTexts.selectAll}
    </label>
  </div>
`;

/**
 * @param {{task: Api.TaskRow, index: number, shown: string[], selection: TableProps['selection'], cursor: boolean,
 *   open: boolean, act: TableProps['act']}} props
 */
function Row({ task, index, shown, selection, cursor, open, act }) {
  const selected = selection.selected.has(keyOf(task));
  const click = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.closest('a, button, input, .menu') && !String(getSelection())) {
      go(linkWith({ task: taskParam(task.queue, task.id) }));
    }
  };
  return html`
    <tr data-task=${taskParam(task.queue, task.id)} aria-selected=${selected}
        data-cursor=${cursor || open ? '' : undefined} onClick=${click}>
      <td class="check-cell">
        <input type="checkbox" class="check" checked=${selected} aria-label=${tasksTexts.select(plain(task.id))}
            onClick=${(/** @type {MouseEvent} */ event) => selection.toggle(index, event.shiftKey)} />
      </td>
      ${shown.map((name) => {
        const column = /** @type {import('./columns.js').Column} */ (COLUMNS[name]);
        return html`
          <td key=${name} class=${column.class ?? ''} title=${column.title?.(task)}
              data-label=${columnsTexts[/** @type {keyof typeof columnsTexts} */ (name)]}>
            <span class="cut">${column.cell(task)}</span>
          </td>
        `;
      })}
      <td class="end-cell">
        <${Menu} label=${tasksTexts.actionsOf(plain(task.id))} iconOnly small items=${rowItems(task, act)} />
      </td>
    </tr>
  `;
}

/** @param {Api.TaskRow} task @param {TableProps['act']} act @returns {import('../ui/menu.js').MenuItem[]} */
const rowItems = (task, act) => [
  ...actionsOf(task).map((one) => ({
    label: actionsTexts[one.name].label,
    icon: one.icon,
    role: one.role,
    danger: one.danger,
    run: () => act(one.name, [task]),
  })),
  { label: drawerTexts.copyId, icon: 'copy', run: () => void copy(task.id) },
];
