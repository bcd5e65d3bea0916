/**
 * The tokens of a query, as the console's scanner reads them (Scanner.java); of a refused query the beginning is read.
 */

/**
 * A clause has a field and an operator, or is bare text. `minus`: it begins with one.
 * @typedef {{kind: 'clause' | 'open' | 'close' | 'or' | 'and' | 'not', start: number, end: number, minus: boolean,
 *   field: string, path: string, operator: string, value: string}} Token
 */

// as Java's Character.isWhitespace
const SPACE = /[\t-\r\u001c- \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/;
const LETTER = /\p{L}/u;
const WORDS = /** @type {const} */ (['OR', 'AND', 'NOT']);
const ENDS_MEMBER = '.:<>=~"()|';

/** In linear time: each character is read once. @param {string} text @returns {Token[]} */
export function scan(text) {
  const scanner = new Scanner(text);
  /** @type {Token[]} */
  const tokens = [];
  for (scanner.skipSpaces(); scanner.at < text.length; scanner.skipSpaces()) {
    tokens.push(scanner.next());
  }
  return tokens;
}

class Scanner {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  next() {
    const word = WORDS.find((one) => this.text.startsWith(one, this.at) && this.endsAt(this.at + one.length, '()'));
    if (word) {
      return this.token(/** @type {Token['kind']} */ (word.toLowerCase()), word.length);
    }
    const kind = /** @type {const} */ ({ '(': 'open', ')': 'close', '|': 'or' })[this.here()];
    if (kind) {
      return this.token(kind, 1);
    }
    const minus = this.here() === '-';
    if (minus && this.endsAt(this.at + 1, '()')) {
      return this.token('not', 1);
    }
    return this.clause(minus);
  }

  here() {
    return this.text.charAt(this.at);
  }

  /** A space, the end, or one of these characters. @param {number} index @param {string} [ends] */
  endsAt(index, ends = '') {
    const character = this.text.charAt(index);
    return character === '' || SPACE.test(character) || ends.includes(character);
  }

  /** @param {Token['kind']} kind @param {number} length @returns {Token} */
  token(kind, length) {
    const start = this.at;
    this.at += length;
    return { kind, start, end: this.at, minus: false, field: '', path: '', operator: '', value: '' };
  }

  /** @param {boolean} minus @returns {Token} */
  clause(minus) {
    const start = this.at;
    this.at += minus ? 1 : 0;
    const begin = this.at;
    const field = this.letters();
    const path = field.toLowerCase() === 'payload' ? this.path() : '';
    const operator = field ? this.operator(path !== '') : '';
    const bare = !operator && !path;
    this.at = bare ? begin : this.at;
    const value = bare || operator ? this.value(bare) : '';
    return {
      kind: 'clause',
      start,
      end: this.at,
      minus,
      field: bare ? '' : field.toLowerCase(),
      path,
      operator,
      value,
    };
  }

  letters() {
    const start = this.at;
    while (LETTER.test(this.here())) {
      this.at++;
    }
    return this.text.slice(start, this.at);
  }

  /** Names of members, each after a dot. */
  path() {
    const start = this.at;
    while (this.here() === '.') {
      this.at++;
      if (this.here() === '"') {
        this.quoted();
      }
      while (!this.endsAt(this.at, ENDS_MEMBER)) {
        this.at++;
      }
    }
    return this.text.slice(start, this.at);
  }

  /** @param {boolean} ofMember */
  operator(ofMember) {
    const first = this.here();
    if (!first || !(ofMember ? ':<>~' : ':<>').includes(first)) {
      return '';
    }
    this.at++;
    if ((first === '<' || first === '>') && this.here() === '=') {
      this.at++;
      return `${first}=`;
    }
    return first;
  }

  /** Up to a space, or a `)` that has no `(` in the value. @param {boolean} bare at least one character */
  value(bare) {
    if (this.here() === '"') {
      return this.quoted();
    }
    const start = this.at;
    this.at += bare ? 1 : 0;
    for (let open = 0; !this.endsAt(this.at, '"'); this.at++) {
      if (this.here() === ')' && open === 0) {
        break;
      }
      open += this.here() === '(' ? 1 : this.here() === ')' ? -1 : 0;
    }
    return this.text.slice(start, this.at);
  }

  /** The text between quotes, up to the end if the closing quote is missing. */
  quoted() {
    let value = '';
    for (this.at++; this.at < this.text.length && this.here() !== '"'; this.at++) {
      const next = this.text.charAt(this.at + 1);
      if (this.here() === '\\' && (next === '"' || next === '\\')) {
        this.at++;
      }
      value += this.here();
    }
    this.at = Math.min(this.at + 1, this.text.length);
    return value;
  }

  skipSpaces() {
    while (this.at < this.text.length && this.endsAt(this.at)) {
      this.at++;
    }
  }
}
