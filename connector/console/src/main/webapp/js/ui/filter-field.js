/** A field that narrows a list by way of the address, a moment after the last letter. */
import { html, useEffect, useState } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';

/**
 * @param {{value: string, label: string, name?: string, width?: string}} props `name`: of the parameter of the address
 */
export function FilterField({ value, label, name = 'filter', width = '210px' }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const timer = setTimeout(() => text !== value && go(linkWith({ [name]: text, cursor: null }), true), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return html`
    <input class="input" type="search" value=${text} placeholder=${label} aria-label=${label}
        style=${{ width }} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
  `;
}
