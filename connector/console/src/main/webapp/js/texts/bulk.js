/** Texts of actions on many tasks, and of their undo. */
import { amount, plural, tasks, verbs } from './words.js';

export const bulkTexts = {
  /** @param {keyof typeof verbs} name */ start: (name) => `${verbs[name]} all that match…`,
  /** @param {keyof typeof verbs} name */ title: (name) => `${verbs[name]} all tasks that match`,
  /** @param {keyof typeof verbs} name @param {string} count @param {boolean} exact */ submit: (name, count, exact) =>
    `${verbs[name]} ${exact ? '' : 'at least '}${count}`,
  /** @param {keyof typeof verbs} name */ jobTitle: (name) => `Job: ${verbs[name].toLowerCase()} all that match`,
  scope: 'Query',
  everything: 'every task of every queue',
  counting: 'The tasks are being counted.',
  nothing: 'No task matches.',
  reasonFirst: 'Enter a reason first.',
  typeFirst: 'Type the number first.',
  reason: 'Reason',
  reasonHint: 'Kept in the audit log, for example the number of the incident.',
  progress: 'Progress',
  sample: 'Sample of the tasks',
  background: 'Continue in the background',
  understood: 'Understood as',
  pace: 'Pace: tasks per second',
  paceHint: 'Empty: without a limit.',
  /** @param {number} max */ paceFirst: (max) => `The pace is a whole number from 1 to ${amount(max)}.`,
  /** @param {number} calls @param {string} time */ cost: (calls, time) =>
    `The job needs about ${amount(calls)} ${plural(calls, 'call', 'calls')} of Redis, with at most 100 ` +
    `tasks each, and about ${time}.`,
  /** @param {string} count @param {string} examined */ countingOn: (count, examined) =>
    `Counting: ${count} match so far, ${examined} examined.`,
  toJobs: 'Show all jobs',
  /** @param {number} count */ typeNumber: (count) => `Type ${count} to confirm`,
  /** @param {number} count */ count: (count) => `${tasks(count)} ${plural(count, 'matches', 'match')} exactly.`,
  /** @param {number} count */ dropped: (count) =>
    `The archive of a queue keeps 9,999 tasks: up to ${tasks(count)} will be deleted for good. That ` +
    'needs the role asynq-admin.',
  /** @param {string} expected @param {string} matching */
  unexpected: (expected, matching) =>
    `The group had ${expected}, the query finds ${matching}: its clauses match other errors, too, ` +
    'or tasks have failed or left since. Check the query before you continue.',
  /** @param {string} count */ examined: (count) => `${count} examined. Counting has changed nothing.`,
  effect: {
    run: 'Each task is read again and must still match. It becomes pending.',
    archive:
      'Each task is read again and must still match. Archived tasks can be restored on the page Jobs, or ' +
      'run later.',
    cancel: 'Each active task is read again. Its worker is asked to interrupt the handler.',
    delete: 'Each task is read again and must still match. Deleted tasks cannot be restored.',
  },
  /** @param {string} label @param {number} count */ confirm: (label, count) => `${label}: ${tasks(count)}`,
  /** @param {number} count */ andMore: (count) => `and ${count} more`,
  /** @param {string} label @param {number} count */ allDone: (label, count) => `${label}: done for ${tasks(count)}.`,
  /** @param {number} count */ refused: (count) => `Refused for ${tasks(count)}:`,
};

export const undoTexts = {
  label: 'Undo',
  title: 'Undo the archiving',
  before: 'The job was undone.',
  /** @param {string} reason */ ofJob: (reason) => `Undo the archiving: ${reason}`,
  /** @param {string} count */ submit: (count) => `Restore ${count}`,
  effect:
    'The tasks go back to where they were: to their time, their retry or their group. Pending ones go to ' +
    'the tail of their queue and run.',
  limits: 'Tasks that have left the archive since, or were archived again, stay as they are.',
  /** @param {number} count */ done: (count) => `Restored: ${tasks(count)}.`,
  /** @param {number} count */ refused: (count) => `${tasks(count)} could not be restored.`,
  /** @param {number} count */ gone: (count) =>
    `${tasks(count)} ${plural(count, 'has', 'have')} left the archive, or changed there, since the job ended.`,
};
