/** Texts of the page Overview. */

export const overviewTexts = {
  flow: 'Tasks by state',
  throughput: 'Last hour, per minute',
  history: 'Last 30 days',
  asTable: 'As a table',
  day: 'Day (UTC)',
  findings: 'Needs attention',
  noFindings: 'Nothing needs attention',
  noFindingsDetail: 'No queue is without a server, late, or in a damaged state.',
  processed: 'Processed',
  succeeded: 'Succeeded',
  failed: 'Failed',
  processedToday: 'Processed today',
  failedToday: 'Failed today',
  queues: 'Queues',
  servers: 'Servers',
  lanes: 'Busy lanes',
  memory: 'Memory',
  unknownFindings: 'Not known while Redis does not answer',
  /** @param {string} all */ of: (all) => `of ${all}`,
  /** @param {number} count */ paused: (count) => `${count} paused`,
  /** @param {number} count */ more: (count) => `${count} more`,
  /** @param {string} count */ inQueues: (count) => `${count} queues:`,
  /** @param {number} count */ moreQueues: (count) => `${count} more queues`,
  busiest: 'Queues with the most waiting tasks',
  seriesEmpty: 'The chart fills as long as this console runs: one point per minute.',
  /** @param {string} processed @param {string} failed */ historySummary: (processed, failed) =>
    `Tasks of the last 30 days: ${processed} processed, ${failed} of them failed.`,
  /** @param {string} processed @param {string} failed */ seriesSummary: (processed, failed) =>
    `Tasks per minute in the last hour: ${processed} processed, ${failed} failed.`,
  latency: 'Longest wait, last hour',
  latencyNote: 'the oldest pending task of a queue that is not paused',
  /** @param {string} now @param {string} most */ latencySummary: (now, most) =>
    `Longest wait of a pending task: ${now} now, at most ${most} in the last hour.`,
};
