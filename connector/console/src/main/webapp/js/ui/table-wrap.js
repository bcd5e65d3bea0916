/**
 * The frame of a long table: its head stays in view below the top bar; a table that is too wide scrolls sideways
 * instead.
 */
import { html, useLayoutEffect, useRef } from '../core/dom.js';

/** @param {{kind?: string, children?: import('../core/dom.js').Children}} props `kind`: more classes */
export function TableWrap({ kind = '', children }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    const wrap = ref.current;
    const table = /** @type {HTMLElement | null | undefined} */ (wrap?.firstElementChild);
    if (!wrap || !table) {
      return undefined;
    }
    const measure = () => wrap.toggleAttribute('data-fits', table.offsetWidth <= wrap.clientWidth);
    const watch = new ResizeObserver(measure);
    watch.observe(wrap);
    watch.observe(table);
    measure();
    return () => watch.disconnect();
  }, []);
  return html`<div ref=${ref} class="table-wrap cards ${kind}">${children}</div>`;
}
