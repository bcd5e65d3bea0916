/** The frame around every page. */
import { el, Fragment, h, useEffect, useLayoutEffect, useRef, useState } from '../core/dom.js';
import { live } from '../core/live.js';
import { isKnown, nameIfSeveral } from '../core/redis.js';
import { route } from '../core/route.js';
import { useStore } from '../core/store.js';
import { plain } from '../core/visible.js';
import { Drawer } from '../tasks/drawer.js';
import { texts } from '../texts.js';
import { Boundary } from '../ui/boundary.js';
import { Dialogs } from '../ui/dialog.js';
import { focusContent } from '../ui/focus.js';
import { Toasts } from '../ui/toast.js';
import { Banner } from './banner.js';
import { GlobalKeys } from './global-keys.js';
import { NoRedis, pageOf, partName } from './pages.js';
import { Sidebar } from './sidebar.js';
import { TopBar } from './top-bar.js';

export function App() {
  const at = useStore(route);
  const { status } = useStore(live);
  const [menu, setMenu] = useState(false);
  const page = pageOf(at.page);
  const part = at.parts[0] && partName(at.page, at.parts[0]);
  useEffect(() => setMenu(false), [at]);
  // the parts of the alerts are tabs of one page
  const content = `${at.redis}/${at.page}/${at.page === 'queues' ? at.parts[0] ?? '' : ''}`;
  const before = useRef(content);
  useEffect(() => {
    document.title = [part, page.title, nameIfSeveral(at.redis), `${texts.name} ${texts.product}`].filter(Boolean).join(' – ');
  }, [at.redis, at.page, at.parts[0]]);
  // before the page is painted: later, a user may already have scrolled it
  useLayoutEffect(() => window.scrollTo(0, 0), [at.redis, at.page, at.parts[0]]);
  useEffect(() => {
    if (before.current !== content) {
      before.current = content;
      focusContent();
    }
  }, [content]);
  const known = isKnown(at.redis);
  const task = known && at.query.task;
  return h(Fragment, null,
    el('div', { class: task ? 'shell with-drawer' : 'shell', 'data-lost': status === 'lost' ? '' : undefined },
      el('a', { class: 'skip', href: '#content', onClick: toContent }, texts.nav.skip),
      el('button', { class: 'scrim', 'data-open': menu ? '' : undefined, type: 'button', tabIndex: -1, 'aria-label': texts.nav.close, onClick: () => setMenu(false) }),
      h(Sidebar, { open: menu, close: () => setMenu(false) }),
      el('div', { class: 'main' },
        h(TopBar, { openMenu: () => setMenu(true), title: page.title, section: at.page, part }),
        h(Banner, null),
        el('main', { class: 'page', id: 'content', tabIndex: -1, key: content, 'aria-label': plain(part || page.title) },
          h(Boundary, null, known ? h(page.view, { redis: at.redis, parts: at.parts, query: at.query }) : h(NoRedis, { name: at.redis }))))),
    task ? h(Boundary, { key: 'drawer', of: task }, h(Drawer, { redis: at.redis, param: task })) : null,
    h(GlobalKeys, null), h(Dialogs, null), h(Toasts, null));
}

/** @param {Event} event */
function toContent(event) {
  event.preventDefault();
  focusContent();
}
