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
 * What is needed beside the host of each server. @param {Api.ServerRow[]} all
 * @returns {Map<Api.ServerRow, string>}
 */
export function notesOf(all) {
  /** @type {Map<string, Api.ServerRow[]>} */
  const hosts = new Map();
  all.forEach((server) => hosts.set(server.host, [...(hosts.get(server.host) ?? []), server]));
  return new Map(all.map((server) => [server, noteOf(server, hosts.get(server.host) ?? [])]));
}

/** @param {Api.ServerRow} server @param {Api.ServerRow[]} ofHost with itself */
function noteOf(server, ofHost) {
  const others = ofHost.filter((other) => other !== server);
  const enough = SHORT.find((note) => !others.some((other) => note(other) === note(server)));
  return enough ? enough(server) : serversTexts.pidAndId(server.pid, server.id);
}
