/** Preact in one place: `el` for elements, `h` for components. */
import { h, Component, Fragment, render } from '../../vendor/preact/preact.module.js';

export { h, Component, Fragment, render };
export { useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useId }
  from '../../vendor/preact/hooks.module.js';

/** @typedef {import('../../vendor/preact/preact.module.js').ComponentChildren} Children */
/** @typedef {import('../../vendor/preact/preact.module.js').VNode<any>} VNode */

/**
 * An element. Texts become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {VNode}
 */
export function el(tag, props, ...children) {
  return h(/** @type {any} */ (tag), /** @type {any} */ (props ?? null), ...children);
}
