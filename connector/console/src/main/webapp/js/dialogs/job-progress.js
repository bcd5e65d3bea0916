/** Progress of a job, with pause, resume and stop. */
import { html, useEffect, useState } from '../core/dom.js';
import { call, path, post } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { number, percent } from '../core/format.js';
import { live } from '../core/live.js';
import { announce, complain } from '../core/messages.js';
import { useStore } from '../core/store.js';
import { plain, visible } from '../core/visible.js';
import { bulkTexts } from '../texts/bulk.js';
import { jobsTexts } from '../texts/jobs.js';
import { Button } from '../ui/button.js';
import { Bar, Chip } from '../ui/parts.js';
import { Failures } from './failures.js';

/** @type {Record<string, string>} */
export const JOB_TONES = { running: 'info', paused: 'warn', done: 'ok', cancelled: 'plain', failed: 'danger' };

/** @param {Api.Job} job */
export const isOver = (job) => job.state !== 'running' && job.state !== 'paused';

/** How many tasks the job reads; null while that is not known. @param {Api.Job} job */
export const totalOf = (job) => (job.state === 'done' ? job.examined : (job.total ?? null));

/** @param {Api.Job} job */
const counts = (job) =>
  jobsTexts.counts(number(job.changed), number(job.skipped), number(job.failed), number(job.matching));

/** Milliseconds between two reads, doubled from the first to the longest, because most jobs end quickly. */
const FIRST_POLL = 125;
const LONGEST_POLL = 2000;

/**
 * The current state of a job, even while live updates are paused or the stream is lost.
 * @param {string} redis
 * @param {Api.Job | null} started
 */
export function useJob(redis, started) {
  const sent = useStore(live).jobs.find((one) => one.id === started?.id);
  const [read, setRead] = useState(/** @type {Api.Job | null} */ (null));
  const job =
    [started, sent, read?.id === started?.id ? read : null].reduce(
      (best, one) => (one && (!best || one.updatedAt >= best.updatedAt) ? one : best),
      null,
    ) ?? null;
  const over = !job || isOver(job);
  useEffect(() => {
    if (over || !started) {
      return undefined;
    }
    let wait = FIRST_POLL;
    let timer = setTimeout(poll, wait);
    return () => {
      wait = 0;
      clearTimeout(timer);
    };

    async function poll() {
      await call(path(redis, 'jobs', started?.id ?? '')).then(setRead, () => undefined);
      if (wait) {
        wait = Math.min(wait * 2, LONGEST_POLL);
        timer = setTimeout(poll, wait);
      }
    }
  }, [started?.id, over]);
  return job;
}

/** The progress is announced once per quarter. @param {{redis: string, job: Api.Job}} props */
export function JobProgress({ redis, job }) {
  const of = totalOf(job);
  const quarter = of ? Math.min(4, Math.floor((job.examined / of) * 4)) : 0;
  useEffect(
    () =>
      announce(
        job.state === 'running'
          ? of
            ? jobsTexts.at(percent(Math.min(job.examined, of), of))
            : jobsTexts.examined(number(job.examined))
          : `${jobsTexts.states[job.state]}. ${counts(job)}`,
      ),
    [quarter, job.state],
  );
  return html`
    <div class="stack">
      <div class="row">
        <${Chip} tone=${JOB_TONES[job.state]} text=${jobsTexts.states[job.state]} />
        <code class="grow cut">${visible(job.q)}</code>
        <${JobButtons} redis=${redis} job=${job} />
      </div>
      <${Bar} value=${job.examined} of=${of} label=${bulkTexts.progress} />
      <p class="small">
        ${counts(job)}
        ${of === null ? ` ${jobsTexts.examined(number(job.examined))}` : null}
        ${job.pace ? ` ${jobsTexts.paceOf(number(job.pace))}` : null}
        <${Failures} redis=${redis} job=${job} />
      </p>
      ${job.message ? html`<p class="small muted">${visible(job.message)}</p>` : null}
    </div>
  `;
}

/**
 * Who may not delete may stop a deletion, but not resume it.
 * @param {string} name
 * @param {Api.Job} job
 */
const roleFor = (name, job) => (name === 'resume' && job.action === 'delete' ? 'admin' : 'operator');

/** @param {{redis: string, job: Api.Job}} props */
export function JobButtons({ redis, job }) {
  const change = async (/** @type {string} */ name) => {
    try {
      const next = await post(`${path(redis, 'jobs', job.id)}/${name}`);
      live.patch({ jobs: live.value.jobs.map((one) => (one.id === job.id ? { ...one, ...next } : one)) });
    } catch (error) {
      complain(error);
    }
  };
  const { run } = useBusy();
  const button = (
    /** @type {'pause'|'resume'|'stop'} */ label,
    /** @type {string} */ icon,
    /** @type {string} */ name,
  ) => html`
    <${Button} label=${jobsTexts[label]} describe=${jobsTexts.of(jobsTexts[label], job.action, plain(job.q))}
        icon=${icon} small role=${roleFor(name, job)} onClick=${() => void run(() => change(name))} />
  `;
  return html`
    <span class="row tight">
      ${isOver(job)
        ? null
        : job.state === 'running'
          ? button('pause', 'pause', 'pause')
          : button('resume', 'run', 'resume')}
      ${isOver(job) ? null : button('stop', 'cancel', 'cancel')}
    </span>
  `;
}
