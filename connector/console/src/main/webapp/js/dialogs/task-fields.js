/** The fields of the task form as text, and the changes as JSON. */
import { epoch } from '../core/format.js';
import { compactJson, pretty } from '../core/json-text.js';
import { isoOf, toField } from '../core/zone-time.js';

/**
 * @typedef {{queue: string, type: string, payload: string, maxRetry: string, timeout: string, retention: string,
 *   deadline: string, processAt: string, headers: string, isJson: boolean,
 *   keptHeaders: Record<string, string>}} Fields keptHeaders: headers that a line of text cannot express
 */

/** @param {Api.TaskDetails | null} detail @param {string} queue @returns {Fields} */
export function fieldsOf(detail, queue) {
  const headers = Object.entries(detail?.headers ?? {});
  const isLine = (/** @type {[string, string]} */ [name, value]) => {
    const [read, ...more] = Object.entries(headersOf(`${name}: ${value}`));
    return !more.length && read?.[0] === name && read[1] === value;
  };
  return {
    queue,
    type: detail?.type ?? '',
    payload: detail ? layout(detail.payload) : '{}',
    maxRetry: detail ? String(detail.maxRetry) : '25',
    timeout: seconds(detail?.timeoutMs),
    retention: seconds(detail?.retentionMs),
    deadline: detail?.deadline ? toField(epoch(detail.deadline)) : '',
    processAt: '',
    headers: headers
      .filter(isLine)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    keptHeaders: Object.fromEntries(headers.filter((header) => !isLine(header))),
    isJson: detail?.payload.kind === 'json',
  };
}

const NO_DEADLINE = '1970-01-01T00:00:00Z';

/** @param {number | null | undefined} ms */
const seconds = (ms) => (ms ? String(ms / 1000) : '');

/** @param {Api.Content} content */
const layout = (content) => (content.kind === 'json' ? pretty(content.text ?? '') : (content.text ?? ''));

/** Whether a payload cannot be edited as text. @param {Api.Content} payload */
export const isFixed = (payload) =>
  ['binary', 'coded'].includes(payload.kind) || payload.truncated || payload.masked || !!payload.stored?.hidden;

/** Why a payload is not JSON; empty if it is. @param {string} text */
export function jsonError(text) {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {Fields} start @param {Fields} now @param {'edit'|'clone'|'new'} mode @returns {Record<string, unknown>} */
export function differences(start, now, mode) {
  /** @type {Record<string, unknown>} */
  const body = {};
  const different = (/** @type {keyof Fields} */ name) => mode === 'new' || start[name] !== now[name];
  if (mode !== 'edit') {
    body.queue = now.queue.trim();
  }
  if (different('type')) {
    body.type = now.type.trim();
  }
  if (different('payload')) {
    body.payload = { text: start.isJson || mode === 'new' ? compactJson(now.payload) : now.payload };
  }
  if (different('maxRetry') && now.maxRetry !== '') {
    body.maxRetry = Number(now.maxRetry);
  }
  for (const [field, name] of /** @type {const} */ ([['timeout', 'timeoutMs'], ['retention', 'retentionMs']])) {
    if (different(field) && (mode !== 'new' || now[field] !== '')) {
      body[name] = Math.round(Number(now[field]) * 1000);
    }
  }
  if (start.deadline !== now.deadline) {
    body.deadline = isoOf(now.deadline) || NO_DEADLINE;
  }
  if (now.processAt !== '' && start.processAt !== now.processAt) {
    body.processAt = isoOf(now.processAt);
  }
  if (start.headers !== now.headers) {
    body.headers = { ...headersOf(now.headers), ...start.keptHeaders };
  }
  return body;
}

/** @param {string} text one `name: value` per line */
function headersOf(text) {
  const pairs = text
    .split('\n')
    .map((line) => line.split(/:(.*)/s))
    .filter(([name]) => name?.trim());
  return Object.fromEntries(pairs.map(([name, value]) => [(name ?? '').trim(), (value ?? '').trim()]));
}
