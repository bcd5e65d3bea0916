/** A page of tasks: table, selection, keys, actions on the selection and on all that match. */
import { html, useEffect, useRef, useState } from '../core/dom.js';
import { path } from '../core/api.js';
import { number } from '../core/format.js';
import { useKept } from '../core/kept.js';
import { useKeys } from '../core/keys.js';
import { refreshMs } from '../core/live.js';
import { useLoad } from '../core/load.js';
import { announce, say } from '../core/messages.js';
import { go, linkWith, route } from '../core/route.js';
import { refusal } from '../core/session.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { act } from '../dialogs/act.js';
import { action, actionsOf } from '../tasks/actions.js';
import { columnsOf, taskParam } from '../tasks/columns.js';
import { useHeld } from '../tasks/held.js';
import { QueryProblem } from '../tasks/query-bar.js';
import { useSelection } from '../tasks/selection.js';
import { changes, openedTask, shownRows } from '../tasks/shown.js';
import { TaskTable } from '../tasks/task-table.js';
import { pagerTexts } from '../texts/common.js';
import { actionsTexts, tasksTexts } from '../texts/tasks.js';
import { Button } from '../ui/button.js';
import { Pager } from '../ui/pager.js';
import { Empty, OldNote, ProblemBox, Skeleton } from '../ui/states.js';
import { SelectionBar } from './selection-bar.js';

/**
 * @typedef {{redis: string, query: string, state: string, hide?: string[], latest?: boolean,
 *   onPage?: (page: Api.SearchResult) => void}} ListProps
 */

/** @param {ListProps} props */
export function TaskList({ redis, query, state, hide = [], latest = false, onPage }) {
  const at = useStore(route);
  const { columns, rows: limit } = useStore(settings);
  const cursor = at.query.cursor ?? '';
  const search = new URLSearchParams({
    q: query,
    limit: String(limit),
    ...(latest && { order: 'latest' }),
    ...(cursor && { cursor }),
  });
  const address = `${path(redis, 'tasks')}?${search}`;
  const loaded = useLoad(/** @type {string} */ (address), { every: Math.max(refreshMs(), 2000) });
  const open = at.query.task ?? '';
  const [holding, setHolding] = useState(false);
  const held = useHeld(/** @type {any} */ (loaded.data), address, holding || open !== '');
  const page = useKept(held.page, loaded.loading, `${redis} ${query} ${state}`);
  const rows = page?.items ?? [];
  const selection = useSelection(rows, address);
  const change = useStore(changes);
  useEffect(() => setHolding(selection.selected.size > 0), [selection.selected]);
  useEffect(() => shownRows.set(rows), [page]);
  const cursorRow = useCursor(rows, open, address);
  useEffect(() => {
    if (loaded.data) {
      announce(rows.length ? tasksTexts.found(rows.length) : tasksTexts.none);
    }
  }, [loaded.data ? address : '']);
  useEffect(() => {
    if (change) {
      selection.clear();
      void loaded.reload().then((page) => held.apply(/** @type {any} */ (page)));
    }
  }, [change]);
  useEffect(() => {
    if (loaded.data) {
      onPage?.(/** @type {any} */ (loaded.data));
    }
  }, [loaded.data]);
  const start = (/** @type {import('../tasks/actions.js').ActionName} */ name, /** @type {any[]} */ tasks) => {
    const reason = refusal(action(name).role);
    const fit = tasks.filter((task) => actionsOf(task).some((one) => one.name === name));
    if (reason || (tasks.length && !fit.length)) {
      say(reason ?? tasksTexts.stateRefuses(actionsTexts[name].label));
    } else {
      void act(redis, name, fit);
    }
  };
  useKeys(keys({ rows, cursor: cursorRow, open, selection, start }));
  if (loaded.problem?.position !== undefined) {
    return html`<${QueryProblem} query=${query} problem=${loaded.problem} />`;
  }
  if (!page) {
    return loaded.problem ? html`<${ProblemBox} problem=${loaded.problem} retry=${loaded.reload} />` : html`
      <${Skeleton} rows=${16} />
    `;
  }
  return html`
    <div class="stack" aria-busy=${held.page ? undefined : 'true'}>
      <${OldNote} loaded=${loaded} />
      ${held.waiting > 0 ? html`
        <div class="row">
          <button type="button" class="update-pill" onClick=${() => held.apply()}>
            ${tasksTexts.waiting(held.waiting)}
          </button>
        </div>
      ` : null}
      ${rows.length ? html`
        <${TaskTable} rows=${rows} columns=${columnsOf(state, columns).filter((name) => !hide.includes(name))}
            selection=${selection} cursor=${cursorRow.row} open=${open} act=${start} />
      ` : html`<${NothingFound} query=${query} own=${at.query.q ?? ''} page=${page} cursor=${cursor} />`}
      <${Foot} page=${page} cursor=${cursor} latest=${latest} />
      <${SelectionBar} redis=${redis} query=${query} selection=${selection} start=${start} />
    </div>
  `;
}

/**
 * @param {{query: string, own: string, page: Api.SearchResult, cursor: string}} props `own`: what
 *   the user has typed
 */
function NothingFound({ query, own, page, cursor }) {
  const clear = own ? html`
    <a class="button" href=${linkWith({ q: null, cursor: null })}>${tasksTexts.clearQuery}</a>
  ` : null;
  if (page.next) {
    return html`
      <div class="panel">
        <${Empty} icon="search" title=${tasksTexts.noneYet} text=${tasksTexts.noneYetDetail(number(page.examined))}>
          <${Button} kind="primary" label=${pagerTexts.next}
              onClick=${() => go(linkWith({ cursor: page.next ?? null }))} />
          ${clear}
        </${Empty}>
      </div>
    `;
  }
  const text = own ? tasksTexts.noneDetail : query ? tasksTexts.noneInState : tasksTexts.noneAtAll;
  return html`
    <div class="panel">
      <${Empty} icon="tasks" title=${cursor ? tasksTexts.noMore : tasksTexts.none} text=${cursor ? undefined : text}>
        ${clear}
      </${Empty}>
    </div>
  `;
}

/** @param {{page: Api.SearchResult, cursor: string, latest: boolean}} props */
function Foot({ page, cursor, latest }) {
  const text = latest ? tasksTexts.footLatest : tasksTexts.foot;
  return html`
    <div class="table-foot">
      <span>${text(page.items.length, number(page.examined), page.complete)}</span>
      <${Pager} cursor=${cursor} next=${page.items.length ? page.next : undefined} />
    </div>
  `;
}

/** @param {Api.TaskRow} task */
const paramOf = (task) => taskParam(task.queue, task.id);

/**
 * The row with the cursor, which stays with its task when rows come and go. While a task is open the cursor is on it.
 * @param {Api.TaskRow[]} rows
 * @param {string} open
 * @param {string} scope a new scope begins without a cursor
 */
function useCursor(rows, open, scope) {
  const [at, setAt] = useState('');
  const last = useRef(-1);
  useEffect(() => {
    last.current = -1;
    setAt('');
  }, [scope]);
  useEffect(() => {
    if (open) {
      setAt(open);
    }
  }, [open, scope]);
  const row = rows.findIndex((task) => paramOf(task) === (open || at));
  if (row >= 0) {
    last.current = row;
  }
  return {
    row,
    last: last.current,
    set: (/** @type {Api.TaskRow} */ task) => setAt(paramOf(task)),
  };
}

/**
 * @param {{rows: Api.TaskRow[], cursor: ReturnType<typeof useCursor>, open: string,
 *   selection: ReturnType<typeof useSelection>, start: (name: import('../tasks/actions.js').ActionName, tasks: any[])
 *   => void}} list
 * @returns {import('../core/keys.js').KeyMap}
 */
function keys({ rows, cursor, open, selection, start }) {
  const here = rows[cursor.row];
  const show = (/** @type {Api.TaskRow} */ task, /** @type {boolean} */ replace) =>
    go(linkWith({ task: paramOf(task) }), replace);
  const move = (/** @type {number} */ to) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    const task = rows[next];
    if (task) {
      cursor.set(task);
      if (open) {
        show(task, true);
      } else {
        /** @type {HTMLElement | null | undefined} */ (
          document.querySelectorAll('main .table tbody tr')[next]?.querySelector('.row-link')
        )?.focus();
      }
    }
  };
  const openRow = () => here && show(here, false);
  const opened = () => {
    const task = openedTask.value;
    return task && paramOf(/** @type {any} */ (task)) === open ? task : here;
  };
  const many = () => {
    const task = open ? opened() : here;
    return selection.tasks.length ? selection.tasks : task ? [task] : [];
  };
  // the row of a task that has gone is that of the next one
  const down = here ? cursor.row + 1 : Math.max(cursor.last, 0);
  const up = (here ? cursor.row : cursor.last) - 1;
  return {
    j: () => move(down),
    k: () => move(up),
    x: () => selection.toggle(cursor.row, false),
    X: () => selection.toggle(cursor.row, true),
    '*': selection.all,
    Enter: openRow,
    o: openRow,
    r: () => start('run', many()),
    e: () => start('archive', many()),
    '#': () => start('delete', many()),
  };
}
