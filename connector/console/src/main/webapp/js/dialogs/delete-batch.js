/** Deletes a batch with its members, in steps of some seconds: after the dialog is closed none begins. */
import { html, useEffect, useRef, useState } from '../core/dom.js';
import { path, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { number } from '../core/format.js';
import { complain, say } from '../core/messages.js';
import { plain, visible } from '../core/visible.js';
import { changed } from '../tasks/shown.js';
import { batchesTexts } from '../texts/batches.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { RedisName } from '../ui/redis-name.js';

/** @param {{redis: string, batch: Api.BatchRow, after: () => void}} props after: called when the batch is gone */
export function DeleteBatchDialog({ redis, batch, after }) {
  const { busy, run } = useBusy();
  const close = useClose();
  const [left, setLeft] = useState(/** @type {number | null} */ (null));
  const open = useRef(true);
  useEffect(() => () => void (open.current = false), []);
  const submit = () =>
    void run(async () => {
      try {
        const where = path(redis, 'batches', batch.queue, batch.id);
        let step = await remove(where);
        while (!step.complete && open.current) {
          setLeft(step.left);
          step = await remove(where);
        }
        if (!step.complete) {
          say(batchesTexts.interrupted(number(step.left)));
          return;
        }
        const { running } = step;
        close();
        say(running ? batchesTexts.running(running) : batchesTexts.deleted(plain(batch.id)));
        if (!running) {
          after();
        }
      } catch (error) {
        complain(error);
      } finally {
        changed();
      }
    });
  return html`
    <${Dialog} title=${batchesTexts.deleteTitle} submit=${batchesTexts.deleteSubmit} danger busy=${busy}
        onSubmit=${submit}>
      <${RedisName} redis=${redis} />
      <p><code>${visible(batch.id)}</code></p>
      <p>${batchesTexts.deleteDetail}</p>
      ${left === null ? null : html`<p role="status">${batchesTexts.left(number(left))}</p>`}
    </${Dialog}>
  `;
}
