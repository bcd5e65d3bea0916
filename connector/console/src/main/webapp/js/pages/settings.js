/** Choices of this browser. */
import { html } from '../core/dom.js';
import { absolute } from '../core/format.js';
import { say } from '../core/messages.js';
import { useNow } from '../core/now.js';
import { session } from '../core/session.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { commonTexts } from '../texts/common.js';
import { settingsTexts } from '../texts/settings.js';
import { navTexts } from '../texts/shell.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Check, Segment, Select } from '../ui/field.js';

export function SettingsPage() {
  const chosen = useStore(settings);
  const current = useStore(session);
  const now = useNow();
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  const themes = /** @type {any} */ (Object.entries(settingsTexts.themes));
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${settingsTexts.title}</h1><p class="muted small">${settingsTexts.detail}</p></div>
      </div>
      <div class="grid-2">
        <section class="panel">
          <div class="body stack-large">
            <div class="field">
              <span class="label">${settingsTexts.theme}</span>
              <${Segment} label=${settingsTexts.theme} value=${chosen.theme} options=${themes}
                  onInput=${(/** @type {any} */ theme) => saveSettings({ theme })} />
            </div>
            <${Select} label=${settingsTexts.zone} value=${chosen.zone}
                options=${[
                  ['local', settingsTexts.local],
                  ['UTC', 'UTC'],
                  ...zones.map((zone) => /** @type {[string, string]} */ ([zone, zone])),
                ]}
                onInput=${(zone) => saveSettings({ zone })} />
            <p class="muted small">${absolute(now)}</p>
            <${Select} label=${settingsTexts.times} value=${chosen.times}
                options=${[['relative', settingsTexts.relative], ['absolute', settingsTexts.absolute]]}
                onInput=${(times) => saveSettings({ times: /** @type {any} */ (times) })} />
            <${Select} label=${settingsTexts.refresh} value=${String(chosen.refresh)}
                onInput=${(refresh) => saveSettings({ refresh: Number(refresh) })}
                options=${[
                  ['0', settingsTexts.serverRefresh],
                  ...[1, 2, 5, 10, 30].map(
                    (seconds) =>
                      /** @type {[string, string]} */ ([String(seconds * 1000), settingsTexts.every(seconds)]),
                  ),
                ]} />
            <${Select} label=${settingsTexts.rows} value=${String(chosen.rows)}
                options=${[['25', '25'], ['50', '50'], ['100', '100'], ['200', '200']]}
                onInput=${(rows) => saveSettings({ rows: Number(rows) })} />
            <${Check} label=${settingsTexts.keys} hint=${settingsTexts.keysHint} checked=${chosen.keys}
                onChange=${(keys) => saveSettings({ keys })} />
          </div>
        </section>
        <div class="stack">
          <${Views} />
          <section class="panel">
            <header><h2>${settingsTexts.columns}</h2></header>
            <div class="body">
              <${Button} label=${settingsTexts.resetColumns}
                  onClick=${() => {
                    saveSettings({ columns: {} });
                    say(settingsTexts.columnsReset);
                  }} />
            </div>
          </section>
          <section class="panel">
            <header><h2>${settingsTexts.about}</h2></header>
            <div class="body">
              <dl class="pairs">
                ${each([
                  [settingsTexts.version, current?.version],
                  [settingsTexts.user, current?.user],
                  [settingsTexts.roles, current?.roles.join(', ')],
                  [settingsTexts.mode, current?.readOnly ? settingsTexts.readOnly : settingsTexts.readWrite],
                ], ([name, value]) => [html`<dt>${name}</dt>`, html`<dd>${value}</dd>`], 'dl')}
              </dl>
            </div>
          </section>
        </div>
      </div>
    </div>
  `;
}

function Views() {
  const { views } = useStore(settings);
  return html`
    <section class="panel">
      <header><h2>${settingsTexts.views}</h2></header>
      <div class="body">
        ${views.length ? html`
          <ul class="stack">
            ${views.map((view) => html`
              <li key=${view.name} class="spread">
                <a href=${view.url}>${view.name}</a>
                <${Button} label=${commonTexts.remove} describe=${navTexts.removeView(view.name)} icon="delete" small
                    onClick=${() =>
                      saveSettings((now) => ({ views: now.views.filter((one) => one.name !== view.name) }))} />
              </li>
            `)}
          </ul>
        ` : html`<p class="muted small">${settingsTexts.noViews}</p>`}
      </div>
    </section>
  `;
}
