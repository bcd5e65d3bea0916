/** Undo of an archiving: the tasks go back to where they were. */
import { path, post } from '../core/api.js';
import { forEachOf } from '../core/parallel.js';
import { complain, say } from '../core/messages.js';
import { undoTexts } from '../texts/bulk.js';
import { changed } from './shown.js';

/** @typedef {{queue: string, id: string}} Task */

/**
 * The undo offered by the message after an action; only archiving can be undone.
 * @param {string} redis
 * @param {string} name
 * @param {Task[]} tasks the changed tasks
 */
export const undoOf = (redis, name, tasks) =>
  name === 'archive' && tasks.length ? { label: undoTexts.label, run: () => void restore(redis, tasks) } : undefined;

/** @param {string} redis @param {Task[]} tasks */
async function restore(redis, tasks) {
  const failed = await forEachOf(tasks, (task) => post(`${path(redis, 'tasks', task.queue, task.id)}/restore`));
  if (failed.length < tasks.length) {
    say(undoTexts.done(tasks.length - failed.length));
  }
  if (failed[0]) {
    complain(failed.length === 1 ? failed[0].error : undoTexts.refused(failed.length));
  }
  changed();
}
