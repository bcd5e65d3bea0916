/** HTTP calls to the API of the console. */
import { problemsTexts } from '../texts/problems.js';
import { toLogin } from './login.js';
import { complain } from './messages.js';
import { session } from './session.js';
import { dialogOpen } from './shown-dialog.js';

const BASE = new URL('api/', document.baseURI).pathname;

/** An answer other than 2xx: RFC 9457 fields, plus the fields of a parse error. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} title
   * @param {string} detail
   * @param {{code?: string, position?: number, length?: number, expected?: string[]}} [extra]
   */
  constructor(status, title, detail, extra = {}) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.code = extra.code;
    this.position = extra.position;
    this.length = extra.length ?? 1;
    this.expected = extra.expected ?? [];
  }
}

const PLAIN = /^[A-Za-z0-9_:-][A-Za-z0-9_.:-]*$/;

/**
 * A name in a path. Servers refuse or change some characters even when encoded: such names go as ~ and Base64.
 * @param {string} name
 */
function segment(name) {
  if (PLAIN.test(name)) {
    return encodeURIComponent(name);
  }
  const bytes = Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join('');
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
  try {
    return await ask(rest, options);
  } catch (error) {
    if (error instanceof Problem && error.code === 'csrf' && session.value) {
      await renewSession(session.value.user);
      return ask(rest, options);
    }
    throw error;
  }
}

/** The token is of a session that has ended; another page has logged in since. @param {string} user */
async function renewSession(user) {
  const renewed = await ask('session', {});
  session.set(renewed);
  if (renewed.user !== user) {
    throw new Problem(403, problemsTexts.otherUser(renewed.user), '');
  }
}

/**
 * @param {string} rest
 * @param {{method?: string, body?: unknown, signal?: AbortSignal, timeout?: number}} options
 * @returns {Promise<any>}
 */
async function ask(rest, options) {
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
      method,
      headers,
      signal,
      credentials: 'same-origin',
      redirect: 'follow',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch (error) {
    if (options.signal?.aborted) {
      throw error;
    }
    throw new Problem(0, problemsTexts.unreachable, problemsTexts.unreachableDetail);
  }
  return read(response);
}

/** @param {Response} response */
async function read(response) {
  const type = response.headers.get('Content-Type') ?? '';
  // A container may answer with its login form in place of 401.
  if (response.status === 401 || (response.ok && type.includes('text/html'))) {
    throw new Problem(
      401,
      problemsTexts.loggedOut,
      sessionOver() ? problemsTexts.loggedOutDetail : problemsTexts.logInElsewhere,
    );
  }
  told = false;
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
    throw new Problem(
      response.status,
      body?.title ?? problemsTexts.status(response.status),
      body?.detail ?? problemsTexts.forStatus(response.status),
      body ?? {},
    );
  }
  return body;
}

/** Whether the page has shown that the session has ended, while the user is entering text. */
let told = false;

/**
 * Leads to the login, which leads back to this address; once, for any number of refused calls. What is being entered
 * would be lost: then the page stays, and false is returned.
 */
function sessionOver() {
  if (dialogOpen() || document.querySelector('main form:has(:focus)')) {
    if (!told) {
      complain(problemsTexts.logInElsewhere);
    }
    told = true;
    return false;
  }
  if (session.value) {
    session.set(null);
    toLogin();
  }
  return true;
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
