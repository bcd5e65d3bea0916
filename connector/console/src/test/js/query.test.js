import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queryOf } from '../../main/webapp/js/pages/errors.js';
import { clauses, join, quote, valueOf, withValue } from '../../main/webapp/js/tasks/query.js';

const text = (one) => `${one.depth} ${one.negated ? '-' : ''}${one.field}${one.path} ${one.operator} ${one.value}`;

describe('a query', () => {
  for (const [query, expected] of Object.entries({
    'queue:mails state:retry': '0 queue : mails|0 state : retry',
    '-queue:mails NOT type:a -(id:b)': '0 -queue : mails|0 -type : a|1 id : b',
    '(queue:a OR state:b) x': '1 queue : a|1 state : b|0   x',
    'payload.a."b c">=3 payload.a~x': '0 payload.a."b c" >= 3|0 payload.a ~ x',
    'error:"a \\"b\\" c" error:f(x)': '0 error : a "b" c|0 error : f(x)',
    'ORx AND x-y a|b': '0   ORx|0   x-y|0   a|b',
    'queue: error:"open': '0 queue : |0 error : open',
  })) {
    it(`is read as the console reads it: ${query}`, () => assert.equal(clauses(query).map(text).join('|'), expected));
  }

  it('has the value that every task must have', () => {
    assert.equal(valueOf('type:a state:retry', 'state'), 'retry');
    for (const other of ['NOT state:retry', '-state:retry', 'state:retry OR type:a', '(state:retry)', 'state>retry', '']) {
      assert.equal(valueOf(other, 'state'), '', other);
    }
  });

  it('gets another value in place of the one before', () => {
    assert.equal(withValue('type:a state:retry x', 'state', 'archived'), 'state:archived type:a x');
    assert.equal(withValue('type:a state:retry', 'state', ''), 'type:a');
    assert.equal(withValue('a OR b', 'queue', 'mail box'), 'queue:"mail box" (a OR b)');
  });

  it('is joined with others so that all are true, or the mistake stays visible', () => {
    assert.equal(join('a OR b', '', 'c'), '(a OR b) c');
    assert.equal(join('a OR b'), 'a OR b');
    assert.equal(join('a OR (b', 'c'), 'a OR (b c');
    assert.equal(join('a OR b)', 'c'), 'a OR b) c');
  });

  it('takes hostile input in time', () => {
    for (const hostile of [`p${'."'.repeat(1900)}x )`, '('.repeat(3800), 'a('.repeat(1900), '"\\'.repeat(1900)]) {
      const before = performance.now();
      clauses(hostile);
      assert.ok(performance.now() - before < 1000, hostile.slice(0, 20));
    }
  });
});

describe('a value', () => {
  it('is quoted if it would be read as something else', () => {
    for (const plain of ['mails', 'größe', 'a.b:c/d*e+f-g@h']) {
      assert.equal(quote(plain), plain);
    }
    assert.equal(quote('a "b" \\c'), '"a \\"b\\" \\\\c"');
    assert.equal(clauses(`error:${quote('a "b" \\c (d)')}`)[0].value, 'a "b" \\c (d)');
  });
});

describe('the query of a group of errors', () => {
  it('has all its texts, its states and its queues', () => {
    const group = { signature: 'EOF #: connection to # refused', queues: ['mails', 'news'] };
    assert.equal(queryOf(group, 'type:mail:'),
      'queue:mails,news state:retry,archived error:": connection to" error:refused error:EOF type:mail:');
  });
});
