/** The menu: pages, saved views, the choice of the Redis. Off-canvas on narrow screens. */
import { html, useEffect, useRef } from '../core/dom.js';
import { compact } from '../core/format.js';
import { live } from '../core/live.js';
import { nameIfSeveral } from '../core/redis.js';
import { format, go, link, parse, route } from '../core/route.js';
import { session } from '../core/session.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { brandTexts } from '../texts/common.js';
import { navTexts } from '../texts/shell.js';
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
    queues: overview?.queues,
    tasks: totals && Object.values(totals).reduce((sum, one) => sum + one, 0),
    errors: totals && totals.retry + totals.archived,
    servers: overview?.servers,
    jobs: jobs.filter((job) => job.state === 'running').length || undefined,
  };
  const names = current?.redis ?? [];
  return html`
    <aside class="side" ref=${root} aria-label=${navTexts.menu} data-open=${open ? '' : undefined}>
      <a class="brand" href=${link('overview')}>
        <${Mark} />${brandTexts.name}<span class="sub">${brandTexts.product}</span>
      </a>
      ${names.length > 1 ? html`
        <${Select} label=${navTexts.redisChoice} value=${at.redis}
            options=${names.map((name) => /** @type {[string, string]} */ ([name, name]))}
            onInput=${(name) => go(format({ redis: name, page: at.page, parts: [], query: {} }))} />
      ` : null}
      <nav aria-label=${navTexts.label}>
        ${MENU.map((group) => html`
          <div key=${group.label}>
            <h2>${group.label}</h2>
            <ul>
              ${group.pages.map((page) => html`
                <li key=${page.name}>
                  <a href=${link(page.name)} aria-current=${at.page === page.name ? 'page' : undefined}>
                    <${Icon} name=${page.icon} />
                    ${page.title}
                    ${counts[page.name] === undefined ? null : html`
                      <span class="count">${compact(counts[page.name])}</span>
                    `}
                  </a>
                </li>
              `)}
            </ul>
          </div>
        `)}
        ${views.length ? html`
          <div>
            <h2>${navTexts.views}</h2>
            <ul>
              ${views.map((view) => html`
                <li key=${view.name}>
                  <a href=${view.url}>
                    <${Icon} name="save" />
                    <span class="cut">${view.name}</span>
                    ${nameIfSeveral(redisOf(view.url)) ? html`<span class="count">${redisOf(view.url)}</span>` : null}
                  </a>
                </li>
              `)}
            </ul>
          </div>
        ` : null}
      </nav>
      <div class="foot">
        ${current?.home ? html`<a href=${current.home}>${navTexts.home}</a>` : null}
        <span>${brandTexts.name} ${current?.version ?? ''}</span>
      </div>
    </aside>
  `;
}
