/** Names the Redis in a dialog, if the console has several. */
import { el } from '../core/dom.js';
import { nameIfSeveral } from '../core/redis.js';
import { texts } from '../texts.js';

/** @param {{redis: string}} props */
export const RedisName = ({ redis }) => (nameIfSeveral(redis) ? el('p', null, `${texts.nav.redisChoice}: `, el('strong', null, redis)) : null);
