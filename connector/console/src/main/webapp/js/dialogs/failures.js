/** Links to the tasks that a job could not change. */
import { el } from '../core/dom.js';
import { address, path } from '../core/api.js';
import { texts } from '../texts.js';

/** @param {{redis: string, job: import('../core/types.js').Job}} props */
export function Failures({ redis, job }) {
  if (!job.failed) {
    return null;
  }
  const link = (/** @type {string} */ format, /** @type {string} */ label) => el('a', {
    href: `${address(`${path(redis, 'jobs', job.id)}/failures`)}?format=${format}`, download: `job-${job.id}.${format}`,
  }, label);
  return el('span', null, ' ', link('ndjson', texts.jobs.failures), ' (', link('csv', texts.jobs.failuresCsv), ')');
}
