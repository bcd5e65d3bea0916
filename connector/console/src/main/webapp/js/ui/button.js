/** Buttons. One that is not allowed stays reachable and names the reason. */
import { html } from '../core/dom.js';
import { say } from '../core/messages.js';
import { refusal } from '../core/session.js';
import { Icon } from './icon.js';

/**
 * @typedef {{label: string, icon?: string, onClick?: (event: Event) => void, kind?: string, iconOnly?: boolean,
 *   role?: import('../core/session.js').Role, reason?: string | null, type?: 'button'|'submit', pressed?: boolean,
 *   small?: boolean, describe?: string, autofocus?: boolean, expanded?: boolean}} ButtonProps expanded: of a menu that
 *   it opens
 */

/** @param {ButtonProps} props */
export function Button(props) {
  const reason = props.reason ?? (props.role ? refusal(props.role) : null);
  const classes = ['button', props.kind ?? '', props.small ? 'small' : '', props.iconOnly ? 'icon-only' : ''];
  const name = props.describe ?? props.label;
  return html`
    <button type=${props.type ?? 'button'} class=${classes.filter(Boolean).join(' ')}
        aria-disabled=${reason ? 'true' : undefined} aria-haspopup=${props.expanded === undefined ? undefined : 'menu'}
        aria-expanded=${props.expanded}
        aria-pressed=${props.pressed}
        aria-label=${props.iconOnly || props.describe || reason ? (reason ? `${name}: ${reason}` : name) : undefined}
        title=${reason ?? (props.iconOnly ? name : undefined)} autofocus=${props.autofocus}
        onClick=${(/** @type {Event} */ event) => {
          if (reason) {
            event.preventDefault();
            say(reason);
          } else {
            props.onClick?.(event);
          }
        }}>
      ${props.icon ? html`<${Icon} name=${props.icon} />` : null}
      ${props.iconOnly ? null : props.label}
    </button>
  `;
}
