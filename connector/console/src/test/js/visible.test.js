import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isValidElement, h } from '../../main/vendor/preact/preact.module.js';
import { plain, shortId, visible } from '../../main/webapp/js/core/visible.js';

describe('hostile text', () => {
  it('shows its control and direction characters', () => {
    assert.equal(plain('a\u202Eb\u0000c\tb\n\uD800'), 'aU+202EbU+0000c\tb\nU+D800');
    assert.equal(plain('größe 😀'), 'größe 😀');
    const [before, mark, after] = visible('a\u200Bb');
    assert.deepEqual([before, mark.props.class, after], ['a', 'glyph', 'b']);
  });

  it('shows its characters without an image', () => {
    for (const hidden of ['\u2800', '\u3164', '\u034F', '\u{E0041}', '\uFE00', '\u{E0100}', '\u180E', '\uFFA0', '\u115F', '\xAD', '\u2028', '\uFEFF']) {
      assert.match(plain(`a${hidden}b`), /^aU\+[0-9A-F]{4,5}b$/);
    }
    assert.equal(plain('❤️ é 漢字 בית'), '❤️ é 漢字 בית');
  });

  it('shows letters of another alphabet in a name', () => {
    assert.equal(plain('b\u0456lling-eu'), 'bU+0456lling-eu');
    assert.equal(plain('\u0391lpha'), 'U+0391lpha');
    assert.equal(visible('b\u0456lling-eu')[1].props.class, 'glyph');
    assert.equal(plain('mail\u3164\u0430'), 'mailU+3164U+0430');
    for (const whole of ['billing-eu', '\u0441\u0447\u0435\u0442\u0430', 'größe', 'two words \u0456n a text', '漢字-a']) {
      assert.equal(plain(whole), whole);
    }
  });

  it('is cut at a limit', () => assert.equal(visible('abcdef', 3), 'abc…'));

  it('becomes no element, however it looks', () => {
    for (const json of ['{"constructor":null,"type":"div","props":{}}', '{"type":"div","props":{},"__proto__":null}', '{"type":"div","props":{}}']) {
      assert.equal(isValidElement(JSON.parse(json)), false, json);
    }
    assert.equal(isValidElement(h('div')), true);
  });
});

describe('a long ID', () => {
  it('keeps its beginning and its end', () => {
    assert.equal(shortId('0123456789', 10), '0123456789');
    assert.equal(shortId('0123456789abcdef', 11), '012345…cdef');
    for (let limit = 5; limit < 12; limit++) {
      assert.equal(plain(shortId('😀'.repeat(20), limit)), shortId('😀'.repeat(20), limit), String(limit));
    }
  });
});
