/** Jobs: actions on all tasks that match a query. */
import { el, h, useEffect } from '../core/dom.js';
import { path } from '../core/api.js';
import { number } from '../core/format.js';
import { live } from '../core/live.js';
import { useLoad } from '../core/load.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { Failures } from '../dialogs/failures.js';
import { JOB_TONES, JobButtons, totalOf } from '../dialogs/job-progress.js';
import { UndoJob } from '../dialogs/undo-job.js';
import { texts } from '../texts.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';

/** @typedef {import('../core/types.js').Job} Job */

/** @param {import('../shell/pages.js').PageProps} props */
export function JobsPage({ redis }) {
  const loaded = useLoad(path(redis, 'jobs'));
  const fresh = useStore(live).jobs;
  useEffect(() => void loaded.reload(), [fresh.length]);
  const merge = (/** @type {Job} */ job) => {
    const other = fresh.find((one) => one.id === job.id);
    return other && other.updatedAt >= job.updatedAt ? other : job;
  };
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('div', null, el('h1', null, texts.jobs.title), el('p', { class: 'muted small' }, texts.jobs.detail))),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {{items: Job[], unreadable?: number}} */ page) => el('div', { class: 'stack' },
        page.unreadable ? el('p', { class: 'small muted' }, texts.jobs.unreadable(number(page.unreadable))) : null,
        page.items.length ? h(JobTable, { redis, jobs: page.items.map(merge) })
        : el('div', { class: 'panel' }, h(Empty, { icon: 'jobs', title: texts.jobs.none, text: texts.jobs.noneDetail }, el('a', { class: 'button', href: link('tasks') }, texts.jobs.toTasks)))),
    }));
}

/** @param {{redis: string, jobs: Job[]}} props */
const JobTable = ({ redis, jobs }) => h(TableWrap, null, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.jobs.caption),
  el('thead', null, el('tr', null, ['state', 'action', 'query', 'progress', 'reason', 'user', 'started'].map((name) =>
    el('th', { key: name, scope: 'col' }, texts.jobs[/** @type {'state'} */ (name)])), el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
  el('tbody', null, jobs.map((job) => el('tr', { key: job.id },
    el('td', null, h(Chip, { tone: JOB_TONES[job.state], text: texts.jobs.states[job.state] ?? job.state })),
    el('td', { 'data-label': texts.jobs.action }, texts.jobs.verbs[job.action] ?? job.action),
    el('td', { class: 'wrap', 'data-label': texts.jobs.query }, el('a', { href: link('tasks', [], { q: job.q }) }, el('code', null, visible(job.q || texts.bulk.everything, 200)))),
    el('td', { class: 'wrap', 'data-label': texts.jobs.progress, style: { minWidth: '210px' } }, el('div', { class: 'grow' },
      h(Bar, { value: job.examined, of: totalOf(job), label: texts.jobs.progress }),
      el('span', { class: 'small muted' }, texts.jobs.counts(number(job.changed), number(job.skipped), number(job.failed), number(job.matching)),
        job.pace ? ` ${texts.jobs.paceOf(number(job.pace))}` : null, h(Failures, { redis, job })),
      job.message ? el('div', { class: 'small muted' }, visible(job.message, 200)) : null)),
    el('td', { class: 'wrap', 'data-label': texts.jobs.reason }, visible(job.reason, 200)), el('td', { 'data-label': texts.jobs.user }, visible(job.user)),
    el('td', { 'data-label': texts.jobs.started }, h(Time, { at: job.startedAt })), el('td', null, el('span', { class: 'row tight' }, h(JobButtons, { redis, job }), h(UndoJob, { redis, job, small: true }))))))));
