/** Addresses of traces in the tracing tool of the user. */
import { session } from './session.js';

const ID = /^[0-9a-f]{32}$/;

/**
 * The address of a trace, or null if no tool is configured or the ID is none: anyone who can write to Redis can write
 * IDs.
 * @param {string} id
 * @returns {string | null}
 */
export function traceAddress(id) {
  const template = session.value?.traceUrl;
  return template && ID.test(id) ? template.replace('{traceId}', id) : null;
}
