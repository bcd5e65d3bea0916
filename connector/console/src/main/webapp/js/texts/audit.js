/** Texts of the page Audit log. */

export const auditTexts = {
  title: 'Audit log',
  detail: 'Every change made in this console, refused ones included.',
  none: 'No changes yet',
  noneDetail: 'Entries appear when someone changes a task, queue or periodic entry here.',
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
