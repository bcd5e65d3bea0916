/**
 * Names that tell servers apart: the host; beside others of it also the process, and the ID where even that is the
 * same.
 */
import { serversTexts } from '../texts/servers.js';

/** @typedef {import('./types.js').Server} Server */

const ID_SHOWN = 8;

/** @type {((server: Server) => string)[]} */
const SHORT = [
  () => '',
  (server) => serversTexts.pid(server.pid),
  (server) => serversTexts.pidAndId(server.pid, server.id.slice(0, ID_SHOWN)),
];

/**
 * What is needed beside the host. @param {Server} server @param {Server[]} all with itself
 */
export function noteOf(server, all) {
  const others = all.filter((other) => other !== server && other.host === server.host);
  const enough = SHORT.find((note) => !others.some((other) => note(other) === note(server)));
  return enough ? enough(server) : serversTexts.pidAndId(server.pid, server.id);
}
