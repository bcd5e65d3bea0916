/** What Redis reports of itself. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { RedisNodes } from './redis-nodes.js';

/** @typedef {import('../core/types.js').Info} Info */

/** @param {import('../shell/pages.js').PageProps} props */
export function RedisPage({ redis }) {
  const loaded = useLoad(path(redis, 'info'), { every: 5000 });
  return el('div', { class: 'stack' }, el('div', { class: 'page-head' }, el('h1', null, texts.redis.title)),
    h(/** @type {any} */ (Loading), { loaded, show: (/** @type {Info} */ info) => info.mode === 'proxy'
      ? h(Empty, { icon: 'info', title: texts.redis.behindProxy, text: texts.redis.behindProxyDetail })
      : [h(Facts, { info }), h(RedisNodes, { nodes: info.nodes }), h(SlowLog, { info }), h(Raw, { info })] }));
}

/** @param {{info: Info}} props */
function Facts({ info }) {
  const evicts = !!info.evictionPolicy && info.evictionPolicy !== 'noeviction';
  /** @type {[string, string][]} */
  const facts = [
    [texts.redis.version, info.version], [texts.redis.mode, info.mode], [texts.redis.uptime, duration((info.uptimeS ?? 0) * 1000)],
    [texts.redis.memory, bytes(info.memoryBytes)], [texts.redis.peak, bytes(info.peakBytes)], [texts.redis.limit, info.maxMemoryBytes ? bytes(info.maxMemoryBytes) : texts.redis.noLimit],
    [texts.redis.eviction, info.evictionPolicy ?? '–'], [texts.redis.aof, info.aof == null ? '–' : info.aof ? texts.redis.on : texts.redis.off], [texts.redis.clients, compact(info.clients)], [texts.redis.ops, compact(info.opsPerSecond)],
  ];
  return el('div', { class: 'stack' },
    el('dl', { class: 'facts five' }, facts.map(([name, value]) => el('div', { key: name }, el('dt', null, name), el('dd', null, el('span', { class: 'num' }, visible(value)))))),
    evicts ? el('p', null, h(Chip, { tone: 'danger', text: info.evictionPolicy }), ' ', texts.redis.evicts) : null,
    info.aof !== false ? null : el('p', null, h(Chip, { tone: 'warn', text: texts.redis.aof }), ' ', texts.redis.noAof));
}

/** @param {{info: Info}} props */
const SlowLog = ({ info }) => el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.redis.slow)),
  info.slowLog?.length ? el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.redis.slow),
    el('thead', null, el('tr', null, el('th', { scope: 'col' }, texts.redis.at), el('th', { scope: 'col', class: 'num' }, texts.redis.took), el('th', { scope: 'col' }, texts.redis.command))),
    el('tbody', null, info.slowLog.map((entry, index) => el('tr', { key: index }, el('td', { 'data-label': texts.redis.at }, h(Time, { at: entry.at })),
      el('td', { class: 'num nowrap', 'data-label': texts.redis.took }, `${number(Math.round(entry.micros / 100) / 10)} ms`), el('td', { class: 'wrap mono' }, entry.node ? `${entry.node} ` : null, visible(entry.command, 300))))))) : h(Empty, { icon: 'check', title: texts.redis.noSlow }));

/** @param {{info: Info}} props */
const Raw = ({ info }) => el('details', { class: 'panel' }, el('summary', { class: 'body strong' }, texts.redis.raw),
  el('div', { class: 'body' }, el('dl', { class: 'pairs' }, Object.entries({ ...info.raw, ...(info.cluster ?? {}) }).map(([name, value]) =>
    [el('dt', { class: 'mono' }, name), el('dd', { class: 'mono' }, visible(typeof value === 'object' ? JSON.stringify(value) : String(value), 2000))]))));
