/** Tabs that are links. On a phone they scroll sideways, and the current one is in view. */
import { html, useLayoutEffect, useRef } from '../core/dom.js';
import { STATES } from './parts.js';

/**
 * @typedef {{name: string, href: string, text: string, count?: string | number}} Tab
 * @param {{label: string, current: string, tabs: Tab[]}} props `current`: the name of a tab; that of a state gives its
 *   colour
 */
export function Tabs({ label, current, tabs }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const counted = tabs.filter((tab) => tab.count !== undefined).length;
  useLayoutEffect(() => {
    const frame = ref.current?.getBoundingClientRect();
    const tab = ref.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (ref.current && frame && tab) {
      ref.current.scrollLeft += tab.left + tab.width / 2 - frame.left - frame.width / 2;
    }
  }, [current, counted]);
  return html`
    <nav ref=${ref} class="tabs" aria-label=${label}>
      ${tabs.map(({ name, href, text, count }) => html`
        <a key=${name} href=${href} data-state=${STATES.some((state) => state === name) ? name : undefined}
            aria-current=${name === current ? 'true' : undefined}>
          ${text}
          ${count === undefined ? null : html`<span class="num">${count}</span>`}
        </a>
      `)}
    </nav>
  `;
}
