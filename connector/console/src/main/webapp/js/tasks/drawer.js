/** One task in full, beside the page. */
import { el, h, useEffect, useRef } from '../core/dom.js';
import { path } from '../core/api.js';
import { useKeys } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { decode, go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { focusBack } from '../ui/focus.js';
import { copy } from '../ui/copy.js';
import { Menu } from '../ui/menu.js';
import { StateChip } from '../ui/parts.js';
import { Age, Loading } from '../ui/states.js';
import { act } from './act.js';
import { actionsOf } from './actions.js';
import { taskParam } from './columns.js';
import { TaskFacts } from './facts.js';
import { changes, openedTask, shownRows } from './shown.js';

/** @param {{redis: string, param: string}} props `queue/id`, each encoded */
export function Drawer({ redis, param }) {
  const [queue = '', id = ''] = param.split('/').map(decode);
  const loaded = useLoad(path(redis, 'tasks', queue, id), { every: 3000 });
  const change = useStore(changes);
  const rows = useStore(shownRows);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const shown = useRef(param);
  shown.current = param;
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (document.activeElement === document.body || root.current?.contains(document.activeElement)) {
        focusBack(document.querySelector(`tr[data-task="${CSS.escape(shown.current)}"] .row-link`) ?? opener);
      }
    };
  }, []);
  useEffect(() => root.current?.focus(), [param]);
  const close = () => go(linkWith({ task: null }));
  const at = rows.findIndex((row) => row.queue === queue && row.id === id);
  const last = useRef(-1);
  last.current = at >= 0 ? at : last.current;
  const gone = loaded.problem?.status === 404;
  const task = gone ? null : /** @type {import('../core/types.js').TaskDetail | null} */ (loaded.data);
  useEffect(() => openedTask.set(task), [task]);
  useEffect(() => () => openedTask.set(null), []);
  const step = (/** @type {number} */ by) => {
    // the row of a task that has gone is that of the next one
    const row = rows[at >= 0 ? at + by : last.current + Math.min(by, 0)];
    if (last.current >= 0 && row) {
      go(linkWith({ task: taskParam(row.queue, row.id) }), true);
    }
  };
  useKeys({ Escape: close, '[': () => step(-1), ']': () => step(1) });
  return el('aside', { class: 'drawer', ref: root, tabIndex: -1, 'aria-label': texts.drawer.title },
    el('header', null,
      el('div', { class: 'spread' },
        el('span', { class: 'row' }, el('span', { class: 'muted small' }, texts.drawer.task),
          el('a', { class: 'small', href: link('queues', [queue]) }, visible(queue))),
        el('span', { class: 'row' },
          h(Button, { label: texts.drawer.previous, icon: 'up', iconOnly: true, kind: 'ghost', small: true, onClick: () => step(-1) }),
          h(Button, { label: texts.drawer.next, icon: 'down', iconOnly: true, kind: 'ghost', small: true, onClick: () => step(1) }),
          h(Button, { label: texts.drawer.close, icon: 'close', iconOnly: true, kind: 'ghost', small: true, onClick: close }))),
      el('div', { class: 'row' }, el('h2', { class: 'grow' }, visible(id)),
        h(Button, { label: texts.common.copy, describe: texts.drawer.copyId, icon: 'copy', iconOnly: true, small: true, kind: 'ghost', onClick: () => copy(id) })),
      task ? h(Actions, { redis, task, close }) : null,
      gone && loaded.data ? el('p', { class: 'note', 'data-tone': 'warn', role: 'status' }, texts.drawer.gone, ' ', h(Age, { at: loaded.at })) : null),
    el('div', { class: 'body' }, h(/** @type {any} */ (Loading), {
      loaded, rows: 10, quiet: gone, show: (/** @type {import('../core/types.js').TaskDetail} */ task) => h(TaskFacts, { task }),
    })));
}

/** @param {{redis: string, task: import('../core/types.js').TaskDetail, close: () => void}} props */
function Actions({ redis, task, close }) {
  const all = actionsOf(task);
  const direct = all.filter((one) => ['run', 'cancel', 'archive', 'edit', 'clone'].includes(one.name)).slice(0, 4);
  const more = all.filter((one) => !direct.includes(one));
  const start = (/** @type {import('./actions.js').ActionName} */ name) => void act(redis, name, [task], name === 'delete' ? close : undefined);
  return el('div', { class: 'row' }, h(StateChip, { state: task.state }), el('span', { class: 'grow' }),
    direct.map((one, index) => h(Button, {
      key: one.name, label: texts.actions[one.name].label, icon: one.icon, role: one.role, small: true,
      kind: index === 0 && one.name === 'run' ? 'primary' : '', onClick: () => start(one.name),
    })),
    more.length ? h(Menu, {
      label: texts.common.more, iconOnly: true, small: true,
      items: more.map((one) => ({ label: texts.actions[one.name].label, icon: one.icon, role: one.role, danger: one.danger, run: () => start(one.name) })),
    }) : null);
}
