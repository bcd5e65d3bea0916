/** Texts of the dialogs of one task. */
import { plural } from './words.js';

export const formTexts = {
  title: { edit: 'Edit the task', clone: 'Clone the task', new: 'New task' },
  submit: { edit: 'Save', clone: 'Create the clone', new: 'Create the task' },
  created: 'The task is created.',
  payloadHint: 'JSON is stored without white space between tokens.',
  payloadMasked: 'The payload has masked values. It stays as it is.',
  payloadEncrypted: 'The payload is encrypted. It stays as it is.',
  payloadFixed: 'The payload is binary or too large to edit here. It stays as it is.',
  maxRetry: 'Maximum of retries',
  timeout: 'Timeout in seconds',
  retention: 'Retention in seconds',
  processAt: 'Run at',
  processAtHint: 'Empty: at once',
  deadlineHint: 'Empty: none',
  headersHint: 'One per line: name: value',
  /** @param {number} count */ headersKept: (count) =>
    `One per line: name: value. ${count} more, with colons in the name or line breaks, ` +
    `${plural(count, 'stays as it is', 'stay as they are')}.`,
  /** @param {string} name */ zone: (name) => `Time zone: ${name.replaceAll('_', ' ')}`,
  missing: 'Queue and type are needed.',
};

export const moveTexts = {
  title: 'Move to another queue',
  submit: 'Move',
  detail: 'The task keeps its ID and its state.',
  target: 'Target queue',
  first: 'Enter the name of the queue first.',
};

export const rescheduleTexts = {
  title: 'Reschedule the task',
  submit: 'Reschedule',
  at: 'Run at',
  first: 'Enter date and time first.',
};
