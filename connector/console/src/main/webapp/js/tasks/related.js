/** Links from a task to others that its headers name. */
import { html } from '../core/dom.js';
import { link, linkWith } from '../core/route.js';
import { visible } from '../core/visible.js';
import { batchesTexts } from '../texts/batches.js';
import { drawerTexts } from '../texts/tasks.js';
import { taskParam } from './columns.js';
import { quote } from './query.js';

const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}(?=-)/;

/** The query for all tasks of the same trace; empty without one. @param {Api.TaskDetails['headers']} headers */
export function traceQuery(headers) {
  const trace = TRACE.exec(headers.traceparent ?? '');
  return trace ? `header:${quote(`traceparent=${trace[0]}`)}` : '';
}

/**
 * Names and links: the batch of which the task is a member, the task of which it is a dead letter, its trace.
 * @param {Api.TaskDetails} task
 * @returns {[string, import('../core/dom.js').Children][]}
 */
export function related({ headers }) {
  const { batch, 'batch-queue': queue, 'dead-letter-id': letter, 'dead-letter-queue': failed } = headers;
  const trace = traceQuery(headers);
  return [
    [batchesTexts.ofTask, batch && queue ? html`
      <a href=${link('queues', [queue.replace(/~\d+$/, '')], { tab: 'batches', batch })}>${visible(batch, 120)}</a>
    ` : null],
    [drawerTexts.deadLetterOf, letter && failed ? html`
      <a href=${linkWith({ task: taskParam(failed.replace(/~\d+$/, ''), letter) })}>${visible(letter, 120)}</a>
    ` : null],
    [drawerTexts.trace, trace ? html`<a href=${link('tasks', [], { q: trace })}>${drawerTexts.sameTrace}</a>` : null],
  ];
}
