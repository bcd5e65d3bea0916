/** The address: `#/{redis}/{page}/{part}?name=value`. It determines everything a page shows. */
import { Store } from './store.js';

/** @typedef {{redis: string, page: string, parts: string[], query: Record<string, string>}} Route */
/** The properties of a page. @typedef {{redis: string, parts: string[], query: Record<string, string>}} PageProps */

/** @param {string} hash @returns {Route} */
export function parse(hash) {
  const [way = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [redis = '', page = '', ...parts] = way.split('/').map(decode);
  return { redis, page: page || 'overview', parts, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Decodes a text; returns it unchanged if it is not encoded. @param {string} text */
export function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Fails for no text: half of a surrogate pair becomes a question mark. @param {string} text */
export const encode = (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'));

export const route = new Store(parse(location.hash));

window.addEventListener('hashchange', () => route.set(parse(location.hash)));

/**
 * A link within the current Redis.
 * @param {string} page
 * @param {string[]} [parts]
 * @param {Record<string, string | undefined | null>} [query]
 */
export function link(page, parts = [], query = {}) {
  return format({ redis: route.value.redis, page, parts, query });
}

/** @param {{redis: string, page: string, parts: string[], query: Record<string, string | undefined | null>}} to */
export function format(to) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(to.query)) {
    if (value !== undefined && value !== null && value !== '') {
      search.set(name, value);
    }
  }
  const way = [to.redis, to.page, ...to.parts].map(encode).join('/');
  const tail = search.toString();
  return `#/${way}${tail ? `?${tail}` : ''}`;
}

/**
 * The current address with other parameters; an empty value removes one.
 * @param {Record<string, string | null>} change
 */
export const linkWith = (change) => format({ ...route.value, query: { ...route.value.query, ...change } });

/** @param {string} url @param {boolean} [replace] keep the length of the history */
export function go(url, replace = false) {
  if (replace) {
    history.replaceState(null, '', url);
    route.set(parse(location.hash));
  } else {
    location.hash = url;
  }
}
