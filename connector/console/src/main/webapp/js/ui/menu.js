/**
 * A menu behind a button: opens with click or arrow, closes with Escape, Tab or a click elsewhere. While it is open its
 * items stay. It is a popover, so that no table or header cuts it.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../core/dom.js';
import { say } from '../core/messages.js';
import { openMenus } from '../core/open-menus.js';
import { refusal } from '../core/session.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/**
 * @typedef {{label: string, icon?: string, danger?: boolean, run: () => void,
 *   role?: import('../core/session.js').Role, checked?: boolean}} MenuItem
 */

/**
 * @param {{label: string, icon?: string, iconOnly?: boolean, small?: boolean, items: MenuItem[], kind?: string,
 *   stay?: boolean}} props
 */
export function Menu({ label, icon = 'more', iconOnly = false, small, items, kind, stay }) {
  const [open, setOpen] = useState(false);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(items);
  if (!open) {
    latest.current = items;
  }
  // before the next key comes: a quick Tab would leave the menu
  useLayoutEffect(() => {
    const list = /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector('.menu-list'));
    const button = root.current?.querySelector('.button');
    if (!open || !list || !button) {
      return undefined;
    }
    const follow = () => place(list, button.getBoundingClientRect());
    openMenus.set(openMenus.value + 1);
    list.showPopover?.();
    follow();
    buttons(root.current)[0]?.focus({ preventScroll: true });
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      openMenus.set(openMenus.value - 1);
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [open]);
  useEffect(() => {
    if (!open) {
      return undefined;
    }
    const outside = (/** @type {Event} */ event) => {
      if (!root.current?.contains(/** @type {Node} */ (event.target))) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector('.button'))?.focus();
  };
  return html`
    <span class="menu" ref=${root}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => keys(event, root.current, open, setOpen, close)}>
      <${Button} label=${label} icon=${icon} iconOnly=${iconOnly} small=${small}
          kind=${kind ?? (iconOnly ? 'ghost' : '')} expanded=${open} onClick=${() => setOpen(!open)} />
      ${open ? html`
        <div class="menu-list" popover="manual" role="menu" aria-label=${label}>
          ${(stay ? items : latest.current).map((item) => {
            const reason = item.role ? refusal(item.role) : null;
            return html`
              <button key=${item.label} type="button"
                  role=${item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                  aria-checked=${item.checked}
                  class=${item.danger ? 'danger' : ''} tabIndex=${-1} aria-disabled=${reason ? 'true' : undefined}
                  title=${reason ?? undefined}
                  onClick=${() => {
                    if (reason) {
                      say(reason);
                      return;
                    }
                    if (!stay) {
                      close();
                    }
                    item.run();
                  }}>
                ${item.checked === undefined ? null : html`<span class="icon">${item.checked ? '✓' : ''}</span>`}
                ${item.icon ? html`<${Icon} name=${item.icon} />` : null}
                ${item.label}
              </button>
            `;
          })}
        </div>
      ` : null}
    </span>
  `;
}

const GAP = 4;
const EDGE = 8;

/**
 * Below the button, or above it if there is more room; within the window.
 * @param {HTMLElement} list
 * @param {DOMRect} button
 */
function place(list, button) {
  const { offsetWidth: width, offsetHeight: height } = list;
  const x = button.right - width;
  const below = button.bottom + GAP;
  const y =
    below + height + EDGE > window.innerHeight && button.top > window.innerHeight / 2
      ? button.top - GAP - height
      : below;
  list.style.left = `${Math.max(EDGE, Math.min(x, window.innerWidth - width - EDGE))}px`;
  list.style.top = `${Math.max(EDGE, Math.min(y, window.innerHeight - height - EDGE))}px`;
}

/** @param {HTMLElement | null} root @returns {HTMLElement[]} */
const buttons = (root) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root?.querySelectorAll('.menu-list button') ?? []),
];

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement | null} root
 * @param {boolean} open
 * @param {(open: boolean) => void} setOpen
 * @param {() => void} close
 */
function keys(event, root, open, setOpen, close) {
  const list = buttons(root);
  const at = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (event.key === 'Escape' && open) {
    event.stopPropagation();
    close();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    if (open) {
      list[(at + step + list.length) % list.length]?.focus();
    } else {
      setOpen(true);
    }
  } else if (event.key === 'Tab' && open) {
    setOpen(false);
  }
  if (open) {
    event.stopPropagation();
  }
}
