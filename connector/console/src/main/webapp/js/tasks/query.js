/** The query language as the page needs it: reading and replacing clauses, completion. */
import { texts } from '../texts.js';
import { STATES } from '../ui/parts.js';

const CLAUSE = /(-?)(?:([a-z]+)(:|>=|<=|>|<))?("[^"]*"?|[^\s"]\S*)/g;

/** @typedef {{start: number, end: number, negated: boolean, field: string, operator: string, value: string}} Clause */

/** @param {string} query @returns {Clause[]} */
export function clauses(query) {
  return [...query.matchAll(CLAUSE)].map((match) => ({
    start: match.index, end: match.index + match[0].length, negated: match[1] === '-',
    field: match[2] ?? '', operator: match[3] ?? '', value: unquote(match[4] ?? ''),
  }));
}

/** @param {string} value */
const unquote = (value) => (value.startsWith('"') ? value.slice(1).replace(/"$/, '') : value);

/** @param {string} value */
export const quote = (value) => (/[\s"]/.test(value) || value === '' ? `"${value.replaceAll('"', '')}"` : value);

/** @param {string} query @param {string} field */
export const valueOf = (query, field) =>
  clauses(query).find((one) => one.field === field && one.operator === ':' && !one.negated)?.value ?? '';

/** The query with one clause of this field, or none. @param {string} query @param {string} field @param {string} value */
export function withValue(query, field, value) {
  const rest = clauses(query).filter((one) => one.field !== field || one.negated)
    .map((one) => query.slice(one.start, one.end));
  return [...(value ? [`${field}:${quote(value)}`] : []), ...rest].join(' ');
}

/** @param {string[]} parts */
export const join = (...parts) => parts.filter(Boolean).join(' ');

/** @typedef {{insert: string, label: string, hint: string}} Suggestion */

/**
 * What may follow at the caret.
 * @param {string} text
 * @param {number} caret
 * @param {string[]} queues
 * @returns {{from: number, items: Suggestion[]}}
 */
export function complete(text, caret, queues) {
  const from = text.slice(0, caret).search(/(?:[^\s"]*"[^"]*|\S*)$/);
  const token = text.slice(from, caret).replace(/^-/, '');
  const start = caret - token.length;
  const value = /^([a-z]+):"?(.*)$/s.exec(token);
  if (value) {
    const typed = (value[2] ?? '').toLowerCase();
    const options = value[1] === 'state' ? STATES : value[1] === 'queue' ? queues : [];
    const items = options.filter((option) => option.toLowerCase().includes(typed) && option !== value[2]).slice(0, 12)
      .map((option) => ({
        insert: `${value[1]}:${quote(option)} `, label: option,
        hint: value[1] === 'state' ? texts.stateHints[/** @type {import('../core/types.js').TaskState} */ (option)] : '',
      }));
    return { from: start, items };
  }
  const items = Object.entries(texts.fields)
    .filter(([field]) => field.startsWith(token.toLowerCase()) && field !== token)
    .map(([field, hint]) => ({ insert: field, label: field, hint }));
  return { from: start, items };
}
