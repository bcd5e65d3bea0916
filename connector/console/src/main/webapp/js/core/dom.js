/** Preact in one place. `html` makes elements and components of templates; texts become text nodes, never markup. */
import htm from '../../vendor/htm/htm.module.js';
import { h, Component, Fragment, render } from '../../vendor/preact/preact.module.js';

export { Component, Fragment, render };
export {
  useState,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useCallback,
  useId,
} from '../../vendor/preact/hooks.module.js';

/** @typedef {import('../../vendor/preact/preact.module.js').ComponentChildren} Children */
/** @typedef {import('../../vendor/preact/preact.module.js').VNode<any>} VNode */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => VNode} */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));
