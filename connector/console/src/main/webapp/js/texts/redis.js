/** Texts of the page Redis. */

export const redisTexts = {
  title: 'Redis',
  nodes: 'Nodes',
  node: 'Node',
  down: 'cannot be read',
  version: 'Version',
  mode: 'Mode',
  uptime: 'Uptime',
  memory: 'Memory',
  peak: 'Peak memory',
  limit: 'Memory limit',
  noLimit: 'none',
  eviction: 'Eviction',
  aof: 'Append-only file',
  clients: 'Clients',
  ops: 'Commands per second',
  on: 'on',
  off: 'off',
  behindProxy: 'This Redis is behind a proxy',
  behindProxyDetail:
    'A proxy does not forward commands about the server: version, memory, clients and slow commands are not ' +
    'known here. Queues, tasks and servers are.',
  slow: 'Slow commands',
  noSlow: 'The slow log is empty.',
  raw: 'All values',
  evicts: 'Redis may evict tasks. Set maxmemory-policy to noeviction.',
  noAof: 'Without the append-only file a restart of Redis may lose tasks.',
  at: 'When',
  took: 'Took',
  command: 'Command',
};
