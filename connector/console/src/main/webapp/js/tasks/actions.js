/** The actions on a task: the roles that may use them, and the calls. The server defines which states allow them. */
import { path, post, remove } from '../core/api.js';
import { session } from '../core/session.js';
import { actionsTexts } from '../texts/tasks.js';

/**
 * @typedef {'run'|'archive'|'restore'|'cancel'|'delete'|'reschedule'|'edit'|'clone'|'move'|'unlock'} ActionName
 * @typedef {{name: ActionName, icon: string, role: import('../core/session.js').Role, danger?: boolean}} Action
 */

/** @type {Action[]} */
export const ACTIONS = [
  { name: 'run', icon: 'run', role: 'operator' },
  { name: 'cancel', icon: 'cancel', role: 'operator' },
  { name: 'archive', icon: 'archive', role: 'operator' },
  { name: 'restore', icon: 'undo', role: 'operator' },
  { name: 'reschedule', icon: 'reschedule', role: 'operator' },
  { name: 'edit', icon: 'edit', role: 'operator' },
  { name: 'clone', icon: 'clone', role: 'operator' },
  { name: 'move', icon: 'move', role: 'operator' },
  { name: 'unlock', icon: 'unlock', role: 'operator' },
  { name: 'delete', icon: 'delete', role: 'admin', danger: true },
];

/** Actions that act on many. @type {Api.NewJob['action'][]} */
export const BULK = ['run', 'archive', 'cancel', 'delete'];

/** @param {ActionName} name @returns {Action} */
export const action = (name) => /** @type {Action} */ (ACTIONS.find((one) => one.name === name));

/**
 * The actions allowed by the state of a task; its unique lock can be released while it holds one.
 * @param {{state: string, lockHeld?: boolean}} task
 */
export const actionsOf = (task) => {
  const allowed = session.value?.actions[task.state] ?? [];
  return ACTIONS.filter((one) => allowed.includes(one.name) && (one.name !== 'unlock' || !!task.lockHeld));
};

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

/** The text of a message after the action. @param {ActionName} name */
export const done = (name) => actionsTexts[name].done;
