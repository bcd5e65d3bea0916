/** The query language as the page needs it: reading and replacing clauses at the top level. */

// A clause, a group's parenthesis, or an operator between clauses; as the console's scanner reads them.
const TOKEN = /-?\(|\)|\||(-?)(?:([a-z]+)((?:\.(?:"(?:[^"\\]|\\.)*"?|[^\s.:<>=~"()|]+))*)(:|>=|<=|>|<|~))?("(?:[^"\\]|\\.)*"?|[^\s"()|][^\s"()]*(?:\([^\s"()]*\)[^\s"()]*)*)/giu;
const WORDS = ['OR', 'AND', 'NOT'];

/**
 * @typedef {{start: number, end: number, negated: boolean, field: string, path: string, operator: string, value: string,
 *   depth: number}} Clause
 */

/** Clauses of the query, those within parentheses too. @param {string} query @returns {Clause[]} */
export const clauses = (query) => read(query).clauses;

/** @param {string} query */
function read(query) {
  /** @type {Clause[]} */
  const found = [];
  let depth = 0;
  let balanced = true;
  let alternatives = false;
  for (const match of query.matchAll(TOKEN)) {
    const text = match[0];
    if (text.endsWith('(') && !match[5]) {
      depth++;
    } else if (text === ')') {
      depth--;
      balanced &&= depth >= 0;
    } else if (text === '|' || WORDS.includes(text)) {
      alternatives ||= depth === 0 && (text === '|' || text === 'OR');
    } else {
      found.push({
        start: match.index, end: match.index + text.length, negated: match[1] === '-', field: (match[2] ?? '').toLowerCase(),
        path: match[3] ?? '', operator: match[4] ?? '', value: unquote(match[5] ?? ''), depth,
      });
    }
  }
  return { clauses: found, alternatives, balanced: balanced && depth === 0 };
}

/** @param {string} value */
const unquote = (value) => (value.startsWith('"') ? value.slice(1).replace(/"$/, '').replace(/\\(["\\])/g, '$1') : value);

/** @param {string} value */
export const quote = (value) => (/^[\p{L}\p{N}_.,:@/*+-]+$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

/** The value of a clause that every task must fulfil. @param {string} query @param {string} field */
export function valueOf(query, field) {
  const { clauses: all, alternatives } = read(query);
  return alternatives ? '' : all.find((one) => isPlain(one, field))?.value ?? '';
}

/** @param {Clause} one @param {string} field */
const isPlain = (one, field) => one.depth === 0 && one.field === field && one.operator === ':' && !one.path && !one.negated;

/** The query with one clause of this field, or none. @param {string} query @param {string} field @param {string} value */
export function withValue(query, field, value) {
  const { clauses: all, alternatives } = read(query);
  let rest = query;
  for (const one of alternatives ? [] : all.filter((each) => isPlain(each, field)).reverse()) {
    rest = rest.slice(0, one.start) + rest.slice(one.end);
  }
  return join(value ? `${field}:${quote(value)}` : '', rest.replace(/ {2,}/g, ' ').trim());
}

/**
 * One query of several, all of which must be true. Alternatives get parentheses; parentheses that do not match are left to
 * be reported.
 * @param {string[]} parts
 */
export function join(...parts) {
  const filled = parts.filter((part) => part.trim());
  return filled.map((part) => {
    const { alternatives, balanced } = read(part);
    return filled.length > 1 && alternatives && balanced ? `(${part})` : part;
  }).join(' ');
}
