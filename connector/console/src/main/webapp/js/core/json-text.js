/** Layout of JSON as text: numbers of any size and the order of keys stay unchanged. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Values that are nested deeply would be mostly spaces, many times the text. */
const MAX_LENGTH = 2_000_000;

/**
 * With line breaks and two spaces per level. Other text, and text that would be too long, is returned unchanged.
 * @param {string} text
 */
export function pretty(text) {
  if (!isJson(text)) {
    return text;
  }
  let out = '';
  let depth = 0;
  let last = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const token of text.match(TOKEN) ?? []) {
    if (token === '}' || token === ']') {
      depth--;
      out += last === '{' || last === '[' ? token : line() + token;
    } else {
      out += last === '{' || last === '[' || last === ',' ? line() + token : token;
    }
    if (token === '{' || token === '[') {
      depth++;
    }
    out += token === ':' ? ' ' : '';
    last = token;
    if (out.length > MAX_LENGTH) {
      return text;
    }
  }
  return out;
}

/** Without white space between tokens. @param {string} text */
export const compactJson = (text) => (isJson(text) ? (text.match(TOKEN) ?? []).join('') : text);

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
