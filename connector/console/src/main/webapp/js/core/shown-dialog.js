/** The open dialog. While it is open, keys of the page do nothing, and the page stays when the session ends. */
import { Store } from './store.js';

/** @type {Store<import('./dom.js').VNode | null>} */
export const shownDialog = new Store(/** @type {import('./dom.js').VNode | null} */ (null));

export const dialogOpen = () => shownDialog.value !== null;
