/** Start: the session first, then the page. */
import { html, render } from './core/dom.js';
import { call, Problem } from './core/api.js';
import { follow, live } from './core/live.js';
import { returnAddress, toLogin } from './core/login.js';
import { format, go, route } from './core/route.js';
import { session } from './core/session.js';
import { App } from './shell/app.js';
import { problemsTexts } from './texts/problems.js';
import { guardFocus } from './ui/focus-guard.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

async function start() {
  try {
    session.set(await call('session'));
  } catch (error) {
    failed(error);
    return;
  }
  route.listen(ensureRedis);
  restore();
  ensureRedis();
  render(html`<${App} />`, root);
  guardFocus();
}

/** After a login: back to the address before it. */
function restore() {
  const address = returnAddress();
  if (address && location.hash.length < 3) {
    go(address, true);
  }
}

/** An address without a Redis means the first Redis. Follows the live data of the Redis if it exists. */
function ensureRedis() {
  const names = session.value?.redis ?? [];
  const wanted = route.value.redis;
  if (!wanted) {
    go(format({ ...route.value, redis: names[0] ?? 'default' }), true);
  } else if (names.includes(wanted) && live.value.redis !== wanted) {
    follow(wanted);
  }
}

/** @param {unknown} error */
function failed(error) {
  if (error instanceof Problem && error.status === 401) {
    toLogin();
    return;
  }
  render(
    html`
      <main class="empty problem">
        <h1>${problemsTexts.unreachable}</h1>
        <p>${error instanceof Error ? error.message : problemsTexts.unreachableDetail}</p>
      </main>
    `,
    root,
  );
  setTimeout(() => void start(), 3000);
}

void start();
