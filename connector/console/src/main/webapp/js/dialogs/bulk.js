/** An action on every task that matches a query: count and sample first, then a job. Looking writes nothing. */
import { el, h, useEffect, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { go, link } from '../core/route.js';
import { oneLine, visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { changed } from '../tasks/shown.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { StateChip } from '../ui/parts.js';
import { RedisName } from '../ui/redis-name.js';
import { Skeleton } from '../ui/states.js';
import { TaskId } from '../ui/task-id.js';
import { complain } from '../ui/toast.js';
import { isOver, JobProgress, useJob } from './job-progress.js';
import { UndoJob } from './undo-job.js';

/** @typedef {import('../core/types.js').Preview} Preview */

/** Tasks that one call of Redis reads or changes. */
const PER_CALL = 100;
const MAX_PACE = 10_000;

/** Counts until all tasks are read, in calls of a few seconds. @param {string} redis @param {string} action @param {string} q */
function useCount(redis, action, q) {
  const [preview, setPreview] = useState(/** @type {Preview | null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let closed = false;
    const count = async () => {
      /** @type {Preview | null} */
      let sum = null;
      do {
        /** @type {Preview} */
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

/** @param {Preview} sum @param {Preview} part @returns {Preview} */
const add = (sum, part) => ({
  ...part, matching: sum.matching + part.matching, examined: sum.examined + part.examined, tookMs: sum.tookMs + part.tookMs,
  sample: sum.sample.length ? sum.sample : part.sample, archives: together(sum.archives, part.archives),
});

/** The tasks of each archive are added up; its room is that of the last part. @param {Preview['archives']} before @param {Preview['archives']} now */
const together = (before, now) => [...new Set([...before, ...now].map((each) => each.queue))].map((queue) => {
  const both = [...before, ...now].filter((each) => each.queue === queue);
  return { queue, tasks: both.reduce((sum, each) => sum + each.tasks, 0), room: both[both.length - 1]?.room ?? 0 };
});

/** @param {{redis: string, name: import('../core/types.js').BulkAction, query: string, expected?: number}} props `expected`: the number that the user has seen */
export function BulkDialog({ redis, name, query, expected }) {
  const { preview, problem } = useCount(redis, name, query);
  const [reason, setReason] = useState('');
  const [pace, setPace] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState(/** @type {import('../core/types.js').Job | null} */ (null));
  const current = useJob(redis, job);
  const start = async () => {
    setBusy(true);
    try {
      setJob(await post(path(redis, 'jobs'), { action: name, q: query, reason, ...(typed && { typed }), ...(pace && { pace: Number(pace) }) }));
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  if (current) {
    return h(RunningJob, { redis, name, job: current });
  }
  const dropped = preview ? preview.archives.reduce((sum, archive) => sum + Math.max(0, archive.tasks - archive.room), 0) : 0;
  const needsTyped = !!preview?.complete && preview.needsTyped;
  return h(Dialog, {
    title: texts.bulk.title(name), submit: preview ? texts.bulk.submit(name, number(preview.matching), preview.complete) : texts.actions[name].label,
    danger: name === 'delete' || dropped > 0, disabled: problem || missing(), busy, onSubmit: () => void start(), wide: true,
  },
  h(RedisName, { redis }),
  h(Scope, { query, understood: preview?.q }),
  problem ? el('p', { class: 'error-text', role: 'alert' }, problem) : preview ? h(PreviewPart, { preview, pace: Number(pace) || 0 }) : h(Skeleton, { rows: 3 }),
  preview?.complete && expected !== undefined && expected !== preview.matching
    ? el('p', { class: 'note', 'data-tone': 'warn', role: 'status' }, h(Icon, { name: 'errors' }), el('span', null, texts.bulk.unexpected(number(expected), number(preview.matching)))) : null,
  el('p', { class: 'small muted' }, texts.bulk.effect[name]),
  dropped ? el('p', { class: 'note', 'data-tone': 'warn', role: 'status' }, h(Icon, { name: 'errors' }), el('span', null, texts.bulk.dropped(dropped))) : null,
  h(Field, { label: texts.bulk.reason, hint: texts.bulk.reasonHint, value: reason, onInput: setReason, required: true }),
  h(Field, { label: texts.bulk.pace, hint: texts.bulk.paceHint, type: 'number', min: 1, value: pace, onInput: setPace, invalid: !validPace(pace) }),
  preview && needsTyped ? h(Field, { label: texts.bulk.typeNumber(preview.matching), value: typed, onInput: setTyped }) : null);

  /** Why the job cannot be started. @returns {string | null} */
  function missing() {
    if (!preview || (!preview.complete && (name === 'delete' || preview.archives.length > 0))) {
      return texts.bulk.counting;
    }
    return preview.matching === 0 && preview.complete ? texts.bulk.nothing : !reason.trim() ? texts.bulk.reasonFirst
      : !validPace(pace) ? texts.bulk.paceFirst : needsTyped && typed !== String(preview.matching) ? texts.bulk.typeFirst : null;
  }
}

/** @param {string} pace */
const validPace = (pace) => pace === '' || (/^\d+$/.test(pace) && Number(pace) >= 1 && Number(pace) <= MAX_PACE);

/** @param {{redis: string, name: import('../core/types.js').BulkAction, job: import('../core/types.js').Job}} props */
function RunningJob({ redis, name, job }) {
  return h(Dialog, {
    title: texts.bulk.jobTitle(name), cancel: isOver(job) ? texts.common.close : texts.bulk.background, submit: texts.bulk.toJobs, extra: h(UndoJob, { redis, job }),
    onSubmit: () => {
      closeDialog();
      changed();
      go(link('jobs'));
    },
  }, h(JobProgress, { redis, job }));
}

/** @param {{query: string, understood?: string}} props */
const Scope = ({ query, understood }) => el('div', { class: 'field' }, el('span', { class: 'label' }, texts.bulk.scope),
  el('code', null, query ? visible(query) : texts.bulk.everything),
  understood && understood !== query ? el('span', { class: 'hint' }, `${texts.bulk.understood}: `, el('code', null, visible(understood))) : null);

/** @param {{preview: Preview, pace: number}} props */
const PreviewPart = ({ preview, pace }) => el('div', { class: 'stack' },
  el('p', { role: 'status' }, el('strong', null, preview.complete ? texts.bulk.count(preview.matching)
    : texts.bulk.countingOn(number(preview.matching), number(preview.examined))), ' ',
  preview.complete ? el('span', { class: 'muted small' }, texts.bulk.examined(number(preview.examined)), ' ', cost(preview, pace)) : null),
  preview.sample.length ? el('div', { class: 'table-wrap cards compact' }, el('table', { class: 'table' },
    el('caption', { class: 'visually-hidden' }, texts.bulk.sample),
    el('thead', null, el('tr', null, ['id', 'queue', 'state', 'payload'].map((name) => el('th', { key: name, scope: 'col' }, texts.columns[/** @type {'id'} */ (name)])))),
    el('tbody', null, preview.sample.slice(0, 5).map((task) => el('tr', { key: task.id },
      el('td', { class: 'mono nowrap' }, h(TaskId, { id: task.id, limit: 24 })), el('td', null, visible(task.queue)), el('td', null, h(StateChip, { state: task.state })),
      el('td', { class: 'payload cut', style: { maxWidth: '340px' } }, oneLine(task.payload, 120))))))) : null);

/** Calls of Redis and time: a call of the job takes about as long as one of the count. @param {Preview} preview @param {number} pace */
function cost(preview, pace) {
  const reads = Math.max(1, Math.ceil(preview.examined / PER_CALL));
  const writes = Math.ceil(preview.matching / PER_CALL);
  const time = (preview.tookMs / reads) * (reads + 2 * writes);
  return texts.bulk.cost(reads + writes, duration(Math.max(time, pace ? (preview.matching / pace) * 1000 : 0)));
}
