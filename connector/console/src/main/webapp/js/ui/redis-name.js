/** Names the Redis in a dialog, if the console has several. */
import { html } from '../core/dom.js';
import { nameIfSeveral } from '../core/redis.js';
import { navTexts } from '../texts/shell.js';

/** @param {{redis: string}} props */
export const RedisName = ({ redis }) =>
  nameIfSeveral(redis) ? html`<p>${navTexts.redisChoice}: <strong>${redis}</strong></p>` : null;
