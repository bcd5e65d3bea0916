/**
 * The rows on the page, for the drawer's previous and next; the open task, for the keys of the list; the signal to load
 * them again.
 */
import { Store } from '../core/store.js';

/** @type {Store<Api.TaskRow[]>} */
export const shownRows = new Store(/** @type {Api.TaskRow[]} */ ([]));

/** The last read state of the task in the drawer, null while it is unknown or not in Redis.
 * @type {Store<Api.TaskDetails | null>} */
export const openedTask = new Store(/** @type {Api.TaskDetails | null} */ (null));

/** Counts changes made by this page: every list of tasks loads again. */
export const changes = new Store(0);

export const changed = () => changes.set(changes.value + 1);
