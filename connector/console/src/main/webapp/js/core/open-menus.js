/** Number of open menus. While it is not 0, pages do not load new data, so that nothing moves under the user's hand. */
import { Store } from './store.js';

/** @type {Store<number>} */
export const openMenus = new Store(0);
