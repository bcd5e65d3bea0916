/** An action on selected tasks, or a deletion: asks first, then shows the progress and the refused tasks. */
import { html, useState } from '../core/dom.js';
import { Problem } from '../core/api.js';
import { forEachOf } from '../core/parallel.js';
import { announce, say } from '../core/messages.js';
import { limits } from '../core/session.js';
import { visible } from '../core/visible.js';
import { perform } from '../tasks/actions.js';
import { changed } from '../tasks/shown.js';
import { undoOf } from '../tasks/undo.js';
import { bulkTexts } from '../texts/bulk.js';
import { commonTexts } from '../texts/common.js';
import { actionsTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Bar } from '../ui/parts.js';
import { RedisName } from '../ui/redis-name.js';
import { TaskId, TaskName } from '../ui/task-id.js';

/**
 * @param {{redis: string, name: import('../tasks/actions.js').ActionName, tasks: {queue: string, id: string}[],
 *   after?: () => void}} props
 */
export function ConfirmMany({ redis, name, tasks, after }) {
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(/** @type {{id: string, reason: string}[]} */ ([]));
  const close = useClose();
  const needsTyped = name === 'delete' && tasks.length > limits().deleteTyped;
  const label = actionsTexts[name].label;
  const finished = done >= tasks.length;
  const run = async () => {
    let count = 0;
    setDone(0);
    const failed = await forEachOf(
      tasks,
      (task) => perform(redis, task, name),
      () => setDone(++count),
    );
    const succeeded = tasks.filter((task) => !failed.some(({ one }) => one === task));
    after?.();
    changed();
    if (succeeded.length) {
      say(bulkTexts.allDone(label, succeeded.length), undoOf(redis, name, succeeded));
    }
    if (failed.length === 0) {
      close();
    } else {
      setRefused(
        failed.map(({ one, error }) => ({
          id: one.id,
          reason: error instanceof Problem ? error.message : String(error),
        })),
      );
      announce(bulkTexts.refused(failed.length));
    }
  };
  return html`
    <${Dialog} title=${bulkTexts.confirm(label, tasks.length)} danger=${name === 'delete'}
        submit=${finished ? undefined : label} busy=${done >= 0 && !finished}
        cancel=${finished ? commonTexts.close : undefined} onSubmit=${() => void run()}
        disabled=${needsTyped && typed !== String(tasks.length) ? bulkTexts.typeFirst : null}>
      <${RedisName} redis=${redis} />
      <p>${actionsTexts[name].question}</p>
      <ul class="small stack">
        ${each(tasks.slice(0, 5), (task) => html`<li key=${task.id}><${TaskName} task=${task} /></li>`, 'li')}
        ${tasks.length > 5 ? html`<li class="muted">${bulkTexts.andMore(tasks.length - 5)}</li>` : null}
      </ul>
      ${needsTyped ? html`
        <${Field} label=${bulkTexts.typeNumber(tasks.length)} value=${typed} onInput=${setTyped} autofocus />
      ` : null}
      ${done >= 0 ? html`<${Bar} value=${done} of=${tasks.length} label=${bulkTexts.progress} />` : null}
      ${refused.length ? html`
        <div class="stack">
          <strong class="error-text">${bulkTexts.refused(refused.length)}</strong>
          <ul class="small">
            ${each(refused.slice(0, 20), (one) => html`
              <li key=${one.id}>
                <code><${TaskId} id=${one.id} /></code> ${visible(one.reason)}
              </li>
            `, 'li')}
          </ul>
        </div>
      ` : null}
    </${Dialog}>
  `;
}
