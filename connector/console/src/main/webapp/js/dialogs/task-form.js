/** The form of a task: edit, clone or new. Only what was changed is sent. */
import { el, h, useState } from '../core/dom.js';
import { call, path, post } from '../core/api.js';
import { go, linkWith } from '../core/route.js';
import { zoneName } from '../core/zone-time.js';
import { taskParam } from '../tasks/columns.js';
import { changed } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { Dialog, show, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { QueueField } from '../ui/queue-field.js';
import { TaskName } from '../ui/task-id.js';
import { complain, say } from '../ui/toast.js';
import { differences, fieldsOf, jsonError } from './task-fields.js';

/** @typedef {'edit'|'clone'|'new'} Mode */

/**
 * @param {string} redis
 * @param {Mode} mode
 * @param {{queue: string, id?: string}} task
 */
export async function openTaskForm(redis, mode, task) {
  try {
    const detail = mode === 'new' ? null : await call(path(redis, 'tasks', task.queue, task.id ?? ''));
    show(h(TaskForm, { redis, mode, detail, queue: task.queue }));
  } catch (error) {
    complain(error);
  }
}

/** @param {{redis: string, mode: Mode, detail: import('../core/types.js').TaskDetail | null, queue: string}} props */
function TaskForm({ redis, mode, detail, queue }) {
  const [start] = useState(() => fieldsOf(detail, queue));
  const [fields, setFields] = useState(start);
  const [busy, setBusy] = useState(false);
  const close = useClose();
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setFields((old) => ({ ...old, [name]: value }));
  const broken = start.isJson || mode === 'new' ? jsonError(fields.payload) : '';
  const fixed = !!detail && (detail.payload.kind === 'binary' || !!detail.payload.truncated || !!detail.payload.masked);
  const save = async () => {
    setBusy(true);
    try {
      const saved = await send(redis, mode, detail, differences(start, fields, mode));
      close();
      changed();
      say(mode === 'new' ? texts.form.created : texts.actions[mode].done);
      if (mode !== 'edit' && saved) {
        go(linkWith({ task: taskParam(saved.queue, saved.id) }));
      }
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  const missing = !fields.type.trim() || !fields.queue.trim() ? texts.form.missing : null;
  return h(Dialog, { title: texts.form.title[mode], submit: texts.form.submit[mode], wide: true, busy, disabled: missing, onSubmit: () => void save() },
    detail ? h(TaskName, { task: detail }) : null,
    el('div', { class: 'fields' },
      mode === 'edit' ? null : h(QueueField, { redis, label: texts.columns.queue, value: fields.queue, onInput: set('queue'), required: true }),
      h(Field, { label: texts.columns.type, value: fields.type, onInput: set('type'), required: true, autofocus: mode === 'new' })),
    fixed ? el('p', { class: 'muted small' }, detail.payload.masked ? texts.form.payloadMasked : texts.form.payloadFixed)
      : h(Field, { label: texts.drawer.payload, value: fields.payload, onInput: set('payload'), lines: 9, invalid: !!broken, hint: broken || texts.form.payloadHint }),
    el('div', { class: 'fields' },
      h(Field, { label: texts.form.maxRetry, type: 'number', min: 0, value: fields.maxRetry, onInput: set('maxRetry') }),
      h(Field, { label: texts.form.timeout, type: 'number', min: 0, value: fields.timeout, onInput: set('timeout') }),
      h(Field, { label: texts.form.retention, type: 'number', min: 0, value: fields.retention, onInput: set('retention') }),
      h(Field, { label: texts.drawer.deadline, hint: `${texts.form.deadlineHint}. ${zoneName()}`, type: 'datetime-local', value: fields.deadline, onInput: set('deadline') }),
      mode === 'edit' ? null : h(Field, { label: texts.form.processAt, hint: `${texts.form.processAtHint}. ${zoneName()}`, type: 'datetime-local', value: fields.processAt, onInput: set('processAt') })),
    h(Field, { label: texts.drawer.headers, hint: texts.form.headersHint, value: fields.headers, onInput: set('headers'), lines: 3 }));
}

/**
 * @param {string} redis
 * @param {Mode} mode
 * @param {import('../core/types.js').TaskDetail | null} detail
 * @param {Record<string, unknown>} body
 * @returns {Promise<import('../core/types.js').TaskRow | undefined>}
 */
const send = (redis, mode, detail, body) => post(
  detail ? `${path(redis, 'tasks', detail.queue, detail.id)}/${mode}` : path(redis, 'tasks'), body);
