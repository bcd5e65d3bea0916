/** Makes hostile text harmless to the eye: control and direction characters are shown, not obeyed. */
import { html } from './dom.js';

// Controls except tab and line feed, direction and zero-width characters, fillers, tags, variants, lone surrogates.
// U+FE0F, the variant of emoji, is visible in the emoji.
const HIDDEN = new RegExp(
  [
    /[\x00-\x08\x0B-\x1F\x7F-\x9F]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u,
    /[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0E\uFFA0\u{E0000}-\u{E0FFF}]/u,
  ]
    .map((part) => part.source)
    .join('|'),
  'gu',
);

/** A name, which has no blanks, with letters of two alphabets that look alike: one may stand for another. */
const NAME = /^[\p{L}\p{N}_.:@/~+-]{1,200}$/u;
const LATIN = /\p{Script=Latin}/u;
const LOOK_ALIKE = /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Cherokee}/gu;

const BOTH = new RegExp(`${HIDDEN.source}|${LOOK_ALIKE.source}`, 'gu');

/** The characters to mark in a text. @param {string} text */
const marked = (text) => {
  const mixed = NAME.test(text) && LATIN.test(text) && text.search(LOOK_ALIKE) >= 0;
  return mixed ? BOTH : HIDDEN;
};

/** @param {string} character */
function name(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text as a plain string, for attributes. @param {string | null | undefined} text */
export const plain = (text) => (text ?? '').replace(marked(text ?? ''), name);

/**
 * The text as nodes, hidden characters marked.
 * @param {string | null | undefined} text
 * @param {number} [limit] characters
 * @returns {import('./dom.js').Children}
 */
export function visible(text, limit = 20_000) {
  const source = text ?? '';
  const shown = source.length > limit ? source.slice(0, limit) : source;
  /** @type {import('./dom.js').Children[]} */
  const nodes = [];
  let from = 0;
  for (const match of shown.matchAll(marked(shown))) {
    nodes.push(shown.slice(from, match.index), html`<span class="glyph">${name(match[0])}</span>`);
    from = match.index + match[0].length;
  }
  if (nodes.length === 0) {
    return shown.length < source.length ? `${shown}…` : shown;
  }
  nodes.push(shown.slice(from), shown.length < source.length ? '…' : '');
  return nodes;
}

/** The first line of a text, white space joined. @param {string | null | undefined} text @param {number} [limit] */
export const oneLine = (text, limit = 300) => visible((text ?? '').slice(0, limit * 2).replace(/\s+/g, ' '), limit);

/** An ID, cut in the middle when long. @param {string} id @param {number} [limit] */
export function shortId(id, limit = 36) {
  if (id.length <= limit) {
    return id;
  }
  const head = Math.ceil((limit - 1) * 0.6);
  // without half of a surrogate pair at the cut
  const begin = id.slice(0, head).replace(/\p{Cs}$/u, '');
  return `${begin}…${id.slice(id.length - (limit - 1 - head)).replace(/^\p{Cs}/u, '')}`;
}
