/** Texts of the statistics of a queue, and of the markers in its charts. */
import { tasks } from './words.js';

export const statisticsTexts = {
  range: 'Range',
  ranges: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  type: 'Type',
  allTypes: 'All types',
  byType: 'By type',
  time: 'From',
  none: 'Nothing is recorded in this range',
  noneDetail:
    'Servers of this project record statistics every 10 seconds, unless their attribute “statistics” is ' +
    'false. Servers of other clients record none.',
  noType: 'Nothing is recorded of this type in this range',
  succeeded: 'Succeeded',
  failed: 'Failed',
  waiting: 'Waiting time',
  running: 'Run time',
  asTable: 'The charts as a table',
  throughput: {
    '1h': 'Tasks per minute',
    '24h': 'Tasks per hour',
    '7d': 'Tasks per hour',
    '30d': 'Tasks per day (UTC)',
  },
  columns: {
    processed: 'Processed',
    failed: 'Failed',
    share: 'Failed share',
    waitingP50: 'Waiting p50',
    waitingP95: 'Waiting p95',
    runningP50: 'Run p50',
    runningP95: 'Run p95',
  },
  /** @param {string} processed @param {string} failed */ sums: (processed, failed) =>
    `${processed} processed, ${failed} failed`,
  /** @param {string} p50 @param {string} p95 */ percentiles: (p50, p95) => `p50 ${p50}, p95 ${p95}`,
  /** @param {number} recorded @param {number} counted */
  recorded: (recorded, counted) =>
    counted <= recorded
      ? 'Recorded: all tasks that were processed on these days (UTC).'
      : `Recorded: ${Math.floor((recorded / counted) * 1000) / 10} % of the ${tasks(counted)} processed on ` +
        'these days (UTC). The others were processed in the last seconds, by servers of other clients, or ' +
        'before statistics were recorded.',
  error: 'Percentiles are estimates with an error of at most 19 %; waiting times are sampled.',
};

export const markersTexts = {
  title: 'Markers',
  detail: 'A marker is a line on the charts of the statistics of every queue, for example for a deployment.',
  text: 'Text',
  textHint: 'At most 80 characters, for example: version 2.4 deployed',
  at: 'Time',
  add: 'Add the marker',
  first: 'Enter a text of at most 80 characters first.',
  added: 'The marker is added.',
  removed: 'The marker is removed.',
  /** @param {string} text */ remove: (text) => `Remove the marker ${text}`,
};
