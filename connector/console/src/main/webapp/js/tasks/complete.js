/** Completion of a query: fields, states and operators at once; queues, types, members and headers from the console. */
import { useEffect, useState } from '../core/dom.js';
import { call, path } from '../core/api.js';
import { fieldsTexts, operatorsTexts } from '../texts/query.js';
import { stateHintsTexts, tasksTexts } from '../texts/tasks.js';
import { STATES } from '../ui/parts.js';
import { quote, valueOf } from './query.js';
import { scan } from './scan.js';

/**
 * @typedef {{insert: string, label: string, hint: string}} Suggestion
 * @typedef {{from: number, items: Suggestion[], kind: string, part: string, queue: string}} Offer suggestions known
 *   immediately, and the names to request: a kind, and a part that they contain
 */

const MOST = 12;
const DELAY = 120;
const NAMES = ['queue', 'type', 'header'];

/** Where the token begins that the caret is at, without its minus. @param {string} before */
function lastStart(before) {
  const last = scan(before).at(-1);
  const ends =
    last?.end === before.length &&
    !['open', 'close'].includes(last.kind) &&
    !['|', '-'].includes(before.slice(last.start));
  return ends ? last.start + (last.minus ? 1 : 0) : before.length;
}

/**
 * The possible continuations at the caret.
 * @param {string} text
 * @param {number} caret
 * @returns {Offer}
 */
export function complete(text, caret) {
  const before = text.slice(0, caret);
  const start = lastStart(before);
  const token = before.slice(start);
  const offer = {
    from: start,
    items: /** @type {Suggestion[]} */ ([]),
    kind: '',
    part: '',
    queue: valueOf(text, 'queue'),
  };
  const member = /^payload\.(.*)$/is.exec(token);
  const value = /^([a-z]+):(.*)$/is.exec(token);
  if (member && !/[:<>~]/.test((member[1] ?? '').replace(/"[^"]*"/g, ''))) {
    return { ...offer, kind: 'payload', part: member[1] ?? '' };
  }
  if (value) {
    const field = (value[1] ?? '').toLowerCase();
    const list = (value[2] ?? '').replace(/^"/, '');
    const comma = field === 'queue' || field === 'state' ? list.lastIndexOf(',') + 1 : 0;
    const typed = list.slice(comma);
    if (field === 'state') {
      const options = STATES.filter((state) => state.includes(typed.toLowerCase()) && state !== typed);
      return {
        ...offer,
        items: options.map((state) => ({
          insert: `state:${list.slice(0, comma)}${state}`,
          label: state,
          hint: stateHintsTexts[state],
        })),
      };
    }
    return NAMES.includes(field) && !typed.includes('=')
      ? { ...offer, kind: field, part: typed, queue: field === 'queue' ? list.slice(0, comma) : offer.queue }
      : offer;
  }
  const afterClause =
    /[^\s(|]\s+$/.test(before.slice(0, start)) && !/(?:^|\s)(?:OR|AND|NOT)\s+$/.test(before.slice(0, start));
  const words = Object.entries(fieldsTexts).filter(
    ([field]) => field.startsWith(token.toLowerCase()) && field !== token,
  );
  const operators = afterClause && 'OR'.startsWith(token.toUpperCase()) ? [['OR ', operatorsTexts.or]] : [];
  return {
    ...offer,
    items: [...words, ...operators].map(([field = '', hint = '']) => ({ insert: field, label: field.trim(), hint })),
  };
}

/**
 * The suggestion for a name received from the console.
 * @param {Offer} offer
 * @param {{value: string, count: number}} name
 * @returns {Suggestion}
 */
function suggestion(offer, { value, count }) {
  const insert =
    offer.kind === 'payload'
      ? `payload.${value}:`
      : offer.kind === 'header'
        ? `header:${quote(`${value}=`)}`.replace(/"$/, '')
        : offer.kind === 'queue'
          ? `queue:${offer.queue ? `${offer.queue}${value}` : quote(value)}`
          : `type:${quote(value)}`;
  return {
    insert,
    label: value,
    hint: offer.kind === 'queue' ? tasksTexts.inQueue(count) : tasksTexts.inSample(count),
  };
}

/**
 * Suggestions; names from the console are added when they arrive.
 * @param {string} redis
 * @param {Offer} offer
 * @param {boolean} open
 */
export function useSuggestions(redis, offer, open) {
  const [names, setNames] = useState(
    /** @type {{key: string, items: {value: string, count: number}[]}} */ ({ key: '', items: [] }),
  );
  const search = new URLSearchParams({
    kind: offer.kind,
    part: offer.part,
    ...(offer.kind !== 'queue' && offer.queue && { queue: offer.queue }),
  });
  const key = open && offer.kind ? `${path(redis, 'complete')}?${search}` : '';
  useEffect(() => {
    if (!key) {
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call(key, { signal: controller.signal }).then(
        (page) => setNames({ key, items: page.items }),
        () => undefined,
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  // while the next ones are on their way the last ones stay: the list does not flicker
  const known = offer.kind && names.key.includes(`kind=${offer.kind}&`) ? names.items : [];
  const fit = known.filter(
    (name) => name.value !== offer.part && name.value.toLowerCase().includes(offer.part.toLowerCase()),
  );
  return [...offer.items, ...fit.map((name) => suggestion(offer, name))].slice(0, Math.max(MOST, offer.items.length));
}
