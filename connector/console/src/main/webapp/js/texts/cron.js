/** Texts of the page Periodic tasks. */
import { plural } from './words.js';

export const cronTexts = {
  title: 'Periodic tasks',
  none: 'No periodic tasks',
  noneDetail: 'Entries appear when an application registers them.',
  filter: 'Type, queue or schedule',
  noMatch: 'No periodic task fits',
  clear: 'Show all periodic tasks',
  late: 'Late',
  lateDetail: 'The run is over a minute late: its scheduler is not running, or cannot reach Redis.',
  /** @param {number} count */ then: (count) => `then ${count} more`,
  spec: 'Schedule',
  task: 'Task',
  next: 'Next runs',
  strip: 'Last 20 tasks',
  pause: 'Pause',
  resume: 'Resume',
  run: 'Run now',
  history: 'History',
  paused: 'Paused',
  foreign: 'Go scheduler',
  foreignDetail: 'Entries of Go schedulers cannot be paused here.',
  changed: {
    /** @param {string} type @param {string} queue */ run: (type, queue) =>
      `A task of ${type} is added to the queue ${queue}.`,
    /** @param {string} type */ pause: (type) => `The entry of ${type} is paused.`,
    /** @param {string} type */ resume: (type) => `The entry of ${type} is resumed.`,
  },
  options: 'Options',
  noHistory: 'No run is recorded yet.',
  caption: 'Periodic tasks',
  historyDetail: 'The latest tasks of this entry, with their current states.',
  zone: 'Times in',
  noNext: 'No run within five years',
  unknownNext: 'not known',
  noRuns: 'none yet',
  gone: 'Gone',
  taskGone: 'No longer in Redis',
  missed: 'Missed',
  legend:
    'Current state of each task. A task that is no longer in Redis succeeded without a retention, or was ' +
    'deleted.',
  /** @param {string} name @param {string} at */ mark: (name, at) => `${name}, ${at}`,
  /** @param {string} time */ since: (time) =>
    `No scheduler has published this entry since ${time}. It is shown for a day.`,
  /** @param {string} counts */ stripOf: (counts) => `Last tasks: ${counts}. Show them.`,
  /** @param {number} count @param {string} name */ count: (count, name) =>
    `${count} ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  /** @param {number} count */ missedRuns: (count) => `${count} missed ${plural(count, 'run', 'runs')}`,
  missedDetail: 'No task was enqueued for these runs: no scheduler ran, or a unique lock was held.',
  /** @param {string} type */ actionsOf: (type) => `Actions for the entry ${type}`,
  /** @param {string} type */ historyOf: (type) => `History of ${type}`,
};
