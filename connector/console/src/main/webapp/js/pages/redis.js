/** What Redis reports of itself. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { visible } from '../core/visible.js';
import { redisTexts } from '../texts/redis.js';
import { each } from '../ui/boundary.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { RedisNodes } from './redis-nodes.js';


/** @param {import('../core/route.js').PageProps} props */
export function RedisPage({ redis }) {
  const loaded = useLoad(path(redis, 'info'), { every: 5000 });
  return html`
    <div class="stack">
      <div class="page-head"><h1>${redisTexts.title}</h1></div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.RedisInfo} */ info) =>
            info.mode === 'proxy' ? html`
              <${Empty} icon="info" title=${redisTexts.behindProxy} text=${redisTexts.behindProxyDetail} />
            ` : [
              html`<${Facts} info=${info} />`,
              html`<${RedisNodes} nodes=${info.nodes} />`,
              html`<${SlowLog} info=${info} />`,
              html`<${Raw} info=${info} />`,
            ]} />
    </div>
  `;
}

/** @param {{info: Api.RedisInfo}} props */
function Facts({ info }) {
  const evicts = info.evictionPolicy !== 'noeviction' && info.evictionPolicy;
  /** @type {[string, string][]} */
  const facts = [
    [redisTexts.version, info.version ?? '–'],
    [redisTexts.mode, info.mode ?? '–'],
    [redisTexts.uptime, duration((info.uptimeS ?? 0) * 1000)],
    [redisTexts.memory, bytes(info.memoryBytes)],
    [redisTexts.peak, bytes(info.peakBytes)],
    [redisTexts.limit, info.maxMemoryBytes ? bytes(info.maxMemoryBytes) : redisTexts.noLimit],
    [redisTexts.eviction, info.evictionPolicy ?? '–'],
    [redisTexts.aof, info.aof == null ? '–' : info.aof ? redisTexts.on : redisTexts.off],
    [redisTexts.clients, compact(info.clients)],
    [redisTexts.ops, compact(info.opsPerSecond)],
  ];
  return html`
    <div class="stack">
      <dl class="facts five">
        ${each(facts, ([name, value]) => html`
          <div key=${name}>
            <dt>${name}</dt>
            <dd><span class="num">${visible(value)}</span></dd>
          </div>
        `, 'dl')}
      </dl>
      ${evicts ? html`<p><${Chip} tone="danger" text=${evicts} /> ${redisTexts.evicts}</p>` : null}
      ${info.aof !== false ? null : html`<p><${Chip} tone="warn" text=${redisTexts.aof} /> ${redisTexts.noAof}</p>`}
    </div>
  `;
}

/** @param {{info: Api.RedisInfo}} props */
const SlowLog = ({ info }) => html`
  <section class="panel">
    <header><h2>${redisTexts.slow}</h2></header>
    ${info.slowLog?.length ? html`
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${redisTexts.slow}</caption>
          <thead>
            <tr>
              <th scope="col">${redisTexts.at}</th>
              <th scope="col" class="num">${redisTexts.took}</th>
              <th scope="col">${redisTexts.command}</th>
            </tr>
          </thead>
          <tbody>
            ${each(info.slowLog, (entry, index) => html`
              <tr key=${index}>
                <td data-label=${redisTexts.at}><${Time} at=${entry.at} /></td>
                <td class="num nowrap" data-label=${redisTexts.took}>
                  ${number(Math.round(entry.micros / 100) / 10)} ms
                </td>
                <td class="wrap mono">${entry.node ? `${entry.node} ` : null}${visible(entry.command, 300)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    ` : html`<${Empty} icon="check" title=${redisTexts.noSlow} />`}
  </section>
`;

/** @param {{info: Api.RedisInfo}} props */
const Raw = ({ info }) => html`
  <details class="panel">
    <summary class="body strong">${redisTexts.raw}</summary>
    <div class="body">
      <dl class="pairs">
        ${each(Object.entries({ ...info.raw, ...(info.cluster ?? {}) }), ([name, value]) => [
          html`<dt class="mono">${name}</dt>`,
          html`
            <dd class="mono">${visible(typeof value === 'object' ? JSON.stringify(value) : String(value), 2000)}</dd>
          `,
        ], 'dl')}
      </dl>
    </div>
  </details>
`;
