/** An action on every task that matches a query: count and sample first, then a job. Looking writes nothing. */
import { html, useEffect, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { complain } from '../core/messages.js';
import { go, link } from '../core/route.js';
import { limits } from '../core/session.js';
import { oneLine, visible } from '../core/visible.js';
import { changed } from '../tasks/shown.js';
import { bulkTexts } from '../texts/bulk.js';
import { commonTexts } from '../texts/common.js';
import { actionsTexts, columnsTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { StateChip } from '../ui/parts.js';
import { RedisName } from '../ui/redis-name.js';
import { Skeleton } from '../ui/states.js';
import { TaskId } from '../ui/task-id.js';
import { isOver, JobProgress, useJob } from './job-progress.js';
import { UndoJob } from './undo-job.js';


/** Tasks that one call of Redis reads or changes. */
const PER_CALL = 100;

/**
 * Counts until all tasks are read, in calls of a few seconds.
 * @param {string} redis
 * @param {string} action
 * @param {string} q
 */
function useCount(redis, action, q) {
  const [preview, setPreview] = useState(/** @type {Api.Preview | null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let closed = false;
    const count = async () => {
      /** @type {Api.Preview | null} */
      let sum = null;
      do {
        /** @type {Api.Preview} */
        const part = await post(path(redis, 'jobs', 'preview'), { action, q, ...(sum && { next: sum.next }) });
        sum = sum === null ? part : add(sum, part);
        if (!closed) {
          setPreview(sum);
        }
      } while (sum.next && !closed);
    };
    count().catch((error) => setProblem(error.message));
    return () => {
      closed = true;
    };
  }, []);
  return { preview, problem };
}

/** @param {Api.Preview} sum @param {Api.Preview} part @returns {Api.Preview} */
const add = (sum, part) => ({
  ...part,
  matching: sum.matching + part.matching,
  examined: sum.examined + part.examined,
  tookMs: sum.tookMs + part.tookMs,
  sample: sum.sample.length ? sum.sample : part.sample,
  archives: together(sum.archives, part.archives),
});

/**
 * The tasks of each archive are added up; its room is that of the last part.
 * @param {Api.Preview['archives']} before
 * @param {Api.Preview['archives']} now
 */
const together = (before, now) =>
  [...new Set([...before, ...now].map((each) => each.queue))].map((queue) => {
    const both = [...before, ...now].filter((each) => each.queue === queue);
    return { queue, tasks: both.reduce((sum, each) => sum + each.tasks, 0), room: both[both.length - 1]?.room ?? 0 };
  });

/**
 * @param {{redis: string, name: Api.NewJob['action'], query: string, expected?: number}} props
 *   `expected`: the number that the user has seen
 */
export function BulkDialog({ redis, name, query, expected }) {
  const { preview, problem } = useCount(redis, name, query);
  const [reason, setReason] = useState('');
  const [pace, setPace] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState(/** @type {Api.Job | null} */ (null));
  const current = useJob(redis, job);
  const start = async () => {
    setBusy(true);
    try {
      setJob(
        await post(path(redis, 'jobs'), {
          action: name,
          q: query,
          reason,
          ...(typed && { typed }),
          ...(pace && { pace: Number(pace) }),
        }),
      );
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  if (current) {
    return html`<${RunningJob} redis=${redis} name=${name} job=${current} />`;
  }
  const dropped = preview
    ? preview.archives.reduce((sum, archive) => sum + Math.max(0, archive.tasks - archive.room), 0)
    : 0;
  const needsTyped = !!preview?.complete && preview.needsTyped;
  return html`
    <${Dialog} title=${bulkTexts.title(name)}
        submit=${preview
          ? bulkTexts.submit(name, number(preview.matching), preview.complete)
          : actionsTexts[name].label}
        danger=${name === 'delete' || dropped > 0} disabled=${problem || missing()} busy=${busy}
        onSubmit=${() => void start()} wide>
      <${RedisName} redis=${redis} />
      <${Scope} query=${query} understood=${preview?.q} />
      ${problem ? html`<p class="error-text" role="alert">${problem}</p>` : preview ? html`
        <${PreviewPart} preview=${preview} pace=${Number(pace) || 0} />
      ` : html`<${Skeleton} rows=${3} />`}
      ${preview?.complete && expected !== undefined && expected !== preview.matching ? html`
        <p class="note" data-tone="warn" role="status">
          <${Icon} name="errors" />
          <span>${bulkTexts.unexpected(number(expected), number(preview.matching))}</span>
        </p>
      ` : null}
      <p class="small muted">${bulkTexts.effect[name]}</p>
      ${dropped ? html`
        <p class="note" data-tone="warn" role="status">
          <${Icon} name="errors" />
          <span>${bulkTexts.dropped(dropped)}</span>
        </p>
      ` : null}
      <${Field} label=${bulkTexts.reason} hint=${bulkTexts.reasonHint} value=${reason} onInput=${setReason}
          required />
      <${Field} label=${bulkTexts.pace} hint=${bulkTexts.paceHint} type="number" min=${1} value=${pace}
          onInput=${setPace} invalid=${!validPace(pace)} />
      ${preview && needsTyped ? html`
        <${Field} label=${bulkTexts.typeNumber(preview.matching)} value=${typed} onInput=${setTyped} />
      ` : null}
    </${Dialog}>
  `;

  /** Why the job cannot be started. @returns {string | null} */
  function missing() {
    if (!preview || (!preview.complete && (name === 'delete' || preview.archives.length > 0))) {
      return bulkTexts.counting;
    }
    return preview.matching === 0 && preview.complete
      ? bulkTexts.nothing
      : !reason.trim()
        ? bulkTexts.reasonFirst
        : !validPace(pace)
          ? bulkTexts.paceFirst(limits().maxPace)
          : needsTyped && typed !== String(preview.matching)
            ? bulkTexts.typeFirst
            : null;
  }
}

/** @param {string} pace */
const validPace = (pace) =>
  pace === '' || (/^\d+$/.test(pace) && Number(pace) >= 1 && Number(pace) <= limits().maxPace);

/** @param {{redis: string, name: Api.NewJob['action'], job: Api.Job}} props */
function RunningJob({ redis, name, job }) {
  return html`
    <${Dialog} title=${bulkTexts.jobTitle(name)} cancel=${isOver(job) ? commonTexts.close : bulkTexts.background}
        submit=${bulkTexts.toJobs} extra=${html`<${UndoJob} redis=${redis} job=${job} />`}
        onSubmit=${() => {
          closeDialog();
          changed();
          go(link('jobs'));
        }}>
      <${JobProgress} redis=${redis} job=${job} />
    </${Dialog}>
  `;
}

/** @param {{query: string, understood?: string}} props */
const Scope = ({ query, understood }) => html`
  <div class="field">
    <span class="label">${bulkTexts.scope}</span>
    <code>${query ? visible(query) : bulkTexts.everything}</code>
    ${understood && understood !== query ? html`
      <span class="hint">${bulkTexts.understood}: <code>${visible(understood)}</code></span>
    ` : null}
  </div>
`;

/** @param {{preview: Api.Preview, pace: number}} props */
const PreviewPart = ({ preview, pace }) => html`
  <div class="stack">
    <p role="status">
      <strong>
        ${preview.complete
          ? bulkTexts.count(preview.matching)
          : bulkTexts.countingOn(number(preview.matching), number(preview.examined))}
      </strong> ${preview.complete ? html`
        <span class="muted small">${bulkTexts.examined(number(preview.examined))} ${cost(preview, pace)}</span>
      ` : null}
    </p>
    ${preview.sample.length ? html`
      <div class="table-wrap cards compact">
        <table class="table">
          <caption class="visually-hidden">${bulkTexts.sample}</caption>
          <thead>
            <tr>
              ${['id', 'queue', 'state', 'payload'].map((name) => html`
                <th key=${name} scope="col">${columnsTexts[/** @type {'id'} */ (name)]}</th>
              `)}
            </tr>
          </thead>
          <tbody>
            ${each(preview.sample.slice(0, 5), (task) => html`
              <tr key=${task.id}>
                <td class="mono nowrap"><${TaskId} id=${task.id} limit=${24} /></td>
                <td>${visible(task.queue)}</td>
                <td><${StateChip} state=${task.state} /></td>
                <td class="payload cut" style=${{ maxWidth: '340px' }}>${oneLine(task.payload, 120)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    ` : null}
  </div>
`;

/**
 * Calls of Redis and time: a call of the job takes about as long as one of the count.
 * @param {Api.Preview} preview
 * @param {number} pace
 */
function cost(preview, pace) {
  const reads = Math.max(1, Math.ceil(preview.examined / PER_CALL));
  const writes = Math.ceil(preview.matching / PER_CALL);
  const time = (preview.tookMs / reads) * (reads + 2 * writes);
  return bulkTexts.cost(reads + writes, duration(Math.max(time, pace ? (preview.matching / pace) * 1000 : 0)));
}
