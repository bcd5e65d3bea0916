/** The Redis of this console. With several of them each place that matters names its own. */
import { session } from './session.js';

/** @param {string} name */
export const isKnown = (name) => !!session.value?.redis.includes(name);

/** The name; empty if there is only one Redis. @param {string} name */
export const nameIfSeveral = (name) => ((session.value?.redis.length ?? 0) > 1 ? name : '');
