import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut or frozen, as mobile networks and restarts do. */
export type FaultProxy = {
  port: number;
  /** Resets every connection. */
  cut(): void;
  /** No byte of the open connections arrives any more, though they stay open; new ones work. */
  freeze(): void;
  /** Refuses new connections, as while a server starts. */
  isDown: boolean;
  /** Connections made so far. */
  accepted(): number;
  stop(): void;
};

/** Forwards to a port of this machine. */
export const startFaultProxy = async (to: number): Promise<FaultProxy> => {
  const pairs = new Set<[Socket, Socket]>();
  let accepted = 0;
  const server = createServer((client) => {
    if (proxy.isDown) return client.resetAndDestroy();
    accepted += 1;
    const upstream = connect(to, '127.0.0.1');
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    freeze() {
      for (const [client, upstream] of pairs) {
        upstream.unpipe(client);
        upstream.resume();
      }
    },
    isDown: false,
    accepted: () => accepted,
    stop() {
      this.cut();
      server.close();
    },
  };
  return proxy;
};
