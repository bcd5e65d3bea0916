/** Texts of the page Audit log. */

export const auditTexts = {
  title: 'Audit log',
  detail: 'Every change made in this console, refused ones included, exports, and readings of encrypted payloads.',
  none: 'No changes yet',
  noneDetail: 'Entries appear when someone changes a task, queue or periodic entry here.',
  noMatch: 'No entry fits',
  clear: 'Show all entries',
  filters: { user: 'User', action: 'Action', queue: 'Queue' },
  time: 'Time',
  times: /** @type {[string, string][]} */ ([
    ['', 'All times'],
    ['1h', 'Last hour'],
    ['24h', 'Last 24 hours'],
    ['7d', 'Last 7 days'],
    ['30d', 'Last 30 days'],
  ]),
  at: 'When',
  user: 'User',
  action: 'Action',
  target: 'Target',
  count: 'Tasks',
  result: 'Result',
  remark: 'Detail',
  older: 'Older entries',
  caption: 'Audit log',
  newest: 'Newest entries',
};
