/** The ID of a task: whole, or cut in the middle with the whole one as its title. */
import { el } from '../core/dom.js';
import { plain, shortId, visible } from '../core/visible.js';

/** @param {{id: string, limit?: number}} props */
export const TaskId = ({ id, limit }) => el('span', { class: 'task-id', title: plain(id) }, visible(shortId(id, limit)));
