/** Links to the tasks that a job could not change. */
import { html } from '../core/dom.js';
import { address, path } from '../core/api.js';
import { jobsTexts } from '../texts/jobs.js';

/** @param {{redis: string, job: Api.Job}} props */
export function Failures({ redis, job }) {
  if (!job.failed) {
    return null;
  }
  const link = (/** @type {string} */ format, /** @type {string} */ label) => html`
    <a href="${address(`${path(redis, 'jobs', job.id)}/failures`)}?format=${format}" download="job-${job.id}.${format}">
      ${label}
    </a>
  `;
  return html`<span>${' '}${link('ndjson', jobsTexts.failures)} (${link('csv', jobsTexts.failuresCsv)})</span>`;
}
