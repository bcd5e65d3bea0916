/** How many menus are open: meanwhile pages do not load new data, so that nothing moves under the user's hand. */
import { Store } from './store.js';

/** @type {Store<number>} */
export const openMenus = new Store(0);
