/** Columns of the task table: which fit a state, how each is drawn. */
import { el, h } from '../core/dom.js';
import { link, linkWith } from '../core/route.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Bar, Chip, StateChip, Time } from '../ui/parts.js';
import { TaskId } from '../ui/task-id.js';

/** @typedef {import('../core/types.js').TaskRow} TaskRow */
/** @typedef {{width: string, class?: string, title?: (task: TaskRow) => string, cell: (task: TaskRow) => import('../core/dom.js').Children}} Column */

/** The value of the parameter that opens the drawer. @param {string} queue @param {string} id */
export const taskParam = (queue, id) => `${encodeURIComponent(queue)}/${encodeURIComponent(id)}`;

/** @type {Record<string, Column>} */
export const COLUMNS = {
  id: {
    width: '272px', class: 'mono',
    cell: (task) => el('a', { class: 'row-link', href: linkWith({ task: taskParam(task.queue, task.id) }) }, h(TaskId, { id: task.id })),
  },
  queue: {
    width: '118px', title: (task) => plain(task.queue),
    cell: (task) => el('a', { class: 'plain', href: link('queues', [task.queue]) }, visible(task.queue)),
  },
  type: { width: '126px', title: (task) => plain(task.type), cell: (task) => visible(task.type) },
  state: { width: '116px', cell: (task) => h(StateChip, { state: task.state }) },
  payload: { width: 'auto', class: 'payload', cell: (task) => oneLine(task.payload) },
  error: {
    width: 'var(--error-column)', class: 'error-cell', title: (task) => plain((task.lastError ?? '').slice(0, 300)),
    cell: (task) => oneLine(task.lastError),
  },
  attempt: { width: '74px', class: 'num', cell: (task) => texts.tasks.attempt(task.retried, task.maxRetry) },
  next: { width: '104px', cell: (task) => h(Time, { at: task.nextProcessAt }) },
  failed: { width: '104px', cell: (task) => h(Time, { at: task.lastFailedAt }) },
  completed: { width: '104px', cell: (task) => h(Time, { at: task.completedAt }) },
  since: { width: '104px', cell: (task) => h(Time, { at: task.since }) },
  group: { width: '140px', title: (task) => plain(task.group), cell: (task) => visible(task.group) },
  headers: { width: '72px', class: 'num', cell: (task) => (task.headers ? String(task.headers) : '') },
  progress: { width: '170px', cell: (task) => progress(task) },
};

/** @param {TaskRow} task */
function progress(task) {
  if (task.orphaned) {
    return h(Chip, { tone: 'danger', text: texts.tasks.orphaned });
  }
  if (!task.progress) {
    return el('span', { class: 'muted' }, '–');
  }
  const { percent, message } = task.progress;
  return el('span', { class: 'row', title: plain(message) },
    h(Bar, { value: percent, of: 100, label: texts.tasks.progressOf(plain(task.id)) }), `${percent} %`);
}

/** @type {Record<string, string[]>} */
const BY_STATE = {
  '': ['id', 'queue', 'type', 'state', 'payload', 'error'],
  pending: ['id', 'queue', 'type', 'payload', 'since', 'attempt'],
  active: ['id', 'queue', 'type', 'payload', 'progress', 'attempt'],
  scheduled: ['id', 'queue', 'type', 'payload', 'next'],
  retry: ['id', 'queue', 'type', 'error', 'attempt', 'next', 'payload'],
  archived: ['id', 'queue', 'type', 'error', 'attempt', 'failed', 'payload'],
  completed: ['id', 'queue', 'type', 'payload', 'completed'],
  aggregating: ['id', 'queue', 'type', 'group', 'payload', 'since'],
};

/** Those the user has chosen for this state, else those that fit it. @param {string} state @param {Record<string, string[]>} chosen */
export const columnsOf = (state, chosen) => chosen[state || 'all'] ?? BY_STATE[state] ?? BY_STATE[''] ?? [];
