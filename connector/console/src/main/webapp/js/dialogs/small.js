/** Short dialogs: move, reschedule, delete a queue. */
import { el, h, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { live } from '../core/live.js';
import { go, linkWith } from '../core/route.js';
import { taskParam } from '../tasks/columns.js';
import { changed } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Chip } from '../ui/parts.js';
import { QueueField } from '../ui/queue-field.js';
import { RedisName } from '../ui/redis-name.js';
import { complain, say } from '../ui/toast.js';

/** @param {() => Promise<unknown>} work @param {string} success */
async function attempt(work, success) {
  try {
    await work();
    closeDialog();
    say(success);
  } catch (error) {
    complain(error);
  }
  changed();
}

/** Local time as a field of type datetime-local holds it. @param {number} at */
export const localTime = (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/** @param {{redis: string, task: {queue: string, id: string}}} props */
export function MoveDialog({ redis, task }) {
  const [queue, setQueue] = useState('');
  return h(Dialog, {
    title: texts.move.title, submit: texts.actions.move.label, disabled: queue.trim() ? null : texts.move.first,
    onSubmit: () => void attempt(async () => {
      await post(`${path(redis, 'tasks', task.queue, task.id)}/move`, { queue: queue.trim() });
      go(linkWith({ task: taskParam(queue.trim(), task.id) }));
    }, texts.actions.move.done),
  }, el('p', { class: 'muted small' }, texts.move.detail), h(QueueField, { redis, without: task.queue, label: texts.move.target, value: queue, onInput: setQueue, autofocus: true, required: true }));
}

/** @param {{redis: string, task: {queue: string, id: string, nextProcessAt?: string | null}}} props */
export function RescheduleDialog({ redis, task }) {
  const [at, setAt] = useState(localTime(task.nextProcessAt ? Date.parse(task.nextProcessAt) : Date.now() + 3_600_000));
  const valid = !Number.isNaN(new Date(at).getTime());
  return h(Dialog, {
    title: texts.reschedule.title, submit: texts.actions.reschedule.label, disabled: valid ? null : texts.reschedule.first,
    onSubmit: () => void attempt(
      () => post(`${path(redis, 'tasks', task.queue, task.id)}/reschedule`, { at: new Date(at).toISOString() }), texts.actions.reschedule.done),
  }, h(Field, { label: texts.reschedule.at, hint: texts.reschedule.zone, type: 'datetime-local', value: at, onInput: setAt, autofocus: true }));
}

/** @param {{redis: string, queue: import('../core/types.js').Queue, after?: () => void}} props */
export function DeleteQueueDialog({ redis, queue, after }) {
  const [typed, setTyped] = useState('');
  return h(Dialog, {
    title: texts.queues.deleteTitle, submit: texts.queues.deleteSubmit, danger: true,
    disabled: typed === queue.name ? null : texts.queues.deleteType,
    onSubmit: () => void attempt(async () => {
      await remove(`${path(redis, 'queues', queue.name)}?force=${queue.size > 0 || queue.completed > 0}`);
      live.patch({ queues: (live.value.queues ?? []).filter((one) => one.name !== queue.name) });
      after?.();
    }, texts.queues.deleted(queue.name)),
  }, h(RedisName, { redis }), el('p', null, queue.size > 0 ? texts.queues.deleteDetail(queue.size, queue.active) : texts.queues.deleteEmpty),
  queue.active > 0 ? el('div', null, h(Chip, { tone: 'danger', text: texts.queues.deleteActive })) : null,
  h(Field, { label: texts.queues.deleteName(queue.name), value: typed, onInput: setTyped, autofocus: true }));
}
