/** Short dialogs: move, reschedule, delete a queue. */
import { html, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { epoch } from '../core/format.js';
import { live } from '../core/live.js';
import { complain, say } from '../core/messages.js';
import { go, linkWith } from '../core/route.js';
import { plain } from '../core/visible.js';
import { fromField, isoOf, toField, zoneName } from '../core/zone-time.js';
import { taskParam } from '../tasks/columns.js';
import { changed } from '../tasks/shown.js';
import { queuesTexts } from '../texts/queues.js';
import { moveTexts, rescheduleTexts } from '../texts/task-dialogs.js';
import { actionsTexts } from '../texts/tasks.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Chip } from '../ui/parts.js';
import { QueueField } from '../ui/queue-field.js';
import { RedisName } from '../ui/redis-name.js';
import { TaskName } from '../ui/task-id.js';

/** Does the work of a dialog once, and closes it. */
function useAttempt() {
  const { busy, run } = useBusy();
  const close = useClose();
  const attempt = (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ success) =>
    void run(async () => {
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
  return html`
    <${Dialog} title=${moveTexts.title} submit=${moveTexts.submit} disabled=${queue.trim() ? null : moveTexts.first}
        busy=${busy}
        onSubmit=${() =>
          attempt(async () => {
            await post(`${path(redis, 'tasks', task.queue, task.id)}/move`, { queue: queue.trim() });
            go(linkWith({ task: taskParam(queue.trim(), task.id) }));
          }, actionsTexts.move.done)}>
      <${TaskName} task=${task} />
      <p class="muted small">${moveTexts.detail}</p>
      <${QueueField} redis=${redis} without=${task.queue} label=${moveTexts.target} value=${queue} onInput=${setQueue}
          autofocus required />
    </${Dialog}>
  `;
}

/** @param {{redis: string, task: {queue: string, id: string, nextProcessAt?: string | null}}} props */
export function RescheduleDialog({ redis, task }) {
  const [at, setAt] = useState(toField(task.nextProcessAt ? epoch(task.nextProcessAt) : Date.now() + 3_600_000));
  const { busy, attempt } = useAttempt();
  const valid = !Number.isNaN(fromField(at));
  return html`
    <${Dialog} title=${rescheduleTexts.title} submit=${rescheduleTexts.submit}
        disabled=${valid ? null : rescheduleTexts.first} busy=${busy}
        onSubmit=${() =>
          attempt(
            () =>
              post(`${path(redis, 'tasks', task.queue, task.id)}/reschedule`, { at: isoOf(at) }),
            actionsTexts.reschedule.done,
          )}>
      <${TaskName} task=${task} />
      <${Field} label=${rescheduleTexts.at} hint=${zoneName()} type="datetime-local" value=${at} onInput=${setAt}
          autofocus />
    </${Dialog}>
  `;
}

/** @param {{redis: string, queue: Api.QueueRow, after?: () => void}} props */
export function DeleteQueueDialog({ redis, queue, after }) {
  const [typed, setTyped] = useState('');
  const count = queue.size + queue.completed;
  const { busy, attempt } = useAttempt();
  return html`
    <${Dialog} title=${queuesTexts.deleteTitle} submit=${queuesTexts.deleteSubmit} danger busy=${busy}
        disabled=${typed === queue.name ? null : queuesTexts.deleteType}
        onSubmit=${() =>
          attempt(
            async () => {
              await remove(`${path(redis, 'queues', queue.name)}?force=${count > 0}`);
              live.patch({ queues: (live.value.queues ?? []).filter((one) => one.name !== queue.name) });
              after?.();
            },
            queuesTexts.deleted(plain(queue.name)),
          )}>
      <${RedisName} redis=${redis} />
      <p>${count > 0 ? queuesTexts.deleteDetail(count, queue.active) : queuesTexts.deleteEmpty}</p>
      ${queue.active > 0 ? html`<div><${Chip} tone="danger" text=${queuesTexts.deleteActive} /></div>` : null}
      <${Field} label=${queuesTexts.deleteName(plain(queue.name))} value=${typed} onInput=${setTyped} autofocus />
    </${Dialog}>
  `;
}
