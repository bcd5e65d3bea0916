/** The masters of a cluster. */
import { el, h } from '../core/dom.js';
import { bytes, compact } from '../core/format.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Chip } from '../ui/parts.js';

/** @param {{nodes?: import('../core/types.js').RedisNode[] | null}} props */
export function RedisNodes({ nodes }) {
  if (!nodes?.length) {
    return null;
  }
  const head = (/** @type {string} */ label) => el('th', { scope: 'col', class: 'num' }, label);
  return el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.redis.nodes)),
    el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.redis.nodes),
      el('thead', null, el('tr', null, el('th', { scope: 'col' }, texts.redis.node), head(texts.redis.memory), head(texts.redis.limit), head(texts.redis.clients), head(texts.redis.ops))),
      el('tbody', null, nodes.map((node) => el('tr', { key: node.address },
        el('td', { class: 'mono' }, visible(node.address), node.up ? null : [' ', h(Chip, { tone: 'danger', text: texts.redis.down })]),
        el('td', { class: 'num', 'data-label': texts.redis.memory }, bytes(node.memoryBytes)),
        el('td', { class: 'num', 'data-label': texts.redis.limit }, node.maxMemoryBytes ? bytes(node.maxMemoryBytes) : texts.redis.noLimit),
        el('td', { class: 'num', 'data-label': texts.redis.clients }, compact(node.clients)),
        el('td', { class: 'num', 'data-label': texts.redis.ops }, compact(node.opsPerSecond))))))));
}
