/** The frame around every page. */
import { Fragment, html, useEffect, useLayoutEffect, useRef, useState } from '../core/dom.js';
import { live } from '../core/live.js';
import { isKnown, nameIfSeveral } from '../core/redis.js';
import { route } from '../core/route.js';
import { shownDialog } from '../core/shown-dialog.js';
import { useStore } from '../core/store.js';
import { plain } from '../core/visible.js';
import { Drawer } from '../pages/drawer.js';
import { brandTexts } from '../texts/common.js';
import { navTexts } from '../texts/shell.js';
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
  const dialog = useStore(shownDialog);
  const [menu, setMenu] = useState(false);
  const page = pageOf(at.page);
  const part = at.parts[0] && partName(at.page, at.parts[0]);
  useEffect(() => setMenu(false), [at]);
  // the parts of the alerts are tabs of one page
  const content = `${at.redis}/${at.page}/${at.page === 'queues' ? (at.parts[0] ?? '') : ''}`;
  const before = useRef(content);
  useEffect(() => {
    document.title = [part, page.title, nameIfSeveral(at.redis), `${brandTexts.name} ${brandTexts.product}`]
      .filter(Boolean)
      .join(' – ');
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
  return html`
    <${Fragment}>
      <div class=${task ? 'shell with-drawer' : 'shell'} data-lost=${status === 'lost' ? '' : undefined}>
        <a class="skip" href="#content" onClick=${toContent}>${navTexts.skip}</a>
        <button class="scrim" data-open=${menu ? '' : undefined} type="button" tabIndex=${-1}
            aria-label=${navTexts.close} onClick=${() => setMenu(false)} />
        <${Boundary} instead=""><${Sidebar} open=${menu} close=${() => setMenu(false)} /></${Boundary}>
        <div class="main">
          <${Boundary} instead="">
            <${TopBar} openMenu=${() => setMenu(true)} title=${page.title} section=${at.page} part=${part} />
            <${Banner} />
          </${Boundary}>
          <main class="page" id="content" tabIndex=${-1} key=${content} aria-label=${plain(part || page.title)}>
            <${Boundary}>
              ${known ? html`<${page.view} redis=${at.redis} parts=${at.parts} query=${at.query} />` : html`
                <${NoRedis} name=${at.redis} />
              `}
            </${Boundary}>
          </main>
        </div>
      </div>
      ${task ? html`
        <${Boundary} key="drawer" of=${task}><${Drawer} redis=${at.redis} param=${task} /></${Boundary}>
      ` : null}
      <${GlobalKeys} />
      <${Boundary} of=${dialog}><${Dialogs} /></${Boundary}>
      <${Boundary} instead=""><${Toasts} /></${Boundary}>
    </${Fragment}>
  `;
}

/** @param {Event} event */
function toContent(event) {
  event.preventDefault();
  focusContent();
}
