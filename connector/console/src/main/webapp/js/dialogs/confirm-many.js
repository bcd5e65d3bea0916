/** An action on selected tasks, or a delete: asks first, then shows the progress and what was refused. */
import { forEachOf } from '../core/crew.js';
import { el, h, useState } from '../core/dom.js';
import { Problem } from '../core/api.js';
import { visible } from '../core/visible.js';
import { changed } from '../tasks/shown.js';
import { perform } from '../tasks/actions.js';
import { undoOf } from '../tasks/undo.js';
import { texts } from '../texts.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Bar } from '../ui/parts.js';
import { RedisName } from '../ui/redis-name.js';
import { TaskId, TaskName } from '../ui/task-id.js';
import { announce, say } from '../ui/toast.js';

const TYPED_ABOVE = 100;

/**
 * @param {{redis: string, name: import('../tasks/actions.js').ActionName, tasks: {queue: string, id: string}[], after?: () => void}} props
 */
export function ConfirmMany({ redis, name, tasks, after }) {
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(/** @type {{id: string, reason: string}[]} */ ([]));
  const close = useClose();
  const needsTyped = name === 'delete' && tasks.length > TYPED_ABOVE;
  const label = texts.actions[name].label;
  const finished = done >= tasks.length;
  const run = async () => {
    let count = 0;
    setDone(0);
    const failed = await forEachOf(tasks, (task) => perform(redis, task, name), () => setDone(++count));
    const succeeded = tasks.filter((task) => !failed.some(({ one }) => one === task));
    after?.();
    changed();
    if (succeeded.length) {
      say(texts.bulk.allDone(label, succeeded.length), undoOf(redis, name, succeeded));
    }
    if (failed.length === 0) {
      close();
    } else {
      setRefused(failed.map(({ one, error }) => ({ id: one.id, reason: error instanceof Problem ? error.message : String(error) })));
      announce(texts.bulk.refused(failed.length));
    }
  };
  return h(Dialog, {
    title: texts.bulk.confirm(label, tasks.length), danger: name === 'delete', submit: finished ? undefined : label,
    busy: done >= 0 && !finished, cancel: finished ? texts.common.close : undefined, onSubmit: () => void run(),
    disabled: needsTyped && typed !== String(tasks.length) ? texts.bulk.typeFirst : null,
  },
  h(RedisName, { redis }),
  el('p', null, texts.actions[name].question),
  el('ul', { class: 'small stack' }, tasks.slice(0, 5).map((task) => el('li', { key: task.id }, h(TaskName, { task }))),
    tasks.length > 5 ? el('li', { class: 'muted' }, texts.bulk.andMore(tasks.length - 5)) : null),
  needsTyped ? h(Field, { label: texts.bulk.typeNumber(tasks.length), value: typed, onInput: setTyped, autofocus: true }) : null,
  done >= 0 ? h(Bar, { value: done, of: tasks.length, label: texts.bulk.progress }) : null,
  refused.length ? el('div', { class: 'stack' }, el('strong', { class: 'error-text' }, texts.bulk.refused(refused.length)),
    el('ul', { class: 'small' }, refused.slice(0, 20).map((one) => el('li', { key: one.id }, el('code', null, h(TaskId, { id: one.id })), ' ', visible(one.reason))))) : null);
}
