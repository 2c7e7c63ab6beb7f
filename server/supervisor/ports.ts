import { createServer, type AddressInfo } from 'node:net';

/**
 * A loopback port for an embedded service: its previous one if that is free, else any free one. Ports that the product
 * is about to use (`promised`) are never chosen, though nobody listens on them yet.
 */
export const portFor = async (before: number | undefined, promised: readonly number[]): Promise<number> => {
  if (before !== undefined && !promised.includes(before) && (await bind(before, '127.0.0.1'))) return before;
  for (;;) {
    const any = (await bind(0, '127.0.0.1')) as number;
    if (!promised.includes(any)) return any;
  }
};

/** This port if it is free on the machine, else any free one. */
export const freeFor = async (wanted: number): Promise<number> =>
  (await bind(wanted, undefined)) ?? ((await bind(0, undefined)) as number);

/** Whether nobody listens on this port of the machine. */
export const isFree = async (port: number): Promise<boolean> => (await bind(port, undefined)) !== undefined;

const bind = (port: number, host: string | undefined): Promise<number | undefined> =>
  new Promise((settle) => {
    const socket = createServer();
    socket.once('error', () => settle(undefined));
    socket.listen(port, host, () => {
      const bound = (socket.address() as AddressInfo).port;
      socket.close(() => settle(bound));
    });
  });
