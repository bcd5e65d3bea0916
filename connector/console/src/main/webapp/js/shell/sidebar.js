/** The menu: pages, saved views, the choice of the Redis. Off-canvas on narrow screens. */
import { el, h, useEffect, useRef } from '../core/dom.js';
import { compact } from '../core/format.js';
import { live } from '../core/live.js';
import { nameIfSeveral } from '../core/redis.js';
import { format, go, link, parse, route } from '../core/route.js';
import { session } from '../core/session.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Select } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { Mark } from './mark.js';
import { MENU } from './pages.js';

/** @param {string} url */
const redisOf = (url) => parse(url).redis;

/** @param {{open: boolean, close: () => void}} props */
export function Sidebar({ open, close }) {
  const at = useStore(route);
  const { overview, jobs } = useStore(live);
  const current = useStore(session);
  const { views } = useStore(settings);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(open);
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && close();
    if (open) {
      // not before it is visible
      requestAnimationFrame(() => root.current?.querySelector('a')?.focus());
      document.addEventListener('keydown', onKey);
    } else if (before.current && !document.getElementById('content')?.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (document.querySelector('.menu-button .button'))?.focus();
    }
    before.current = open;
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  const totals = overview?.totals;
  /** @type {Record<string, number | undefined>} */
  const counts = {
    queues: overview?.queues, tasks: totals && Object.values(totals).reduce((sum, one) => sum + one, 0),
    errors: totals && totals.retry + totals.archived, servers: overview?.servers, jobs: jobs.filter((job) => job.state === 'running').length || undefined,
  };
  const names = current?.redis ?? [];
  return el('aside', {
    class: 'side', ref: root, 'aria-label': texts.nav.menu, 'data-open': open ? '' : undefined,
  },
  el('a', { class: 'brand', href: link('overview') }, h(Mark, null), texts.name, el('span', { class: 'sub' }, texts.product)),
  names.length > 1 ? h(Select, {
    label: texts.nav.redisChoice, value: at.redis, options: names.map((name) => /** @type {[string, string]} */ ([name, name])),
    onInput: (name) => go(format({ redis: name, page: at.page, parts: [], query: {} })),
  }) : null,
  el('nav', { 'aria-label': texts.nav.label },
    MENU.map((group) => el('div', { key: group.label }, el('h2', null, group.label),
      el('ul', null, group.pages.map((page) => el('li', { key: page.name },
        el('a', { href: link(page.name), 'aria-current': at.page === page.name ? 'page' : undefined },
          h(Icon, { name: page.icon }), page.title,
          counts[page.name] === undefined ? null : el('span', { class: 'count' }, compact(counts[page.name])))))))),
    views.length ? el('div', null, el('h2', null, texts.nav.views),
      el('ul', null, views.map((view) => el('li', { key: view.name }, el('a', { href: view.url }, h(Icon, { name: 'save' }), el('span', { class: 'cut' }, view.name),
        nameIfSeveral(redisOf(view.url)) ? el('span', { class: 'count' }, redisOf(view.url)) : null))))) : null),
  el('div', { class: 'foot' }, current?.home ? el('a', { href: current.home }, texts.nav.home) : null, el('span', null, `${texts.name} ${current?.version ?? ''}`)));
}
