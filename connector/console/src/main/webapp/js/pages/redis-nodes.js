/** The masters of a cluster. */
import { html } from '../core/dom.js';
import { bytes, compact } from '../core/format.js';
import { visible } from '../core/visible.js';
import { redisTexts } from '../texts/redis.js';
import { each } from '../ui/boundary.js';
import { Chip } from '../ui/parts.js';

/** @param {{nodes?: Api.Node[] | null}} props */
export function RedisNodes({ nodes }) {
  if (!nodes?.length) {
    return null;
  }
  const head = (/** @type {string} */ label) => html`<th scope="col" class="num">${label}</th>`;
  return html`
    <section class="panel">
      <header><h2>${redisTexts.nodes}</h2></header>
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${redisTexts.nodes}</caption>
          <thead>
            <tr>
              <th scope="col">${redisTexts.node}</th>
              ${head(redisTexts.memory)}
              ${head(redisTexts.limit)}
              ${head(redisTexts.clients)}
              ${head(redisTexts.ops)}
            </tr>
          </thead>
          <tbody>
            ${each(nodes, (node) => html`
              <tr key=${node.address}>
                <td class="mono">
                  ${visible(node.address)}
                  ${node.up ? null : [' ', html`<${Chip} tone="danger" text=${redisTexts.down} />`]}
                </td>
                <td class="num" data-label=${redisTexts.memory}>${bytes(node.memoryBytes)}</td>
                <td class="num" data-label=${redisTexts.limit}>
                  ${node.maxMemoryBytes ? bytes(node.maxMemoryBytes) : redisTexts.noLimit}
                </td>
                <td class="num" data-label=${redisTexts.clients}>${compact(node.clients)}</td>
                <td class="num" data-label=${redisTexts.ops}>${compact(node.opsPerSecond)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    </section>
  `;
}
