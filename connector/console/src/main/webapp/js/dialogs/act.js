/** Starts an action on tasks: at once, or through its dialog. */
import { html } from '../core/dom.js';
import { complain, say } from '../core/messages.js';
import { done, perform } from '../tasks/actions.js';
import { changed } from '../tasks/shown.js';
import { undoOf } from '../tasks/undo.js';
import { show } from '../ui/dialog.js';
import { ConfirmMany } from './confirm-many.js';
import { MoveDialog, RescheduleDialog } from './small.js';
import { openTaskForm } from './task-form.js';

/**
 * @param {string} redis
 * @param {import('../tasks/actions.js').ActionName} name
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
    show(html`<${MoveDialog} redis=${redis} task=${first} />`);
  } else if (name === 'reschedule') {
    show(html`<${RescheduleDialog} redis=${redis} task=${first} />`);
  } else if (name === 'delete' || tasks.length > 1) {
    show(html`<${ConfirmMany} redis=${redis} name=${name} tasks=${tasks} after=${after} />`);
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
