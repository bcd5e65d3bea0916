/** Texts of the batches of a queue. */
import { plural } from './words.js';

export const batchesTexts = {
  title: 'Batches',
  detail: 'Batches and chains that have not ended, those with failures first.',
  filter: 'Batch or queue',
  noMatch: 'No batch fits',
  clear: 'Show all batches',
  /** @param {number} shown @param {string} all */ found: (shown, all) => `${shown} of ${all} batches`,
  /** @type {Record<string, string>} */ when: {
    success: 'On success',
    failure: 'On a failure',
    complete: 'At the end',
  },
  /** @param {number} number */ step: (number) => `Step ${number}`,
  ofTask: 'Batch',
  tab: 'Batches',
  caption: 'Batches',
  none: 'No batch is open',
  noneDetail: 'A batch that has succeeded is no longer listed.',
  all: 'All batches of the queue',
  id: 'Batch',
  state: 'State',
  progress: 'Members',
  follows: 'Then',
  created: 'Created',
  members: 'Archived and open members',
  noMembers: 'No member is archived or open',
  member: 'Member',
  queue: 'Queue',
  task: 'Task',
  reason: 'Not stored because',
  /** @type {Record<Api.BatchRow['state'], string>} */ states: {
    storing: 'Being stored',
    running: 'Running',
    failed: 'Failed',
    succeeded: 'Succeeded',
    deleted: 'Deleted, members left',
  },
  /** @type {Record<Api.BatchTask['state'], string>} */ following: {
    waiting: 'not yet',
    due: 'due',
    stored: 'stored',
    refused: 'refused',
  },
  batch: 'batch',
  gone: 'gone',
  /** @param {string} ended @param {string} all @param {number} failed @param {string} failedText */ counts: (
    ended,
    all,
    failed,
    failedText,
  ) => `${ended} of ${all} ended${failed ? `, ${failedText} archived` : ''}`,
  /** @param {string} time */ timeLeft: (time) => ` · about ${time} left at this pace`,
  /** @param {number} shown @param {string} all */ shown: (shown, all) => `${shown} of ${all} are shown.`,
  unknown: 'There is no such batch',
  unknownDetail: 'It ended more than a week ago (a chain: an hour ago), or was deleted.',
  remove: 'Delete…',
  deleteTitle: 'Delete the batch',
  deleteSubmit: 'Delete the batch',
  deleteDetail:
    'Its members are deleted, and cannot be restored; running members are cancelled. Its callbacks are not ' +
    'stored. Members that are batches are kept.',
  /** @param {string} count */ left: (count) => `${count} members are left. If you close this, they stay.`,
  /** @param {string} count */ interrupted: (count) =>
    `${count} members are left, and no callback will be stored. Delete the batch again to delete them, too.`,
  /** @param {string} id */ deleted: (id) => `The batch ${id} is deleted.`,
  /** @param {number} count */ running: (count) =>
    `${count} ${plural(count, 'member is', 'members are')} running and cancelled, or just being stored. Delete the ` +
    'batch again when they have ended.',
};
