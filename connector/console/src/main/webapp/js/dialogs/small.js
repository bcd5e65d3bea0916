/** Short dialogs: move, reschedule, delete a queue. */
import { el, h, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { live } from '../core/live.js';
import { go, linkWith } from '../core/route.js';
import { plain } from '../core/visible.js';
import { fromField, toField, zoneName } from '../core/zone-time.js';
import { taskParam } from '../tasks/columns.js';
import { changed } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Chip } from '../ui/parts.js';
import { QueueField } from '../ui/queue-field.js';
import { RedisName } from '../ui/redis-name.js';
import { TaskName } from '../ui/task-id.js';
import { complain, say } from '../ui/toast.js';

/** Does the work of a dialog once, and closes it. */
function useAttempt() {
  const { busy, run } = useBusy();
  const close = useClose();
  const attempt = (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ success) => void run(async () => {
    try {
      await work();
      close();
      say(success);
    } catch (error) {
      complain(error);
    }
    changed();
  });
  return { busy, attempt };
}

/** @param {{redis: string, task: {queue: string, id: string}}} props */
export function MoveDialog({ redis, task }) {
  const [queue, setQueue] = useState('');
  const { busy, attempt } = useAttempt();
  return h(Dialog, {
    title: texts.move.title, submit: texts.move.submit, disabled: queue.trim() ? null : texts.move.first, busy,
    onSubmit: () => attempt(async () => {
      await post(`${path(redis, 'tasks', task.queue, task.id)}/move`, { queue: queue.trim() });
      go(linkWith({ task: taskParam(queue.trim(), task.id) }));
    }, texts.actions.move.done),
  }, h(TaskName, { task }), el('p', { class: 'muted small' }, texts.move.detail), h(QueueField, { redis, without: task.queue, label: texts.move.target, value: queue, onInput: setQueue, autofocus: true, required: true }));
}

/** @param {{redis: string, task: {queue: string, id: string, nextProcessAt?: string | null}}} props */
export function RescheduleDialog({ redis, task }) {
  const [at, setAt] = useState(toField(task.nextProcessAt ? Date.parse(task.nextProcessAt) : Date.now() + 3_600_000));
  const { busy, attempt } = useAttempt();
  const valid = !Number.isNaN(fromField(at));
  return h(Dialog, {
    title: texts.reschedule.title, submit: texts.reschedule.submit, disabled: valid ? null : texts.reschedule.first, busy,
    onSubmit: () => attempt(
      () => post(`${path(redis, 'tasks', task.queue, task.id)}/reschedule`, { at: new Date(fromField(at)).toISOString() }), texts.actions.reschedule.done),
  }, h(TaskName, { task }), h(Field, { label: texts.reschedule.at, hint: zoneName(), type: 'datetime-local', value: at, onInput: setAt, autofocus: true }));
}

/** @param {{redis: string, queue: import('../core/types.js').Queue, after?: () => void}} props */
export function DeleteQueueDialog({ redis, queue, after }) {
  const [typed, setTyped] = useState('');
  const { busy, attempt } = useAttempt();
  return h(Dialog, {
    title: texts.queues.deleteTitle, submit: texts.queues.deleteSubmit, danger: true, busy,
    disabled: typed === queue.name ? null : texts.queues.deleteType,
    onSubmit: () => attempt(async () => {
      await remove(`${path(redis, 'queues', queue.name)}?force=${queue.size > 0 || queue.completed > 0}`);
      live.patch({ queues: (live.value.queues ?? []).filter((one) => one.name !== queue.name) });
      after?.();
    }, texts.queues.deleted(plain(queue.name))),
  }, h(RedisName, { redis }), el('p', null, queue.size > 0 ? texts.queues.deleteDetail(queue.size, queue.active) : texts.queues.deleteEmpty),
  queue.active > 0 ? el('div', null, h(Chip, { tone: 'danger', text: texts.queues.deleteActive })) : null,
  h(Field, { label: texts.queues.deleteName(plain(queue.name)), value: typed, onInput: setTyped, autofocus: true }));
}
