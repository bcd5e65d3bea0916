/** The bar on top: menu, place, search, age of the data, theme, user. */
import { html } from '../core/dom.js';
import { post } from '../core/api.js';
import { duration } from '../core/format.js';
import { live, paused } from '../core/live.js';
import { toLogin } from '../core/login.js';
import { useNow } from '../core/now.js';
import { nameIfSeveral } from '../core/redis.js';
import { link, route } from '../core/route.js';
import { session } from '../core/session.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { settingsTexts } from '../texts/settings.js';
import { liveTexts, navTexts } from '../texts/shell.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { openPalette } from './palette.js';

/** @param {{openMenu: () => void, title: string, section: string, part?: string}} props */
export function TopBar({ openMenu, title, section, part }) {
  const at = useStore(route);
  const current = useStore(session);
  const { theme } = useStore(settings);
  const role = current?.roles.includes('admin') ? 'admin' : current?.roles.includes('operator') ? 'operator' : 'viewer';
  return html`
    <header class="top">
      <span class="menu-button">
        <${Button} label=${navTexts.open} icon="menu" iconOnly kind="ghost" onClick=${openMenu} />
      </span>
      <nav class="grow" aria-label=${navTexts.breadcrumb}>
        <ol class="crumbs">
          ${nameIfSeveral(at.redis) ? html`<li><a href=${link('overview')}>${visible(at.redis, 40)}</a></li>` : null}
          <li>
            ${part ? html`<a href=${link(section)}>${title}</a>` : html`<span aria-current="page">${title}</span>`}
          </li>
          ${part ? html`<li><span class="cut" aria-current="page">${visible(part)}</span></li>` : null}
        </ol>
      </nav>
      <button type="button" class="button ghost" onClick=${openPalette}>
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14" />
        </svg>
        <span class="wide-text muted">${navTexts.search}</span>
        <kbd class="wide-only" aria-hidden="true">Ctrl K</kbd>
      </button>
      <${LivePill} />
      <${Menu} label=${navTexts.theme} icon=${theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'system'}
          iconOnly
          items=${/** @type {const} */ (['system', 'light', 'dark']).map((one) => ({
            label: settingsTexts.themes[one],
            checked: theme === one,
            run: () => saveSettings({ theme: one }),
          }))} />
      <${Menu} label=${navTexts.user(current?.user ?? '', role)} icon="logout" iconOnly
          items=${[
            { label: navTexts.settings, icon: 'settings', run: () => void (location.hash = link('settings')) },
            { label: navTexts.logout, icon: 'logout', run: () => void logout() },
          ]} />
    </header>
  `;
}

async function logout() {
  try {
    await post('session/logout');
  } finally {
    session.set(null);
    toLogin('');
  }
}

function LivePill() {
  const { status, at } = useStore(live);
  const stopped = useStore(paused);
  const now = useNow();
  const age = duration(Math.max(0, Math.floor((now - at) / 1000) * 1000))
    .replace('0 ms', '0 s')
    .replace('.0 s', ' s');
  const text = stopped
    ? at
      ? liveTexts.pausedAge(age)
      : liveTexts.paused
    : status === 'connecting'
      ? liveTexts.connecting
      : status === 'lost'
        ? liveTexts.lost
        : liveTexts.age(age);
  const name = stopped ? liveTexts.resume : liveTexts.pause;
  return html`
    <button type="button" class="live-pill" data-state=${stopped ? 'paused' : status} title=${name}
        aria-pressed=${stopped} onClick=${() => paused.set(!stopped)}>
      <i />
      <span class="wide-text">${text}</span>
    </button>
  `;
}
