/** Across every page: the connection is lost, or nothing may be changed. */
import { el, h, useEffect, useRef } from '../core/dom.js';
import { duration } from '../core/format.js';
import { live } from '../core/live.js';
import { useNow } from '../core/now.js';
import { session } from '../core/session.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Icon } from '../ui/icon.js';
import { announce, say } from '../ui/toast.js';

export function Banner() {
  const { status, cause, at } = useStore(live);
  const current = useStore(session);
  const now = useNow();
  const before = useRef(status);
  const title = cause === 'console' ? texts.live.consoleLost : texts.live.redisLost;
  useEffect(() => {
    if (status === 'lost') {
      announce(title);
    } else if (before.current === 'lost' && status === 'live') {
      say(texts.live.again);
    }
    before.current = status;
  }, [status]);
  if (status === 'lost') {
    const age = duration(Math.max(1000, Math.floor((now - at) / 1000) * 1000)).replace('.0 s', ' s');
    return el('section', { class: 'banner', 'data-kind': 'lost', 'aria-label': texts.live.status }, h(Icon, { name: 'errors' }), el('strong', null, title),
      el('span', null, at ? texts.live.oldNumbers(age) : texts.live.noNumbers));
  }
  return current?.readOnly
    ? el('section', { class: 'banner', 'data-kind': 'readonly', 'aria-label': texts.live.status }, h(Icon, { name: 'info' }), el('span', null, texts.live.readOnly)) : null;
}
