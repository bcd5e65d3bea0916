/** Texts of the page Errors. */
import { tasks } from './words.js';

export const errorsTexts = {
  title: 'Errors',
  detail: 'Last errors of tasks in retry and archive, numbers and IDs left out.',
  none: 'No failed tasks',
  noneDetail: 'No task in retry or archive has an error.',
  count: 'Tasks',
  signature: 'Error',
  last: 'Last seen',
  first: 'First seen',
  where: 'Queues and types',
  sample: 'Open a sample',
  show: 'Show tasks',
  caption: 'Errors',
  notTelling: 'A text that is hidden, or has numbers only, cannot be searched for.',
  /** @param {string} text */ of: (text) => `Actions for the error ${text}`,
  /** @param {number} examined @param {boolean} complete */
  foot: (examined, complete) =>
    `${tasks(examined)} examined${complete ? '' : ', not all: the counts are lower bounds'}`,
};
