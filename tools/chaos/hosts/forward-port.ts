import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type ForwardedPort = {
  port: number;
  /** The ports of its own ends of the connections, by which the service knows who they are of. */
  ownPorts: ReadonlySet<number>;
  stop(): void;
};

/** Passes what connects at a host's address on to a service that listens on loopback only. */
export const forwardPort = async (host: string, to: number): Promise<ForwardedPort> => {
  const ownPorts = new Set<number>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(to, '127.0.0.1');
    let own: number | undefined;
    service.once('connect', () => {
      own = service.localPort;
      if (own !== undefined) ownPorts.add(own);
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.setNoDelay(true).pipe(other);
    }
    service.on('close', () => void (own !== undefined && ownPorts.delete(own)));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ownPorts,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
