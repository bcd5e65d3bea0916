/** Who is logged in, and what the role allows. */
import { texts } from '../texts.js';
import { Store } from './store.js';

/** @type {Store<import('./types.js').Session | null>} */
export const session = new Store(/** @type {import('./types.js').Session | null} */ (null));

/** @typedef {'viewer'|'operator'|'admin'} Role */

/**
 * Why an action is not allowed, or null if it is.
 * @param {Role} role
 * @returns {string | null}
 */
export function refusal(role) {
  const current = session.value;
  if (!current) {
    return texts.refusal.loggedOut;
  }
  if (role !== 'viewer' && current.readOnly) {
    return texts.refusal.readOnly;
  }
  return current.roles.includes(role) ? null : texts.refusal.role(role);
}
