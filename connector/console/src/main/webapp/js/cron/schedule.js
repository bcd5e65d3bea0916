/** The schedule of an entry: in words, and as written. */
import { html } from '../core/dom.js';
import { sentence } from '../core/format.js';
import { plain, visible } from '../core/visible.js';

const ZONE = /^(?:CRON_)?TZ=\S+/;

/** The spec breaks behind its time zone only. @param {{entry: Api.CronRow}} props */
export function Schedule({ entry }) {
  const zone = ZONE.exec(entry.spec)?.[0] ?? '';
  const fields = entry.spec.slice(zone.length).trim();
  return html`
    <span class="schedule">
      ${entry.specWords ? html`<span>${visible(sentence(entry.specWords), 200)}</span>` : null}
      <code class="spec" title=${plain(entry.spec)}>
        ${zone ? [html`<span>${visible(zone)}</span>`, ' '] : null}
        <span>${visible(fields)}</span>
      </code>
    </span>
  `;
}
