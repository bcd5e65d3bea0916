/**
 * Opens the login form: requests the page again at an address that no cache knows, and the container answers with its
 * form.
 */

const KEY = 'asynq-console-return';

/** @param {string} [hash] where to go after the login */
export function toLogin(hash = location.hash) {
  try {
    sessionStorage.setItem(KEY, hash);
  } catch {
    // Without storage the login leads to the overview.
  }
  location.replace(`${location.pathname}?login=${Date.now()}${hash}`);
}

/** After a login: the address before it, once; empty if there is none. */
export function returnAddress() {
  if (location.search) {
    history.replaceState(null, '', location.pathname + location.hash);
  }
  try {
    const hash = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return hash;
  } catch {
    return '';
  }
}
