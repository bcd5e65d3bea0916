/** The content of the drawer: facts, error, payload, result, headers, timeline. */
import { el, h } from '../core/dom.js';
import { absolute, duration } from '../core/format.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { ContentBlock } from '../ui/content.js';
import { copy } from '../ui/copy.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Attempts } from './attempts.js';

/** @typedef {import('../core/types.js').TaskDetail} TaskDetail */

/** @param {{task: TaskDetail}} props */
export function TaskFacts({ task }) {
  const headers = Object.entries(task.headers ?? {});
  return el('div', { class: 'stack-large' },
    task.orphaned ? el('div', null, h(Chip, { tone: 'danger', text: texts.tasks.orphaned }), ' ', texts.drawer.orphaned) : null,
    task.progress ? h(ProgressPart, { progress: task.progress }) : null,
    task.lastError ? h(ErrorPart, { task }) : null,
    el('section', null, el('h3', null, texts.drawer.payload), h(ContentBlock, { content: task.payload, label: texts.drawer.payload })),
    task.result && task.result.size > 0
      ? el('section', null, el('h3', null, texts.drawer.result), h(ContentBlock, { content: task.result, label: texts.drawer.result })) : null,
    el('section', null, el('h3', null, texts.drawer.facts), h(Pairs, { task })),
    headers.length ? el('section', null, el('h3', null, texts.drawer.headers),
      el('dl', { class: 'pairs' }, headers.map(([name, value]) => [el('dt', { class: 'mono' }, visible(name)), el('dd', { class: 'mono' }, visible(value, 2000))]))) : null,
    task.attempts?.length ? h(Attempts, { attempts: task.attempts }) : null,
    h(Timeline, { task }));
}

/** @param {{progress: import('../core/types.js').Progress}} props */
const ProgressPart = ({ progress }) => el('section', null, el('h3', null, texts.drawer.progress),
  el('div', { class: 'row' }, el('div', { class: 'grow' }, h(Bar, { value: progress.percent, of: 100, label: texts.drawer.progress })),
    el('strong', null, `${progress.percent} %`)),
  progress.message ? el('p', { class: 'muted small' }, visible(progress.message)) : null);

/** @param {{task: TaskDetail}} props */
const ErrorPart = ({ task }) => el('section', null,
  el('h3', null, texts.drawer.error),
  el('div', { class: 'block error' },
    el('div', { class: 'tools' }, el('span', null, texts.drawer.attempt(task.retried, task.maxRetry), ' · ', h(Time, { at: task.lastFailedAt })),
      h(Button, { label: texts.common.copy, describe: texts.drawer.copyError, icon: 'copy', iconOnly: true, small: true, kind: 'ghost', onClick: () => copy(task.lastError ?? '') })),
    el('pre', { tabIndex: 0, role: 'group', 'aria-label': texts.drawer.error }, visible(task.lastError))));

/** @param {{task: TaskDetail}} props */
function Pairs({ task }) {
  /** @type {[string, import('../core/dom.js').Children][]} */
  const pairs = [
    [texts.columns.type, visible(task.type)],
    [texts.columns.attempt, texts.drawer.attempt(task.retried, task.maxRetry)],
    [texts.drawer.timeout, task.timeoutMs ? duration(task.timeoutMs) : texts.drawer.noTimeout],
    [texts.drawer.deadline, task.deadline ? absolute(task.deadline) : null],
    [texts.drawer.retention, task.retentionMs ? duration(task.retentionMs) : texts.drawer.noRetention],
    [texts.columns.group, task.group ? visible(task.group) : null],
    [texts.drawer.server, task.server ? visible(task.server) : null],
    [texts.drawer.recoveries, task.recoveries ? String(task.recoveries) : null],
    [texts.drawer.uniqueKey, task.uniqueKey ? el('code', null, visible(task.uniqueKey)) : null],
    [texts.drawer.lock, task.uniqueKey ? (task.lockHeld ? texts.drawer.lockHeld : texts.drawer.lockFree) : null],
  ];
  return el('dl', { class: 'pairs' }, pairs.filter(([, value]) => value !== null)
    .map(([name, value]) => [el('dt', null, name), el('dd', null, value)]));
}

/** The known moments of the task, oldest first. @param {{task: TaskDetail}} props */
function Timeline({ task }) {
  /** @type {{text: string, at?: string | null, tone: string}[]} */
  const moments = [
    { text: texts.drawer.failed(task.retried), at: task.attempts?.length ? null : task.lastFailedAt, tone: 'archived' },
    { text: texts.drawer.started, at: task.startedAt, tone: 'active' },
    { text: texts.drawer.since[task.state], at: task.startedAt || task.completedAt ? null : task.since, tone: task.state },
    { text: texts.drawer.completed, at: task.completedAt, tone: 'completed' },
    { text: texts.drawer.nextRun, at: task.nextProcessAt, tone: 'scheduled' },
    { text: texts.drawer.deadline, at: task.deadline, tone: 'retry' },
  ].filter((moment) => moment.at);
  moments.sort((a, b) => (String(a.at) < String(b.at) ? -1 : 1));
  return el('section', null, el('h3', null, texts.drawer.timeline),
    moments.length ? el('ol', { class: 'timeline' }, moments.map((moment) => el('li', { key: moment.text, 'data-state': moment.tone },
      el('span', null, moment.text), el('span', { class: 'muted' }, h(Time, { at: moment.at })))))
      : el('p', { class: 'muted small' }, texts.drawer.noMoments));
}
