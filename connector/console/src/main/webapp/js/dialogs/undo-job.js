/** Undo of an archive job: a job of its own, confirmed before, with its progress. */
import { el, h, useEffect, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { number } from '../core/format.js';
import { live } from '../core/live.js';
import { useStore } from '../core/store.js';
import { changed } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { RedisName } from '../ui/redis-name.js';
import { complain } from '../ui/toast.js';
import { isOver, JobProgress, useJob } from './job-progress.js';

/** @typedef {import('../core/types.js').Job} Job */

/** The button, for an archive job that is over; none for other jobs. @param {{redis: string, job: Job, small?: boolean}} props */
export function UndoJob({ redis, job, small }) {
  const undo = useStore(live).jobs.find((one) => one.id === job.undoneBy);
  if (job.action !== 'archive' || !isOver(job) || job.changed === 0) {
    return null;
  }
  return h(Button, {
    label: texts.undo.label, describe: texts.undo.ofJob(job.reason ?? ''), icon: 'undo', small, role: 'operator',
    reason: job.undoneBy && undo?.state !== 'cancelled' && undo?.state !== 'failed' ? texts.undo.before : null,
    onClick: () => show(h(UndoDialog, { redis, job })),
  });
}

/** @param {{redis: string, job: Job}} props */
function UndoDialog({ redis, job }) {
  const [busy, setBusy] = useState(false);
  const [undo, setUndo] = useState(/** @type {Job | null} */ (null));
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
    return h(Dialog, { title: texts.undo.title, cancel: isOver(current) ? texts.common.close : texts.bulk.background },
      h(JobProgress, { redis, job: current }), h(Gone, { job: current }));
  }
  return h(Dialog, { title: texts.undo.title, submit: texts.undo.submit(number(job.changed)), busy, onSubmit: () => void start() },
    h(RedisName, { redis }), el('p', null, texts.undo.effect), el('p', { class: 'muted' }, texts.undo.limits));
}

/** @param {{job: Job}} props */
function Gone({ job }) {
  const gone = job.matching - job.changed - job.skipped - job.failed;
  return job.state === 'done' && gone > 0 ? el('p', { class: 'small' }, texts.undo.gone(gone)) : null;
}
