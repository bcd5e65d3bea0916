/** Words that texts are made of. */

/** @param {number} count @param {string} one @param {string} many */
export const plural = (count, one, many) => (count === 1 ? one : many);
const NUMBER = new Intl.NumberFormat('en');
/** @param {number} count */
export const amount = (count) => NUMBER.format(count);
/** @param {number} count */
export const tasks = (count) => `${amount(count)} ${plural(count, 'task', 'tasks')}`;

export const verbs = { run: 'Run', archive: 'Archive', delete: 'Delete', cancel: 'Cancel' };
