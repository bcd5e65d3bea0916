/** The form of a task: edit, clone or new. Sends only changed fields. */
import { html, useState } from '../core/dom.js';
import { call, path, post } from '../core/api.js';
import { complain, say } from '../core/messages.js';
import { go, linkWith } from '../core/route.js';
import { zoneName } from '../core/zone-time.js';
import { taskParam } from '../tasks/columns.js';
import { changed } from '../tasks/shown.js';
import { formTexts } from '../texts/task-dialogs.js';
import { actionsTexts, columnsTexts, drawerTexts } from '../texts/tasks.js';
import { Dialog, show, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { QueueField } from '../ui/queue-field.js';
import { TaskName } from '../ui/task-id.js';
import { differences, fieldsOf, isFixed, jsonError } from './task-fields.js';

/** @typedef {'edit'|'clone'|'new'} Mode */

/**
 * @param {string} redis
 * @param {Mode} mode
 * @param {{queue: string, id?: string}} task
 */
export async function openTaskForm(redis, mode, task) {
  try {
    const detail = mode === 'new' ? null : await call(path(redis, 'tasks', task.queue, task.id ?? ''));
    show(html`<${TaskForm} redis=${redis} mode=${mode} detail=${detail} queue=${task.queue} />`);
  } catch (error) {
    complain(error);
  }
}

/** @param {{redis: string, mode: Mode, detail: Api.TaskDetails | null, queue: string}} props */
function TaskForm({ redis, mode, detail, queue }) {
  const [start] = useState(() => fieldsOf(detail, queue));
  const [fields, setFields] = useState(start);
  const [busy, setBusy] = useState(false);
  const close = useClose();
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    setFields((old) => ({ ...old, [name]: value }));
  const broken = start.isJson || mode === 'new' ? jsonError(fields.payload) : '';
  const fixed = !!detail && isFixed(detail.payload);
  const save = async () => {
    setBusy(true);
    try {
      const saved = await send(redis, mode, detail, differences(start, fields, mode));
      close();
      changed();
      say(mode === 'new' ? formTexts.created : actionsTexts[mode].done);
      if (mode !== 'edit' && saved) {
        go(linkWith({ task: taskParam(saved.queue, saved.id) }));
      }
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  const kept = Object.keys(fields.keptHeaders).length;
  const missing = !fields.type.trim() || !fields.queue.trim() ? formTexts.missing : null;
  return html`
    <${Dialog} title=${formTexts.title[mode]} submit=${formTexts.submit[mode]} wide busy=${busy} disabled=${missing}
        onSubmit=${() => void save()}>
      ${detail ? html`<${TaskName} task=${detail} />` : null}
      <div class="fields">
        ${mode === 'edit' ? null : html`
          <${QueueField} redis=${redis} label=${columnsTexts.queue} value=${fields.queue} onInput=${set('queue')}
              required />
        `}
        <${Field} label=${columnsTexts.type} value=${fields.type} onInput=${set('type')} required
            autofocus=${mode === 'new'} />
      </div>
      ${fixed ? html`
        <p class="muted small">${detail.payload.stored?.hidden
          ? formTexts.payloadEncrypted
          : detail.payload.masked ? formTexts.payloadMasked : formTexts.payloadFixed}</p>
      ` : html`
        <${Field} label=${drawerTexts.payload} value=${fields.payload} onInput=${set('payload')} lines=${9}
            invalid=${!!broken} hint=${broken || formTexts.payloadHint} />
      `}
      <div class="fields">
        <${Field} label=${formTexts.maxRetry} type="number" min=${0} value=${fields.maxRetry}
            onInput=${set('maxRetry')} />
        <${Field} label=${formTexts.timeout} type="number" min=${0} value=${fields.timeout}
            onInput=${set('timeout')} />
        <${Field} label=${formTexts.retention} type="number" min=${0} value=${fields.retention}
            onInput=${set('retention')} />
        <${Field} label=${drawerTexts.deadline} hint="${formTexts.deadlineHint}. ${zoneName()}" type="datetime-local"
            value=${fields.deadline} onInput=${set('deadline')} />
        ${mode === 'edit' ? null : html`
          <${Field} label=${formTexts.processAt} hint="${formTexts.processAtHint}. ${zoneName()}"
              type="datetime-local" value=${fields.processAt} onInput=${set('processAt')} />
        `}
      </div>
      <${Field} label=${drawerTexts.headers} value=${fields.headers} onInput=${set('headers')} lines=${3}
          hint=${kept ? formTexts.headersKept(kept) : formTexts.headersHint} />
    </${Dialog}>
  `;
}

/**
 * @param {string} redis
 * @param {Mode} mode
 * @param {Api.TaskDetails | null} detail
 * @param {Record<string, unknown>} body
 * @returns {Promise<Api.TaskRow | undefined>}
 */
const send = (redis, mode, detail, body) =>
  post(detail ? `${path(redis, 'tasks', detail.queue, detail.id)}/${mode}` : path(redis, 'tasks'), body);
