/** Texts of the page Jobs. */
import { verbs } from './words.js';

export const jobsTexts = {
  title: 'Jobs',
  detail: 'Actions on all tasks that match a query. Another node resumes a job after a crash.',
  none: 'No jobs yet',
  noneDetail: 'Search tasks, then choose “All that match”.',
  toTasks: 'Search tasks',
  states: { running: 'Running', paused: 'Paused', done: 'Done', cancelled: 'Stopped', failed: 'Failed' },
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  failures: 'Download failures',
  failuresCsv: 'CSV',
  caption: 'Jobs',
  action: 'Action',
  query: 'Query',
  reason: 'Reason',
  user: 'User',
  started: 'Started',
  progress: 'Progress',
  state: 'State',
  /** @param {string} count */ unreadable: (count) =>
    `Further jobs cannot be read, because a node of the cluster is down: ${count}.`,
  /** @param {string} changed @param {string} skipped @param {string} failed @param {string} matching */
  counts: (changed, skipped, failed, matching) =>
    `${changed} changed, ${skipped} skipped, ${failed} failed, ${matching} matching.`,
  verbs: { ...verbs, restore: 'Restore' },
  /** @param {string} label @param {keyof typeof verbs | 'restore'} action @param {string} query */
  of: (label, action, query) => `${label}: ${action} ${query || 'every task'}`,
  /** @param {string} pace */ paceOf: (pace) => `At most ${pace} per second.`,
  /** @param {string} share */ at: (share) => `${share} of the tasks are examined.`,
  /** @param {string} count */ examined: (count) => `${count} examined.`,
};
