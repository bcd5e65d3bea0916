/** Progress of a job, with pause, resume and stop. */
import { el, h } from '../core/dom.js';
import { address, path, post } from '../core/api.js';
import { number } from '../core/format.js';
import { live } from '../core/live.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Bar, Chip } from '../ui/parts.js';
import { complain } from '../ui/toast.js';

/** @type {Record<string, string>} */
export const JOB_TONES = { running: 'info', paused: 'warn', done: 'ok', cancelled: 'plain', failed: 'danger' };

/** @param {{redis: string, job: import('../core/types.js').Job}} props */
export function JobProgress({ redis, job }) {
  return el('div', { class: 'stack' },
    el('div', { class: 'row' }, h(Chip, { tone: JOB_TONES[job.state], text: texts.jobs.states[job.state] }),
      el('code', { class: 'grow cut' }, visible(job.q)), h(JobButtons, { redis, job })),
    h(Bar, { value: job.examined, of: Math.max(job.matching, job.examined), label: texts.bulk.progress }),
    el('p', { class: 'small' }, texts.jobs.counts(number(job.changed), number(job.skipped), number(job.failed), number(job.matching)),
      job.failed ? [' ', el('a', { href: address(`${path(redis, 'jobs', job.id)}/failures`), download: `job-${job.id}.ndjson` }, texts.jobs.failures)] : null),
    job.message ? el('p', { class: 'small muted' }, visible(job.message)) : null);
}

/** @param {{redis: string, job: import('../core/types.js').Job}} props */
export function JobButtons({ redis, job }) {
  const change = async (/** @type {string} */ name) => {
    try {
      const next = await post(`${path(redis, 'jobs', job.id)}/${name}`);
      live.patch({ jobs: live.value.jobs.map((one) => (one.id === job.id ? { ...one, ...next } : one)) });
    } catch (error) {
      complain(error);
    }
  };
  const role = job.action === 'delete' ? 'admin' : 'operator';
  return el('span', { class: 'row tight' },
    job.state === 'running' ? h(Button, { label: texts.jobs.pause, icon: 'pause', small: true, role, onClick: () => void change('pause') }) : null,
    job.state === 'paused' ? h(Button, { label: texts.jobs.resume, icon: 'run', small: true, role, onClick: () => void change('resume') }) : null,
    job.state === 'running' || job.state === 'paused'
      ? h(Button, { label: texts.jobs.stop, icon: 'cancel', small: true, role, onClick: () => void change('cancel') }) : null);
}
