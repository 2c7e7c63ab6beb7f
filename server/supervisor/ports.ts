import { createServer, type AddressInfo } from 'node:net';

/**
 * A port of the loopback for an embedded service: the one it had before where that is free, else any free one. Those that
 * the product itself is about to take (`promised`) are free for nobody, though nobody listens on them yet.
 */
export const portFor = async (before: number | undefined, promised: readonly number[]): Promise<number> => {
  if (before !== undefined && !promised.includes(before) && (await bind(before, '127.0.0.1'))) return before;
  for (;;) {
    const any = (await bind(0, '127.0.0.1')) as number;
    if (!promised.includes(any)) return any;
  }
};

/** This port of the machine where it is free, else any free one. */
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
