/** The query language as the page needs it: reading and replacing clauses at the top level. */

import { scan } from './scan.js';

/** @typedef {import('./scan.js').Token & {negated: boolean, depth: number}} Clause */

/** Clauses of the query, those within parentheses too. @param {string} query @returns {Clause[]} */
export const clauses = (query) => read(query).clauses;

/** @param {string} query */
function read(query) {
  /** @type {Clause[]} */
  const found = [];
  let depth = 0;
  let balanced = true;
  let alternatives = false;
  let not = false;
  for (const token of scan(query)) {
    if (token.kind === 'clause') {
      found.push({ ...token, negated: token.minus || not, depth });
    } else if (token.kind === 'open') {
      depth++;
    } else if (token.kind === 'close') {
      depth--;
      balanced &&= depth >= 0;
    } else if (token.kind === 'or') {
      alternatives ||= depth === 0;
    }
    not = token.kind === 'not';
  }
  return { clauses: found, alternatives, balanced: balanced && depth === 0 };
}

/** @param {string} value */
export const quote = (value) =>
  /^[\p{L}\p{N}_.,:@/*+-]+$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;

/** The value of a clause that every task must fulfil. @param {string} query @param {string} field */
export function valueOf(query, field) {
  const { clauses: all, alternatives } = read(query);
  return alternatives ? '' : (all.find((one) => isPlain(one, field))?.value ?? '');
}

/** @param {Clause} one @param {string} field */
const isPlain = (one, field) =>
  one.depth === 0 && one.field === field && one.operator === ':' && !one.path && !one.negated;

/**
 * The query with one clause of this field, or none.
 * @param {string} query
 * @param {string} field
 * @param {string} value
 */
export function withValue(query, field, value) {
  const { clauses: all, alternatives } = read(query);
  let rest = query;
  for (const one of alternatives ? [] : all.filter((each) => isPlain(each, field)).reverse()) {
    rest = rest.slice(0, one.start) + rest.slice(one.end);
  }
  return join(value ? `${field}:${quote(value)}` : '', rest.replace(/ {2,}/g, ' ').trim());
}

/**
 * Joins queries that must all be true. Alternatives get parentheses; unmatched parentheses stay, so that the
 * server reports them.
 * @param {string[]} parts
 */
export function join(...parts) {
  const filled = parts.filter((part) => part.trim());
  return filled
    .map((part) => {
      const { alternatives, balanced } = read(part);
      return filled.length > 1 && alternatives && balanced ? `(${part})` : part;
    })
    .join(' ');
}
