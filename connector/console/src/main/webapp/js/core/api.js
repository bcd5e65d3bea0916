/** HTTP calls to the console's own interface. */
import { texts } from '../texts.js';
import { toLogin } from './login.js';
import { session } from './session.js';

const BASE = new URL('api/', document.baseURI.replace(/#.*$/, '')).pathname;

/** An answer other than 2xx: RFC 9457 fields, plus those of a parse error. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} title
   * @param {string} detail
   * @param {{position?: number, length?: number, expected?: string[]}} [extra]
   */
  constructor(status, title, detail, extra = {}) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.position = extra.position;
    this.length = extra.length ?? 1;
    this.expected = extra.expected ?? [];
  }
}

const PLAIN = /^[A-Za-z0-9_:-][A-Za-z0-9_.:-]*$/;

/** A name in a path. Servers refuse or change some characters even when encoded: such names go as ~ and Base64. @param {string} name */
function segment(name) {
  if (PLAIN.test(name)) {
    return encodeURIComponent(name);
  }
  const bytes = String.fromCharCode(...new TextEncoder().encode(name));
  return `~${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** @param {string[]} parts */
export const path = (...parts) => parts.map(segment).join('/');

/** The address of a resource, for links to downloads and streams. @param {string} rest */
export const address = (rest) => BASE + rest;

/**
 * @param {string} rest path below the base, encoded
 * @param {{method?: string, body?: unknown, signal?: AbortSignal, timeout?: number}} [options]
 * @returns {Promise<any>}
 */
export async function call(rest, options = {}) {
  const method = options.method ?? 'GET';
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json, application/problem+json' };
  if (method !== 'GET') {
    headers['X-CSRF-Token'] = session.value?.csrfToken ?? '';
  }
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  const timeout = AbortSignal.timeout(options.timeout ?? 30_000);
  const signal = options.signal ? anySignal(options.signal, timeout) : timeout;
  let response;
  try {
    response = await fetch(BASE + rest, {
      method, headers, signal, credentials: 'same-origin', redirect: 'follow',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch (error) {
    if (options.signal?.aborted) {
      throw error;
    }
    throw new Problem(0, texts.problems.unreachable, texts.problems.unreachableDetail);
  }
  return read(response);
}

/** @param {Response} response */
async function read(response) {
  const type = response.headers.get('Content-Type') ?? '';
  // A container may answer with its login form in place of 401.
  if (response.status === 401 || (response.ok && type.includes('text/html'))) {
    sessionOver();
    throw new Problem(401, texts.problems.loggedOut, texts.problems.loggedOutDetail);
  }
  if (response.status === 204) {
    return undefined;
  }
  const text = await response.text();
  let body;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    body = undefined;
  }
  if (!response.ok) {
    throw new Problem(response.status, body?.title ?? texts.problems.status(response.status),
      body?.detail ?? texts.problems.forStatus(response.status), body ?? {});
  }
  return body;
}

/** Once, however many calls are refused; the login leads back to this address. */
function sessionOver() {
  if (session.value) {
    session.set(null);
    toLogin();
  }
}

/** @param {AbortSignal} first @param {AbortSignal} second */
function anySignal(first, second) {
  const controller = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) {
      controller.abort();
    }
    signal.addEventListener('abort', () => controller.abort(), { once: true });
  }
  return controller.signal;
}

/** @param {string} rest @param {unknown} [body] */
export const post = (rest, body) => call(rest, { method: 'POST', body: body ?? {} });

/** @param {string} rest */
export const remove = (rest) => call(rest, { method: 'DELETE' });
