/** Progress of a job, with pause, resume and stop. */
import { path, post } from '../core/api.js';
import { el, h, useEffect } from '../core/dom.js';
import { number, percent } from '../core/format.js';
import { live } from '../core/live.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Bar, Chip } from '../ui/parts.js';
import { announce, complain } from '../ui/toast.js';
import { Failures } from './failures.js';

/** @type {Record<string, string>} */
export const JOB_TONES = { running: 'info', paused: 'warn', done: 'ok', cancelled: 'plain', failed: 'danger' };

/** @param {import('../core/types.js').Job} job */
export const isOver = (job) => job.state !== 'running' && job.state !== 'paused';

/** @param {import('../core/types.js').Job} job */
const counts = (job) => texts.jobs.counts(number(job.changed), number(job.skipped), number(job.failed), number(job.matching));

/** The progress is announced once per quarter. @param {{redis: string, job: import('../core/types.js').Job}} props */
export function JobProgress({ redis, job }) {
  const of = Math.max(job.matching, job.examined);
  const quarter = of ? Math.floor((job.examined / of) * 4) : 0;
  useEffect(() => announce(job.state === 'running' ? texts.jobs.at(percent(job.examined, of))
    : `${texts.jobs.states[job.state]}. ${counts(job)}`), [quarter, job.state]);
  return el('div', { class: 'stack' },
    el('div', { class: 'row' }, h(Chip, { tone: JOB_TONES[job.state], text: texts.jobs.states[job.state] }),
      el('code', { class: 'grow cut' }, visible(job.q)), h(JobButtons, { redis, job })),
    h(Bar, { value: job.examined, of, label: texts.bulk.progress }),
    el('p', { class: 'small' }, counts(job),
      job.pace ? ` ${texts.jobs.paceOf(number(job.pace))}` : null, h(Failures, { redis, job })),
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
    isOver(job) ? null
      : h(Button, { label: texts.jobs.stop, icon: 'cancel', small: true, role, onClick: () => void change('cancel') }));
}
