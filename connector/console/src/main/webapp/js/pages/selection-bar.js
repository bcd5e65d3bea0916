/** Actions on the selected rows, and on all that match. */
import { html } from '../core/dom.js';
import { BulkDialog } from '../dialogs/bulk.js';
import { action, actionsOf, BULK } from '../tasks/actions.js';
import { valueOf } from '../tasks/query.js';
import { bulkTexts } from '../texts/bulk.js';
import { actionsTexts, tasksTexts } from '../texts/tasks.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { focusContent } from '../ui/focus.js';
import { Menu } from '../ui/menu.js';

/**
 * @param {{redis: string, query: string, selection: ReturnType<typeof import('../tasks/selection.js').useSelection>,
 *   start: (name: import('../tasks/actions.js').ActionName, tasks: any[]) => void}} props
 */
export function SelectionBar({ redis, query, selection, start }) {
  const count = selection.selected.size;
  if (!count) {
    return null;
  }
  const fits = BULK.filter((name) => selection.tasks.some((task) => actionsOf(task).some((one) => one.name === name)));
  return html`
    <div class="selection" role="group" aria-label=${tasksTexts.selectionLabel}>
      <strong>${tasksTexts.selected(count)}</strong>
      ${fits.map((name) => html`
        <${Button} key=${name} label=${actionsTexts[name].label} icon=${action(name).icon} role=${action(name).role}
            small kind=${action(name).danger ? 'danger' : ''}
            onClick=${() =>
              start(
                name,
                selection.tasks.filter((task) => actionsOf(task).some((one) => one.name === name)),
              )} />
      `)}
      <${AllMatching} redis=${redis} query=${query} small />
      <${Button} label=${tasksTexts.clearSelection} kind="ghost" small
          onClick=${() => {
            selection.clear();
            focusContent();
          }} />
    </div>
  `;
}

/** Whether a state that the query names allows it. @param {Api.NewJob['action']} name @param {string} query */
function isPossible(name, query) {
  const states = valueOf(query, 'state').split(',').filter(Boolean);
  return !states.length || states.some((state) => actionsOf({ state }).some((one) => one.name === name));
}

/** @param {{redis: string, query: string, small?: boolean}} props */
export const AllMatching = ({ redis, query, small }) => html`
  <${Menu} label=${tasksTexts.allMatching} icon="jobs" small=${small}
      items=${BULK.filter((name) => isPossible(name, query)).map((name) => ({
        label: bulkTexts.start(name),
        icon: action(name).icon,
        role: action(name).role,
        danger: action(name).danger,
        run: () => show(html`<${BulkDialog} redis=${redis} name=${name} query=${query} />`),
      }))} />
`;
