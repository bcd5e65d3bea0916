/** What can be done with a task: which states and roles allow it, and the call. */
import { path, post, remove } from '../core/api.js';
import { texts } from '../texts.js';

/**
 * @typedef {'run'|'archive'|'restore'|'cancel'|'delete'|'reschedule'|'edit'|'clone'|'move'|'unlock'} ActionName
 * @typedef {{name: ActionName, icon: string, role: import('../core/session.js').Role, states: string[], danger?: boolean}} Action
 */

const REST = ['pending', 'scheduled', 'retry', 'archived', 'completed', 'aggregating'];

/** @type {Action[]} */
export const ACTIONS = [
  { name: 'run', icon: 'run', role: 'operator', states: ['scheduled', 'retry', 'archived', 'aggregating'] },
  { name: 'cancel', icon: 'cancel', role: 'operator', states: ['active'] },
  { name: 'archive', icon: 'archive', role: 'operator', states: ['pending', 'scheduled', 'retry', 'aggregating'] },
  { name: 'restore', icon: 'undo', role: 'operator', states: ['archived'] },
  { name: 'reschedule', icon: 'reschedule', role: 'operator', states: ['pending', 'scheduled', 'retry', 'archived', 'aggregating'] },
  { name: 'edit', icon: 'edit', role: 'operator', states: REST },
  { name: 'clone', icon: 'clone', role: 'operator', states: ['active', ...REST] },
  { name: 'move', icon: 'move', role: 'operator', states: REST },
  { name: 'unlock', icon: 'unlock', role: 'operator', states: [] },
  { name: 'delete', icon: 'delete', role: 'admin', states: REST, danger: true },
];

/** Actions that act on many. @type {import('../core/types.js').BulkAction[]} */
export const BULK = ['run', 'archive', 'cancel', 'delete'];

/** @param {ActionName} name @returns {Action} */
export const action = (name) => /** @type {Action} */ (ACTIONS.find((one) => one.name === name));

/** @param {{state: string, actions?: string[], lockHeld?: boolean}} task */
export const actionsOf = (task) => ACTIONS.filter((one) =>
  (one.name === 'unlock' ? !!task.actions?.includes('unlock') && task.lockHeld !== false
    : one.states.includes(task.state) || !!task.actions?.includes(one.name)));

/**
 * Run, archive, restore, cancel, unlock or delete of one task.
 * @param {string} redis
 * @param {{queue: string, id: string}} task
 * @param {ActionName} name
 */
export function perform(redis, task, name) {
  const address = path(redis, 'tasks', task.queue, task.id);
  return name === 'delete' ? remove(address) : post(`${address}/${name}`);
}

/** What has happened, for a toast. @param {ActionName} name */
export const done = (name) => texts.actions[name].done;
