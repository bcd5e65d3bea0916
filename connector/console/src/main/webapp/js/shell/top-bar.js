/** The bar on top: menu, place, search, age of the data, theme, user. */
import { el, h } from '../core/dom.js';
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
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { openPalette } from './palette.js';

/** @param {{openMenu: () => void, title: string, section: string, part?: string}} props */
export function TopBar({ openMenu, title, section, part }) {
  const at = useStore(route);
  const current = useStore(session);
  const { theme } = useStore(settings);
  const role = current?.roles.includes('admin') ? 'admin' : current?.roles.includes('operator') ? 'operator' : 'viewer';
  return el('header', { class: 'top' },
    el('span', { class: 'menu-button' }, h(Button, { label: texts.nav.open, icon: 'menu', iconOnly: true, kind: 'ghost', onClick: openMenu })),
    el('nav', { class: 'grow', 'aria-label': texts.nav.breadcrumb }, el('ol', { class: 'crumbs' },
      nameIfSeveral(at.redis) ? el('li', null, el('a', { href: link('overview') }, visible(at.redis, 40))) : null,
      el('li', null, part ? el('a', { href: link(section) }, title) : el('span', { 'aria-current': 'page' }, title)),
      part ? el('li', null, el('span', { class: 'cut', 'aria-current': 'page' }, visible(part))) : null)),
    el('button', { type: 'button', class: 'button ghost', onClick: openPalette },
      el('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, el('path', { d: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14' })),
      el('span', { class: 'wide-text muted' }, texts.nav.search), el('kbd', { class: 'wide-only', 'aria-hidden': 'true' }, 'Ctrl K')),
    h(LivePill, null),
    h(Menu, {
      label: texts.nav.theme, icon: theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'system', iconOnly: true,
      items: /** @type {const} */ (['system', 'light', 'dark']).map((one) => ({
        label: texts.settings.themes[one], checked: theme === one, run: () => saveSettings({ theme: one }),
      })),
    }),
    h(Menu, {
      label: texts.nav.user(current?.user ?? '', role), icon: 'logout', iconOnly: true,
      items: [{ label: texts.nav.settings, icon: 'settings', run: () => void (location.hash = link('settings')) },
        { label: texts.nav.logout, icon: 'logout', run: () => void logout() }],
    }));
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
  const age = duration(Math.max(0, Math.floor((now - at) / 1000) * 1000)).replace('0 ms', '0 s').replace('.0 s', ' s');
  const text = stopped ? at ? texts.live.pausedAge(age) : texts.live.paused : status === 'connecting' ? texts.live.connecting : status === 'lost' ? texts.live.lost : texts.live.age(age);
  const name = stopped ? texts.live.resume : texts.live.pause;
  return el('button', {
    type: 'button', class: 'live-pill', 'data-state': stopped ? 'paused' : status, title: name,
    'aria-pressed': String(stopped), onClick: () => paused.set(!stopped),
  }, el('i', null), el('span', { class: 'wide-text' }, text));
}
