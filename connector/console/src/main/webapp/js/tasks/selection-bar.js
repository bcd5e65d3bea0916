/** Actions on the selected rows, and on all that match. */
import { el, h } from '../core/dom.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { focusContent } from '../ui/focus.js';
import { Menu } from '../ui/menu.js';
import { BulkDialog } from '../dialogs/bulk.js';
import { action, actionsOf, BULK } from './actions.js';

/**
 * @param {{redis: string, query: string, selection: ReturnType<typeof import('./selection.js').useSelection>,
 *   start: (name: import('./actions.js').ActionName, tasks: any[]) => void}} props
 */
export function SelectionBar({ redis, query, selection, start }) {
  const count = selection.selected.size;
  if (!count) {
    return null;
  }
  const fits = BULK.filter((name) => selection.tasks.some((task) => actionsOf(task).some((one) => one.name === name)));
  return el('div', { class: 'selection', role: 'group', 'aria-label': texts.tasks.selectionLabel },
    el('strong', null, texts.tasks.selected(count)),
    fits.map((name) => h(Button, {
      key: name, label: texts.actions[name].label, icon: action(name).icon, role: action(name).role, small: true,
      kind: action(name).danger ? 'danger' : '',
      onClick: () => start(name, selection.tasks.filter((task) => actionsOf(task).some((one) => one.name === name))),
    })),
    h(AllMatching, { redis, query, small: true }),
    h(Button, { label: texts.tasks.clearSelection, kind: 'ghost', small: true, onClick: () => {
      selection.clear();
      focusContent();
    } }));
}

/** @param {{redis: string, query: string, small?: boolean}} props */
export const AllMatching = ({ redis, query, small }) => h(Menu, {
  label: texts.tasks.allMatching, icon: 'jobs', small,
  items: BULK.map((name) => ({
    label: texts.bulk.start(name), icon: action(name).icon, role: action(name).role, danger: action(name).danger,
    run: () => show(h(BulkDialog, { redis, name, query })),
  })),
});
