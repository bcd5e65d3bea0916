/** Deletes a batch with its members. */
import { html } from '../core/dom.js';
import { path, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
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
  const submit = () =>
    void run(async () => {
      try {
        const { running } = await remove(path(redis, 'batches', batch.queue, batch.id));
        close();
        say(running ? batchesTexts.running(running) : batchesTexts.deleted(plain(batch.id)));
        if (!running) {
          after();
        }
      } catch (error) {
        complain(error);
      }
      changed();
    });
  return html`
    <${Dialog} title=${batchesTexts.deleteTitle} submit=${batchesTexts.deleteSubmit} danger busy=${busy}
        onSubmit=${submit}>
      <${RedisName} redis=${redis} />
      <p><code>${visible(batch.id)}</code></p>
      <p>${batchesTexts.deleteDetail}</p>
    </${Dialog}>
  `;
}
