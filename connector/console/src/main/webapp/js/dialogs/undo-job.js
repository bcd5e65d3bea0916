/** Undo of an archive job: asks first, then starts a separate job and shows its progress. */
import { html, useEffect, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { number } from '../core/format.js';
import { live } from '../core/live.js';
import { complain } from '../core/messages.js';
import { useStore } from '../core/store.js';
import { changed } from '../tasks/shown.js';
import { bulkTexts, undoTexts } from '../texts/bulk.js';
import { commonTexts } from '../texts/common.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { RedisName } from '../ui/redis-name.js';
import { isOver, JobProgress, useJob } from './job-progress.js';


/**
 * The button for an ended archive job; other jobs have none.
 * @param {{redis: string, job: Api.Job, small?: boolean}} props
 */
export function UndoJob({ redis, job, small }) {
  const undo = useStore(live).jobs.find((one) => one.id === job.undoneBy);
  if (job.action !== 'archive' || !isOver(job) || job.changed === 0) {
    return null;
  }
  return html`
    <${Button} label=${undoTexts.label} describe=${undoTexts.ofJob(job.reason ?? '')} icon="undo" small=${small}
        role="operator"
        reason=${job.undoneBy && undo?.state !== 'cancelled' && undo?.state !== 'failed' ? undoTexts.before : null}
        onClick=${() => show(html`<${UndoDialog} redis=${redis} job=${job} />`)} />
  `;
}

/** @param {{redis: string, job: Api.Job}} props */
function UndoDialog({ redis, job }) {
  const [busy, setBusy] = useState(false);
  const [undo, setUndo] = useState(/** @type {Api.Job | null} */ (null));
  const current = useJob(redis, undo);
  const over = !!current && isOver(current);
  useEffect(() => void (over && changed()), [over]);
  const start = async () => {
    setBusy(true);
    try {
      const started = await post(`${path(redis, 'jobs', job.id)}/undo`);
      setUndo(started);
      live.patch({ jobs: live.value.jobs.map((one) => (one.id === job.id ? { ...one, undoneBy: started.id } : one)) });
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  if (current) {
    return html`
      <${Dialog} title=${undoTexts.title} cancel=${isOver(current) ? commonTexts.close : bulkTexts.background}>
        <${JobProgress} redis=${redis} job=${current} />
        <${Gone} job=${current} />
      </${Dialog}>
    `;
  }
  return html`
    <${Dialog} title=${undoTexts.title} submit=${undoTexts.submit(number(job.changed))} busy=${busy}
        onSubmit=${() => void start()}>
      <${RedisName} redis=${redis} />
      <p>${undoTexts.effect}</p>
      <p class="muted">${undoTexts.limits}</p>
    </${Dialog}>
  `;
}

/** @param {{job: Api.Job}} props */
function Gone({ job }) {
  const gone = job.matching - job.changed - job.skipped - job.failed;
  return job.state === 'done' && gone > 0 ? html`<p class="small">${undoTexts.gone(gone)}</p>` : null;
}
