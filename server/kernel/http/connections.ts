import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '#contract/rules/network.ts';
import { inNetworks } from './in-networks.ts';

export type ConnectionLimits = { total: number; perClient: number };

/**
 * Limits the open connections, in total and per client (`clientNetwork`); trusted proxies only count toward the total,
 * as they serve many clients. Connections beyond the limit are closed at once.
 */
export const limitConnections = (server: Server, bound: ConnectionLimits, trustedProxies: readonly string[]): void => {
  server.maxConnections = bound.total;
  const isProxy = inNetworks(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const client = clientNetwork(address);
    const count = open.get(client) ?? 0;
    if (count >= bound.perClient) return void socket.destroy();
    open.set(client, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(client) ?? 1) - 1;
      if (remaining > 0) open.set(client, remaining);
      else open.delete(client);
    });
  });
};
