import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { format, link, linkWith, parse, route } from '../../main/webapp/js/core/route.js';

describe('an address', () => {
  it('is read as it was written, whatever the names are', () => {
    for (const name of ['mails', 'a/b', 'a?b#c', '100 %', 'größe', '../..', '{x}']) {
      const way = { redis: name, page: 'queues', parts: [name, name], query: { q: `a=${name}&b`, task: name } };
      assert.deepEqual(parse(format(way)), way, name);
    }
  });

  it('without a page is that of the overview', () => {
    assert.deepEqual(parse(''), { redis: '', page: 'overview', parts: [], query: {} });
    assert.deepEqual(parse('#/default'), { redis: 'default', page: 'overview', parts: [], query: {} });
  });

  it('with a broken encoding is taken as it is', () => assert.deepEqual(parse('#/a%/b%zz').redis, 'a%'));

  it('keeps question marks behind the first one in its parameters', () => assert.equal(parse('#/a/b?q=x?y').query.q, 'x?y'));

  it('is made from the present one', () => {
    route.set(parse('#/other/tasks?q=x&cursor=3'));
    assert.equal(link('queues', ['a b']), '#/other/queues/a%20b');
    assert.equal(linkWith({ cursor: null, task: 'm/1' }), '#/other/tasks?q=x&task=m%2F1');
  });
});
