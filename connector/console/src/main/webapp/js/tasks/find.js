/** Opens a task by its ID: a look-up by key in every queue, never a search. */
import { call, path } from '../core/api.js';
import { go, linkWith } from '../core/route.js';
import { fieldsTexts } from '../texts/query.js';
import { taskParam } from './columns.js';
import { clauses } from './query.js';

const MAX_ID = 512;

/**
 * @param {string} redis
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<{queue: string, id: string} | null>}
 */
export async function findTask(redis, id, signal) {
  if (!id || id.length > MAX_ID) {
    return null;
  }
  try {
    return await call(`${path(redis, 'find')}?${new URLSearchParams({ id })}`, { signal });
  } catch {
    return null;
  }
}

/** Shows a task beside the page. @param {{queue: string, id: string}} task */
export const openTask = (task) => go(linkWith({ task: taskParam(task.queue, task.id) }));

/** Whether a text may be an ID: it has no clause with a field of the language. @param {string} text */
export const mayBeId = (text) =>
  text !== '' &&
  !/\s/.test(text) &&
  !clauses(text).some((one) =>
    Object.keys(fieldsTexts).some(
      (field) => field.startsWith(`${one.field}${one.operator.charAt(0)}`) && one.field !== '',
    ),
  );
