/** Across every page: the connection is lost, or nothing may be changed. */
import { html, useEffect, useRef } from '../core/dom.js';
import { duration } from '../core/format.js';
import { live } from '../core/live.js';
import { announce, say } from '../core/messages.js';
import { useNow } from '../core/now.js';
import { session } from '../core/session.js';
import { useStore } from '../core/store.js';
import { liveTexts } from '../texts/shell.js';
import { Icon } from '../ui/icon.js';

export function Banner() {
  const { status, cause, at } = useStore(live);
  const current = useStore(session);
  const now = useNow();
  const before = useRef(status);
  const title = cause === 'console' ? liveTexts.consoleLost : liveTexts.redisLost;
  useEffect(() => {
    if (status === 'lost') {
      announce(title);
    } else if (before.current === 'lost' && status === 'live') {
      say(liveTexts.again);
    }
    before.current = status;
  }, [status]);
  if (status === 'lost') {
    const age = duration(Math.max(1000, Math.floor((now - at) / 1000) * 1000)).replace('.0 s', ' s');
    return html`
      <section class="banner" data-kind="lost" aria-label=${liveTexts.status}>
        <${Icon} name="errors" />
        <strong>${title}</strong>
        <span>${at ? liveTexts.oldNumbers(age) : liveTexts.noNumbers}</span>
      </section>
    `;
  }
  return current?.readOnly ? html`
    <section class="banner" data-kind="readonly" aria-label=${liveTexts.status}>
      <${Icon} name="info" />
      <span>${liveTexts.readOnly}</span>
    </section>
  ` : null;
}
