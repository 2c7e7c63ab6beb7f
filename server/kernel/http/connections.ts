import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '#contract/network.ts';
import { inNetworks } from './in-networks.ts';

export type ConnectionBound = { total: number; perClient: number };

/**
 * Bounds the connections that are open at once: of all, and of one client (`clientNetwork`), where it is none of the
 * trusted proxies, behind which there are many. What is beyond is closed at once.
 */
export const boundConnections = (server: Server, bound: ConnectionBound, trustedProxies: readonly string[]): void => {
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
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
};
