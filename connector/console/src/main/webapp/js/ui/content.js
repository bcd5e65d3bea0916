/** A payload or result: pretty JSON, text or hex, with copy. */
import { html, useMemo, useState } from '../core/dom.js';
import { bytes } from '../core/format.js';
import { pretty } from '../core/json-text.js';
import { visible } from '../core/visible.js';
import { commonTexts, contentTexts } from '../texts/common.js';
import { Button } from './button.js';
import { copy } from './copy.js';
import { Segment } from './field.js';

/** @typedef {'json'|'text'|'hex'} View */

const HEX_LIMIT = 4096;

/** @param {{content: Api.Content, label: string}} props */
export function ContentBlock({ content, label }) {
  const [view, setView] = useState(
    /** @type {View} */ (content.kind === 'json' ? 'json' : content.kind === 'text' ? 'text' : 'hex'),
  );
  const text = useMemo(() => render(content, view), [content, view]);
  const stored = content.stored ? contentTexts.stored(content.stored.codec, content.stored.key) : '';
  if (content.kind === 'coded') {
    return html`
      <div class="block">
        <div class="tools"><span>${contentTexts.bytesStored(bytes(content.size))}, ${visible(stored)}</span></div>
        <p class="muted small">${visible(contentTexts.hidden(content.stored?.problem ?? ''))}</p>
      </div>
    `;
  }
  /** @type {[View, string][]} */
  const views = [['json', contentTexts.json], ['text', contentTexts.text], ['hex', contentTexts.hex]];
  const offered = views.filter(([key]) => key !== 'json' || content.kind === 'json');
  return html`
    <div class="block">
      <div class="tools">
        <span>
          ${bytes(content.size)}${content.truncated ? `, ${contentTexts.truncated}` : ''}${content.masked
            ? `, ${contentTexts.masked}`
            : ''}${content.stored
            ? `, ${visible(stored)}, ${contentTexts.bytesStored(bytes(content.stored.size))}`
            : ''}
        </span>
        <span class="row">
          <${Segment} label=${contentTexts.view(label)} value=${view} onInput=${setView} options=${offered} />
          <${Button} label=${commonTexts.copy} describe=${contentTexts.copy(label)} icon="copy" iconOnly small
              kind="ghost" onClick=${() => copy(text)} />
        </span>
      </div>
      <pre tabIndex=${0} role="group" aria-label=${label}>
        ${content.size === 0 ? contentTexts.empty : visible(text, 100_000)}
      </pre>
    </div>
  `;
}

/** @param {Api.Content} content @param {View} view */
function render(content, view) {
  const text = content.text ?? (content.base64 ? new TextDecoder().decode(decode(content.base64)) : '');
  if (view === 'hex') {
    return hex(content.base64 ? decode(content.base64) : new TextEncoder().encode(text));
  }
  return view === 'json' ? pretty(text) : text;
}

/** @param {string} base64 */
const decode = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Offset, sixteen bytes, their characters. @param {Uint8Array} data */
function hex(data) {
  const lines = [];
  for (let at = 0; at < Math.min(data.length, HEX_LIMIT); at += 16) {
    const part = [...data.slice(at, at + 16)];
    const digits = part
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(' ')
      .padEnd(47);
    const characters = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits}  ${characters}`);
  }
  return lines.join('\n') + (data.length > HEX_LIMIT ? `\n… ${contentTexts.more(data.length - HEX_LIMIT)}` : '');
}
