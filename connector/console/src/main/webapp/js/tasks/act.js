/** Starts an action on tasks: at once, or through its dialog. */
import { h } from '../core/dom.js';
import { show } from '../ui/dialog.js';
import { complain, say } from '../ui/toast.js';
import { ConfirmMany } from '../dialogs/confirm-many.js';
import { MoveDialog, RescheduleDialog } from '../dialogs/small.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { done, perform } from './actions.js';
import { changed } from './shown.js';
import { undoOf } from './undo.js';

/**
 * @param {string} redis
 * @param {import('./actions.js').ActionName} name
 * @param {{queue: string, id: string}[]} tasks
 * @param {() => void} [after]
 */
export async function act(redis, name, tasks, after) {
  const first = tasks[0];
  if (!first) {
    return;
  }
  if (name === 'edit' || name === 'clone') {
    await openTaskForm(redis, name, first);
  } else if (name === 'move') {
    show(h(MoveDialog, { redis, task: first }));
  } else if (name === 'reschedule') {
    show(h(RescheduleDialog, { redis, task: first }));
  } else if (name === 'delete' || tasks.length > 1) {
    show(h(ConfirmMany, { redis, name, tasks, after }));
  } else {
    try {
      await perform(redis, first, name);
      say(done(name), undoOf(redis, name, tasks));
      after?.();
    } catch (error) {
      complain(error);
    }
    changed();
  }
}
