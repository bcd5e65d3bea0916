/** The logged-in user and the permissions of the role. */
import { refusalTexts } from '../texts/common.js';
import { Store } from './store.js';

/** @type {Store<Api.Session | null>} */
export const session = new Store(/** @type {Api.Session | null} */ (null));

/** @typedef {'viewer'|'operator'|'admin'} Role */

/**
 * Why an action is not allowed, or null if it is.
 * @param {Role} role
 * @returns {string | null}
 */
export function refusal(role) {
  const current = session.value;
  if (!current) {
    return refusalTexts.loggedOut;
  }
  if (role !== 'viewer' && current.readOnly) {
    return refusalTexts.readOnly;
  }
  return current.roles.includes(role) ? null : refusalTexts.role(role);
}

/**
 * The limits that the console sets; nothing is allowed before the login.
 * @returns {Api.Session['limits']}
 */
export const limits = () => session.value?.limits ?? { deleteTyped: 0, maxPace: 0 };
