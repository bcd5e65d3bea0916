/** The content of the drawer: facts, error, payload, result, headers, timeline. */
import { html } from '../core/dom.js';
import { absolute, duration, epoch } from '../core/format.js';
import { visible } from '../core/visible.js';
import { commonTexts } from '../texts/common.js';
import { columnsTexts, drawerTexts, tasksTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { ContentBlock } from '../ui/content.js';
import { copy } from '../ui/copy.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { MaskedNote } from '../ui/states.js';
import { Attempts } from './attempts.js';
import { related } from './related.js';


/** @param {{task: Api.TaskDetails}} props */
export function TaskFacts({ task }) {
  const headers = Object.entries(task.headers ?? {});
  return html`
    <div class="stack-large">
      ${task.orphaned ? html`
        <div><${Chip} tone="danger" text=${tasksTexts.orphaned} /> ${drawerTexts.orphaned}</div>
      ` : null}
      ${task.progress ? html`<${ProgressPart} progress=${task.progress} />` : null}
      ${task.lastError ? html`<${ErrorPart} task=${task} />` : null}
      <section>
        <h3>${drawerTexts.payload}</h3>
        <${ContentBlock} content=${task.payload} label=${drawerTexts.payload} />
      </section>
      ${task.result && task.result.size > 0 ? html`
        <section>
          <h3>${drawerTexts.result}</h3>
          <${ContentBlock} content=${task.result} label=${drawerTexts.result} />
        </section>
      ` : null}
      <section><h3>${drawerTexts.facts}</h3><${Pairs} task=${task} /></section>
      ${headers.length ? html`
        <section>
          <h3>${drawerTexts.headers}</h3>
          <dl class="pairs">
            ${each(headers, ([name, value]) => [
              html`<dt class="mono">${visible(name)}</dt>`,
              html`<dd class="mono">${visible(value, 2000)}</dd>`,
            ], 'dl')}
          </dl>
        </section>
      ` : null}
      ${task.attempts?.length ? html`<${Attempts} attempts=${task.attempts} />` : null}
      <${Timeline} task=${task} />
    </div>
  `;
}

/** @param {{progress: Api.Progress}} props */
const ProgressPart = ({ progress }) => html`
  <section>
    <h3>${drawerTexts.progress}</h3>
    <div class="row">
      <div class="grow"><${Bar} value=${progress.percent} of=${100} label=${drawerTexts.progress} /></div>
      <strong>${progress.percent} %</strong>
    </div>
    ${progress.message ? html`<p class="muted small">${visible(progress.message)}</p>` : null}
  </section>
`;

/** @param {{task: Api.TaskDetails}} props */
const ErrorPart = ({ task }) => html`
  <section>
    <h3>${drawerTexts.error}</h3>
    <div class="block error">
      <div class="tools">
        <span>${drawerTexts.attempt(task.retried, task.maxRetry)} · <${Time} at=${task.lastFailedAt} /></span>
        <${Button} label=${commonTexts.copy} describe=${drawerTexts.copyError} icon="copy" iconOnly small kind="ghost"
            onClick=${() => copy(task.lastError ?? '')} />
      </div>
      <pre tabIndex=${0} role="group" aria-label=${drawerTexts.error}>${visible(task.lastError)}</pre>
      <${MaskedNote} />
    </div>
  </section>
`;

/** @param {{task: Api.TaskDetails}} props */
function Pairs({ task }) {
  /** @type {[string, import('../core/dom.js').Children][]} */
  const pairs = [
    [columnsTexts.type, visible(task.type)],
    [columnsTexts.attempt, drawerTexts.attempt(task.retried, task.maxRetry)],
    [drawerTexts.timeout, task.timeoutMs ? duration(task.timeoutMs) : drawerTexts.noTimeout],
    [drawerTexts.deadline, task.deadline ? absolute(task.deadline) : null],
    [drawerTexts.retention, task.retentionMs ? duration(task.retentionMs) : drawerTexts.noRetention],
    [columnsTexts.group, task.group ? visible(task.group) : null],
    ...related(task),
    [drawerTexts.server, task.server ? visible(task.server) : null],
    [drawerTexts.waitsFor, task.waitsFor ? visible(task.waitsFor) : null],
    [drawerTexts.recoveries, task.recoveries ? String(task.recoveries) : null],
    [drawerTexts.uniqueKey, task.uniqueKey ? html`<code>${visible(task.uniqueKey)}</code>` : null],
    [drawerTexts.lock, task.uniqueKey ? (task.lockHeld ? drawerTexts.lockHeld : drawerTexts.lockFree) : null],
  ];
  return html`
    <dl class="pairs">
      ${each(pairs.filter(([, value]) => value !== null), ([name, value]) => [
        html`<dt>${name}</dt>`,
        html`<dd>${value}</dd>`,
      ], 'dl')}
    </dl>
  `;
}

/** The known moments of the task, oldest first. @param {{task: Api.TaskDetails}} props */
function Timeline({ task }) {
  /** @type {{text: string, at?: string | null, tone: string}[]} */
  const moments = [
    { text: drawerTexts.failed(task.retried), at: task.attempts?.length ? null : task.lastFailedAt, tone: 'archived' },
    { text: drawerTexts.started, at: task.startedAt, tone: 'active' },
    {
      text: drawerTexts.since[task.state],
      at: task.startedAt || task.completedAt ? null : task.since,
      tone: task.state,
    },
    { text: drawerTexts.completed, at: task.completedAt, tone: 'completed' },
    {
      text: task.waitsFor ? drawerTexts.nextRunAtLatest : drawerTexts.nextRun,
      at: task.nextProcessAt,
      tone: 'scheduled',
    },
    { text: drawerTexts.deadline, at: task.deadline, tone: 'retry' },
  ].filter((moment) => moment.at);
  moments.sort((a, b) => (epoch(a.at) < epoch(b.at) ? -1 : 1));
  return html`
    <section>
      <h3>${drawerTexts.timeline}</h3>
      ${moments.length ? html`
        <ol class="timeline">
          ${each(moments, (moment) => html`
            <li key=${moment.text} data-state=${moment.tone}>
              <span>${moment.text}</span>
              <span class="muted"><${Time} at=${moment.at} /></span>
            </li>
          `, 'li')}
        </ol>
      ` : html`<p class="muted small">${drawerTexts.noMoments}</p>`}
    </section>
  `;
}
