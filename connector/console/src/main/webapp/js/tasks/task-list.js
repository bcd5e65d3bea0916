/** A page of tasks: table, selection, keys, actions on the selection and on all that match. */
import { el, h, useEffect, useState } from '../core/dom.js';
import { number } from '../core/format.js';
import { useKept } from '../core/kept.js';
import { useKeys } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { refreshMs } from '../core/live.js';
import { go, linkWith, route } from '../core/route.js';
import { path } from '../core/api.js';
import { refusal } from '../core/session.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { announce, say } from '../ui/toast.js';
import { Pager } from '../ui/pager.js';
import { Empty, ProblemBox, Skeleton } from '../ui/states.js';
import { act } from './act.js';
import { action, actionsOf } from './actions.js';
import { columnsOf, taskParam } from './columns.js';
import { useHeld } from './held.js';
import { QueryProblem } from './query-bar.js';
import { SelectionBar } from './selection-bar.js';
import { useSelection } from './selection.js';
import { changes, shownRows } from './shown.js';
import { TaskTable } from './task-table.js';

/** @typedef {{redis: string, query: string, state: string, hide?: string[], onPage?: (page: import('../core/types.js').TaskPage) => void}} ListProps */

/** @param {ListProps} props */
export function TaskList({ redis, query, state, hide = [], onPage }) {
  const at = useStore(route);
  const { columns, rows: limit } = useStore(settings);
  const cursor = at.query.cursor ?? '';
  const address = `${path(redis, 'tasks')}?${new URLSearchParams({ q: query, limit: String(limit), ...(cursor && { cursor }) })}`;
  const loaded = useLoad(/** @type {string} */ (address), { every: Math.max(refreshMs(), 2000) });
  const [row, setRow] = useState(-1);
  const open = at.query.task ?? '';
  const [holding, setHolding] = useState(false);
  const held = useHeld(/** @type {any} */ (loaded.data), address, holding || open !== '');
  const page = useKept(held.page, loaded.loading, `${redis} ${query} ${state}`);
  const rows = page?.items ?? [];
  const selection = useSelection(rows, address);
  const change = useStore(changes);
  useEffect(() => setHolding(selection.selected.size > 0), [selection.selected]);
  useEffect(() => shownRows.set(rows), [page]);
  useEffect(() => setRow(-1), [address]);
  useEffect(() => {
    if (loaded.data) {
      announce(rows.length ? texts.tasks.found(rows.length) : texts.tasks.none);
    }
  }, [loaded.data ? address : '']);
  useEffect(() => {
    if (change) {
      selection.clear();
      void loaded.reload().then(held.apply);
    }
  }, [change]);
  useEffect(() => {
    if (loaded.data) {
      onPage?.(/** @type {any} */ (loaded.data));
    }
  }, [loaded.data]);
  const start = (/** @type {import('./actions.js').ActionName} */ name, /** @type {any[]} */ tasks) => {
    const reason = refusal(action(name).role);
    const fit = tasks.filter((task) => actionsOf(task).some((one) => one.name === name));
    if (reason || (tasks.length && !fit.length)) {
      say(reason ?? texts.tasks.stateRefuses(texts.actions[name].label));
    } else {
      void act(redis, name, fit);
    }
  };
  useKeys(keys({ rows, row, setRow, selection, start }));
  if (loaded.problem?.position !== undefined) {
    return h(QueryProblem, { query, problem: loaded.problem });
  }
  if (!page) {
    return loaded.problem ? h(ProblemBox, { problem: loaded.problem, retry: loaded.reload }) : h(Skeleton, { rows: 16 });
  }
  return el('div', { class: 'stack', 'aria-busy': held.page ? undefined : 'true' },
    held.waiting > 0 ? el('div', { class: 'row' }, el('button', { type: 'button', class: 'update-pill', onClick: held.apply },
      texts.tasks.waiting(held.waiting))) : null,
    rows.length ? h(TaskTable, {
      rows, columns: columnsOf(state, columns).filter((name) => !hide.includes(name)), selection, cursor: row, open, act: start,
    }) : h(NothingFound, { query }),
    h(Foot, { page, cursor }),
    h(SelectionBar, { redis, query, selection, start }));
}

/** @param {{query: string}} props */
function NothingFound({ query }) {
  return el('div', { class: 'panel' }, h(Empty, { icon: 'tasks', title: texts.tasks.none, text: query ? texts.tasks.noneDetail : texts.tasks.noneAtAll },
    query ? el('a', { class: 'button', href: linkWith({ q: null, cursor: null, state: null }) }, texts.tasks.clearQuery) : null));
}

/** @param {{page: import('../core/types.js').TaskPage, cursor: string}} props */
function Foot({ page, cursor }) {
  return el('div', { class: 'table-foot' },
    el('span', null, texts.tasks.foot(page.items.length, number(page.examined), page.complete)),
    h(Pager, { cursor, next: page.next }));
}

/**
 * @param {{rows: import('../core/types.js').TaskRow[], row: number, setRow: (row: number) => void,
 *   selection: ReturnType<typeof useSelection>, start: (name: import('./actions.js').ActionName, tasks: any[]) => void}} list
 * @returns {import('../core/keys.js').KeyMap}
 */
function keys({ rows, row, setRow, selection, start }) {
  const move = (/** @type {number} */ to) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setRow(next);
    /** @type {HTMLElement | null | undefined} */ (document.querySelectorAll('main .table tbody tr')[next]?.querySelector('.row-link'))?.focus();
  };
  const openRow = () => {
    const task = rows[row];
    if (task) {
      go(linkWith({ task: taskParam(task.queue, task.id) }));
    }
  };
  const many = () => {
    const task = rows[row];
    return selection.tasks.length ? selection.tasks : task ? [task] : [];
  };
  return {
    j: () => move(row + 1), k: () => move(row - 1), x: () => selection.toggle(row, false), X: () => selection.toggle(row, true),
    '*': selection.all, Enter: openRow, o: openRow, r: () => start('run', many()), e: () => start('archive', many()),
    '#': () => start('delete', many()),
  };
}
