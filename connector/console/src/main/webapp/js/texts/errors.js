/** Texts of the page Errors. */
import { amount, tasks } from './words.js';

export const errorsTexts = {
  title: 'Errors',
  detail: 'Last errors of tasks in retry and archive, without numbers and IDs; only the latest tasks of each queue.',
  none: 'No failed tasks',
  noneDetail: 'No task in retry or archive has an error.',
  count: 'Tasks',
  signature: 'Error',
  noMatch: 'No failed task matches',
  clear: 'Show all errors',
  lastHour: 'Last hour',
  last: 'Last seen',
  first: 'First seen',
  where: 'Queues and types',
  sample: 'Open a sample',
  show: 'Show tasks',
  caption: 'Errors',
  notTelling: 'A text that is hidden, or has numbers only, cannot be searched for.',
  /** @param {string} text */ of: (text) => `Actions for the error ${text}`,
  /** @param {number} examined @param {number} total @param {boolean} complete */
  foot: (examined, total, complete) =>
    complete
      ? `${tasks(examined)} examined`
      : `${amount(examined)} of ${tasks(total)} examined, the latest ones of each queue: the counts are lower bounds`,
};
