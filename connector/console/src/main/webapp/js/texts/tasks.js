/** Texts of tasks: their states, actions, lists and details. */
import { plural, tasks } from './words.js';

export const statesTexts = {
  pending: 'Pending',
  active: 'Active',
  scheduled: 'Scheduled',
  retry: 'Retry',
  archived: 'Archived',
  completed: 'Completed',
  aggregating: 'Aggregating',
};

export const stateHintsTexts = {
  pending: 'waiting for a free lane',
  active: 'running now',
  scheduled: 'due later',
  retry: 'failed, runs again',
  archived: 'failed, not retried any more',
  completed: 'done, kept for its retention',
  aggregating: 'waiting in a group',
};

export const columnsTexts = {
  id: 'ID',
  queue: 'Queue',
  type: 'Type',
  state: 'State',
  payload: 'Payload',
  error: 'Last error',
  attempt: 'Attempt',
  next: 'Next run',
  failed: 'Last failed',
  completed: 'Completed',
  group: 'Group',
  headers: 'Headers',
  progress: 'Progress',
  since: 'Since',
};

export const actionsTexts = {
  run: {
    label: 'Run now',
    done: 'The task is pending.',
    question: 'The tasks become pending and run as soon as a lane is free.',
  },
  archive: {
    label: 'Archive',
    done: 'The task is archived.',
    question: 'Archived tasks are not run any more. They can be restored, or run from the archive.',
  },
  restore: { label: 'Restore', done: 'The task is where it was before it was archived.', question: '' },
  cancel: {
    label: 'Cancel',
    done: 'The workers have been asked to cancel the task.',
    question: 'The workers interrupt the handlers. Each task then fails or is retried as its handler decides.',
  },
  delete: { label: 'Delete', done: 'The task is deleted.', question: 'Deleted tasks cannot be restored.' },
  reschedule: { label: 'Reschedule…', done: 'The task is rescheduled.', question: '' },
  edit: { label: 'Edit…', done: 'The task is changed.', question: '' },
  clone: { label: 'Clone…', done: 'A new task is created.', question: '' },
  move: { label: 'Move to queue…', done: 'The task is moved.', question: '' },
  unlock: { label: 'Release unique lock', done: 'The unique lock is released.', question: '' },
};

export const tasksTexts = {
  title: 'Tasks',
  query: 'Query',
  queryHint: 'Search, for example  state:retry type:mail error:"timed out"',
  clearQuery: 'Clear the query',
  suggestions: 'Suggestions',
  allowedHere: 'Allowed here:',
  none: 'No task matches',
  noneDetail: 'Remove a clause, or choose another state.',
  noneInState: 'Tasks in other states are in the other tabs.',
  noMore: 'No further task matches',
  noneYet: 'Nothing found yet',
  /** @param {string} examined */ noneYetDetail: (examined) =>
    `${examined} tasks have been read. The next page continues the search.`,
  noneAtAll: 'Tasks appear here when an application adds them.',
  all: 'All',
  byState: 'States',
  caption: 'Tasks',
  selectAll: 'Select all rows',
  columns: 'Columns',
  orphaned: 'Lease expired',
  waitsForLimit: 'Limit',
  views: 'Views',
  saveView: 'Save view',
  viewName: 'Name of the view',
  viewHint: 'A view is a link to this page. It is kept in this browser; to share it, copy the address.',
  viewSaved: 'The view is saved.',
  newTask: 'New task',
  /** @param {string} id */ select: (id) => `Select task ${id}`,
  /** @param {string} id */ actionsOf: (id) => `Actions for task ${id}`,
  /** @param {string} id */ progressOf: (id) => `Progress of task ${id}`,
  /** @param {number} retried @param {number} max */ attempt: (retried, max) => `${retried}/${max}`,
  /** @param {number} count */ found: (count) => `${tasks(count)} on this page`,
  /** @param {number} count */ waiting: (count) => `${count} ${plural(count, 'update', 'updates')} waiting: show`,
  /** @param {number} count @param {string} examined @param {boolean} complete */
  foot: (count, examined, complete) =>
    `${tasks(count)} on this page · ${examined} ` +
    `examined${complete ? '' : ', search not complete: the next page continues'}`,
  latestFirst: 'Latest first',
  /** @param {number} count @param {string} examined @param {boolean} complete */
  footLatest: (count, examined, complete) =>
    `${tasks(count)} on this page, the latest of ${examined} ` +
    `examined${complete ? '' : ': switch “Latest first” off to read all tasks, queue by queue'}`,
  selectionLabel: 'Selected tasks',
  clearSelection: 'Clear',
  allMatching: 'All that match',
  /** @param {number} count */ selected: (count) => `${count} selected`,
  /** @param {string} label */ stateRefuses: (label) => `${label}: the state of the task does not allow this.`,
  exportCsv: 'CSV of all that match',
  exportNdjson: 'NDJSON of all that match',
  exportLabel: 'Export',
  exporting: 'The export is being downloaded.',
  /** @param {number} count */ inSample: (count) => `in ${count} of the sampled tasks`,
  /** @param {number} count */ inQueue: (count) => tasks(count),
};

export const drawerTexts = {
  title: 'Task',
  task: 'Task in',
  gone: 'This task is no longer in Redis.',
  previous: 'Previous task ( [ )',
  next: 'Next task ( ] )',
  close: 'Close (Escape)',
  copyId: 'Copy the ID',
  copyError: 'Copy the error',
  payload: 'Payload',
  result: 'Result',
  facts: 'Facts',
  headers: 'Headers',
  progress: 'Progress',
  error: 'Last error',
  timeline: 'Timeline',
  timeout: 'Timeout',
  noTimeout: 'none',
  deadline: 'Deadline',
  retention: 'Retention',
  noRetention: 'removed when completed',
  server: 'Server',
  waitsFor: 'Waits for limit',
  recoveries: 'Recoveries',
  uniqueKey: 'Unique key',
  lock: 'Unique lock',
  lockHeld: 'held by this task',
  lockFree: 'not held',
  started: 'Started',
  completed: 'Completed',
  nextRun: 'Next run',
  nextRunAtLatest: 'Next run, at the latest',
  since: {
    pending: 'Became pending',
    active: 'Started',
    scheduled: 'Scheduled',
    retry: 'Failed',
    archived: 'Archived',
    completed: 'Completed',
    aggregating: 'Joined the group',
  },
  orphaned: 'The worker does not extend the lease any more. The recoverer requeues the task.',
  noMoments: 'Redis keeps no times for a task in this state.',
  /** @param {number} retried @param {number} max */ attempt: (retried, max) =>
    max || retried ? `${retried} of ${max} retries used` : 'no retries',
  /** @param {number} retried */ failed: (retried) => `Failed, attempt ${retried}`,
  attempts: 'Attempts',
  trace: 'Trace',
  sameTrace: 'tasks of the same trace',
  deadLetterOf: 'Dead letter of',
  outcomes: {
    completed: 'completed',
    failed: 'failed',
    requeued: 'requeued without using a retry',
    lease_expired: 'server died; the lease was last extended',
    not_recorded: 'not recorded',
  },
  /** @param {number} number */ attemptNumber: (number) => `Attempt ${number}`,
  /** @param {number} number @param {number} count */
  notRecorded: (number, count) =>
    count === 1
      ? `Attempt ${number} was made by another client and not recorded, or is not kept any more.`
      : `Attempts ${number} to ${number + count - 1} were made by another client and not recorded, or are ` +
        'not kept any more.',
};

export const whyTexts = {
  task: 'Why it waits',
  queue: 'Why tasks wait',
  limit: 'Limit:',
  error: 'Error:',
  until: 'Ends or is checked again:',
  next: 'Next step:',
  by: 'by',
  /** @param {number} count */ more: (count) => `${count} ${plural(count, 'further reason', 'further reasons')}`,
};
