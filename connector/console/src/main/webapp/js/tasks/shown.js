/** The rows on the page, for the drawer's previous and next; and the signal to load them again. */
import { Store } from '../core/store.js';

/** @type {Store<import('../core/types.js').TaskRow[]>} */
export const shownRows = new Store(/** @type {import('../core/types.js').TaskRow[]} */ ([]));

/** Counts changes made by this page: every list of tasks loads again. */
export const changes = new Store(0);

export const changed = () => changes.set(changes.value + 1);
