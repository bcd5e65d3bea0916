/** Columns of the task table: which fit a state, how each is drawn. */
import { html } from '../core/dom.js';
import { encode, link, linkWith } from '../core/route.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { tasksTexts } from '../texts/tasks.js';
import { Bar, Chip, StateChip, Time } from '../ui/parts.js';
import { TaskId } from '../ui/task-id.js';

/**
 * @typedef {{width: string, class?: string, title?: (task: Api.TaskRow) => string, cell: (task: Api.TaskRow) =>
 *   import('../core/dom.js').Children}} Column
 */

/** The value of the parameter that opens the drawer. @param {string} queue @param {string} id */
export const taskParam = (queue, id) => `${encode(queue)}/${encode(id)}`;

/** @type {Record<string, Column>} */
export const COLUMNS = {
  id: {
    width: '272px',
    class: 'mono',
    cell: (task) => html`
      <a class="row-link" href=${linkWith({ task: taskParam(task.queue, task.id) })}><${TaskId} id=${task.id} /></a>
    `,
  },
  queue: {
    width: '118px',
    title: (task) => plain(task.queue),
    cell: (task) => html`<a class="plain" href=${link('queues', [task.queue])}>${visible(task.queue)}</a>`,
  },
  type: { width: '126px', title: (task) => plain(task.type), cell: (task) => visible(task.type) },
  state: { width: '116px', cell: (task) => html`<${StateChip} state=${task.state} />` },
  payload: { width: 'auto', class: 'payload', cell: (task) => oneLine(task.payload) },
  error: {
    width: 'var(--error-column)',
    class: 'error-cell',
    title: (task) => plain((task.lastError ?? '').slice(0, 300)),
    cell: (task) => oneLine(task.lastError),
  },
  attempt: { width: '74px', class: 'num', cell: (task) => tasksTexts.attempt(task.retried, task.maxRetry) },
  next: { width: '112px', title: (task) => plain(task.waitsFor), cell: (task) => next(task) },
  failed: { width: '112px', cell: (task) => html`<${Time} at=${task.lastFailedAt} />` },
  completed: { width: '112px', cell: (task) => html`<${Time} at=${task.completedAt} />` },
  since: { width: '112px', cell: (task) => html`<${Time} at=${task.since} />` },
  group: { width: '140px', title: (task) => plain(task.group), cell: (task) => visible(task.group) },
  headers: { width: '72px', class: 'num', cell: (task) => (task.headers ? String(task.headers) : '') },
  progress: { width: '170px', cell: (task) => progress(task) },
};

/** @param {Api.TaskRow} task */
function next(task) {
  return task.waitsFor
    ? html`<${Chip} text=${tasksTexts.waitsForLimit} />`
    : html`<${Time} at=${task.nextProcessAt} />`;
}

/** @param {Api.TaskRow} task */
function progress(task) {
  if (task.orphaned) {
    return html`<${Chip} tone="danger" text=${tasksTexts.orphaned} />`;
  }
  if (!task.progress) {
    return html`<span class="muted">–</span>`;
  }
  const { percent, message } = task.progress;
  return html`
    <span class="row" title=${plain(message)}>
      <${Bar} value=${percent} of=${100} label=${tasksTexts.progressOf(plain(task.id))} />
      ${percent} %
    </span>
  `;
}

/** @type {Record<string, string[]>} */
const BY_STATE = {
  '': ['id', 'queue', 'type', 'state', 'since', 'payload', 'error'],
  pending: ['id', 'queue', 'type', 'payload', 'since', 'attempt'],
  active: ['id', 'queue', 'type', 'payload', 'progress', 'attempt'],
  scheduled: ['id', 'queue', 'type', 'payload', 'next'],
  retry: ['id', 'queue', 'type', 'error', 'attempt', 'next', 'payload'],
  archived: ['id', 'queue', 'type', 'error', 'attempt', 'failed', 'payload'],
  completed: ['id', 'queue', 'type', 'payload', 'completed'],
  aggregating: ['id', 'queue', 'type', 'group', 'payload', 'since'],
};

/**
 * The columns chosen by the user for this state, or else its default columns.
 * @param {string} state
 * @param {Record<string, string[]>} chosen
 */
export const columnsOf = (state, chosen) => chosen[state || 'all'] ?? BY_STATE[state] ?? BY_STATE[''] ?? [];
