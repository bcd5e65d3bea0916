/** The ID of a task: whole, or cut in the middle with the whole one as its title. */
import { html } from '../core/dom.js';
import { plain, shortId, visible } from '../core/visible.js';

/** @param {{id: string, limit?: number}} props */
export const TaskId = ({ id, limit }) => html`
  <span class="task-id" title=${plain(id)}>${visible(shortId(id, limit))}</span>
`;

/** A task in a dialog. @param {{task: {queue: string, id: string}}} props */
export const TaskName = ({ task }) => html`
  <span class="mono small">${visible(task.queue)} · <${TaskId} id=${task.id} limit=${60} /></span>
`;
