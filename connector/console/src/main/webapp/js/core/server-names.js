/**
 * Names that tell servers apart: the host; beside others of it also the process, and the ID where even that is the
 * same.
 */
import { serversTexts } from '../texts/servers.js';


const ID_SHOWN = 8;

/** @type {((server: Api.ServerRow) => string)[]} */
const SHORT = [
  () => '',
  (server) => serversTexts.pid(server.pid),
  (server) => serversTexts.pidAndId(server.pid, server.id.slice(0, ID_SHOWN)),
];

/**
 * The text needed beside the host to distinguish servers.
 * @param {Api.ServerRow} server
 * @param {Api.ServerRow[]} all with itself
 */
export function noteOf(server, all) {
  const others = all.filter((other) => other !== server && other.host === server.host);
  const enough = SHORT.find((note) => !others.some((other) => note(other) === note(server)));
  return enough ? enough(server) : serversTexts.pidAndId(server.pid, server.id);
}
