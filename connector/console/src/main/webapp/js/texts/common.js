/** Texts of several pages. */
import { amount, plural } from './words.js';

export const brandTexts = { name: 'asynq', product: 'console' };

export const commonTexts = {
  loading: 'Loading',
  again: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  dismiss: 'Dismiss',
  copyFailed: 'The browser did not allow copying. Select the text and copy it by hand.',
  more: 'More actions',
  actions: 'Actions',
  discardQuestion: 'Discard what you have entered?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  working: 'Working…',
  save: 'Save',
  remove: 'Remove',
  none: 'none',
};

export const timeTexts = {
  now: 'now',
  outOfRange: 'out of range',
  /** @param {string} time */ ahead: (time) => `in ${time}`,
  /** @param {string} time */ ago: (time) => `${time} ago`,
};

export const pagerTexts = {
  first: 'First page',
  next: 'Next page',
  isFirst: 'This is the first page.',
  isLast: 'This is the last page.',
};

export const refusalTexts = {
  loggedOut: 'You are logged out.',
  readOnly: 'The console is in read-only mode.',
  /** @param {string} role */ role: (role) => `Needs the role asynq-${role}.`,
};

export const contentTexts = {
  json: 'JSON',
  text: 'Text',
  hex: 'Hex',
  truncated: 'shortened',
  masked: 'some values masked',
  empty: 'empty',
  /** @param {string} codec @param {string | null | undefined} key */ stored: (codec, key) =>
    `${codec}${key ? `, key ${key}` : ''}`,
  /** @param {string} size */ bytesStored: (size) => `${size} stored`,
  /** @param {string} problem */ hidden: (problem) => `The payload is not shown: ${problem}.`,
  /** @param {string} label */ view: (label) => `${label}: view`,
  /** @param {string} label */ copy: (label) => `Copy: ${label}`,
  /** @param {number} bytes */ more: (bytes) => `${amount(bytes)} more ${plural(bytes, 'byte', 'bytes')}`,
};
