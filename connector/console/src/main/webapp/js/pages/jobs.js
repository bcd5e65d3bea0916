/** Jobs: actions on all tasks that match a query. */
import { html, useEffect } from '../core/dom.js';
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
import { bulkTexts } from '../texts/bulk.js';
import { commonTexts } from '../texts/common.js';
import { jobsTexts } from '../texts/jobs.js';
import { each } from '../ui/boundary.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';


/** @param {import('../core/route.js').PageProps} props */
export function JobsPage({ redis }) {
  const loaded = useLoad(path(redis, 'jobs'));
  const fresh = useStore(live).jobs;
  useEffect(() => void loaded.reload(), [fresh.length]);
  const merge = (/** @type {Api.Job} */ job) => {
    const other = fresh.find((one) => one.id === job.id);
    return other && other.updatedAt >= job.updatedAt ? other : job;
  };
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${jobsTexts.title}</h1><p class="muted small">${jobsTexts.detail}</p></div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {{items: Api.Job[], unreadable?: number}} */ page) => html`
            <div class="stack">
              ${page.unreadable ? html`
                <p class="small muted">${jobsTexts.unreadable(number(page.unreadable))}</p>
              ` : null}
              ${page.items.length ? html`<${JobTable} redis=${redis} jobs=${page.items.map(merge)} />` : html`
                <div class="panel">
                  <${Empty} icon="jobs" title=${jobsTexts.none} text=${jobsTexts.noneDetail}>
                    <a class="button" href=${link('tasks')}>${jobsTexts.toTasks}</a>
                  </${Empty}>
                </div>
              `}
            </div>
          `} />
    </div>
  `;
}

/** @param {{redis: string, jobs: Api.Job[]}} props */
const JobTable = ({ redis, jobs }) => html`
  <${TableWrap}>
    <table class="table">
      <caption class="visually-hidden">${jobsTexts.caption}</caption>
      <thead>
        <tr>
          ${['state', 'action', 'query', 'progress', 'reason', 'user', 'started'].map((name) => html`
            <th key=${name} scope="col">${jobsTexts[/** @type {'state'} */ (name)]}</th>
          `)}
          <th scope="col"><span class="visually-hidden">${commonTexts.actions}</span></th>
        </tr>
      </thead>
      <tbody>
        ${each(jobs, (job) => html`
          <tr key=${job.id}>
            <td><${Chip} tone=${JOB_TONES[job.state]} text=${jobsTexts.states[job.state] ?? job.state} /></td>
            <td data-label=${jobsTexts.action}>${jobsTexts.verbs[job.action] ?? job.action}</td>
            <td class="wrap" data-label=${jobsTexts.query}>
              <a href=${link('tasks', [], { q: job.q })}>
                <code>${visible(job.q || bulkTexts.everything, 200)}</code>
              </a>
            </td>
            <td class="wrap" data-label=${jobsTexts.progress} style=${{ minWidth: '210px' }}>
              <div class="grow">
                <${Bar} value=${job.examined} of=${totalOf(job)} label=${jobsTexts.progress} />
                <span class="small muted">
                  ${jobsTexts.counts(
                    number(job.changed),
                    number(job.skipped),
                    number(job.failed),
                    number(job.matching),
                  )}
                  ${job.pace ? ` ${jobsTexts.paceOf(number(job.pace))}` : null}
                  <${Failures} redis=${redis} job=${job} />
                </span>
                ${job.message ? html`<div class="small muted">${visible(job.message, 200)}</div>` : null}
              </div>
            </td>
            <td class="wrap" data-label=${jobsTexts.reason}>${visible(job.reason, 200)}</td>
            <td data-label=${jobsTexts.user}>${visible(job.user)}</td>
            <td data-label=${jobsTexts.started}><${Time} at=${job.startedAt} /></td>
            <td>
              <span class="row tight">
                <${JobButtons} redis=${redis} job=${job} />
                <${UndoJob} redis=${redis} job=${job} small />
              </span>
            </td>
          </tr>
        `)}
      </tbody>
    </table>
  </${TableWrap}>
`;
