/** Texts of the field of a query. */

export const fieldsTexts = {
  'queue:': 'name of the queue',
  'state:': 'pending, active, scheduled, retry, archived, completed, aggregating',
  'type:': 'type of the task',
  'id:': 'part of the ID',
  'payload:': 'text within the payload',
  'payload.': 'a member of a JSON payload, for example payload.customer.id:42',
  'error:': 'text within the last error',
  'header:': 'name, or name=value',
  'group:': 'name of the group',
  'age>': 'older than, for example age>2h',
  'age<': 'younger than, for example age<15m',
  'failed<': 'failed less than this time ago, for example failed<1h',
  'failed>': 'failed more than this time ago',
  'retried>=': 'attempts that have failed',
};

/** Names of the views that every browser has. */
export const viewsTexts = {
  failed: 'Failed in the last hour',
  stuck: 'Pending for 10 minutes',
  long: 'Active for 10 minutes',
  overdue: 'Due for a minute',
  exhausting: 'Failed five times',
};

export const operatorsTexts = { or: 'the clause before or the clause after must match' };
