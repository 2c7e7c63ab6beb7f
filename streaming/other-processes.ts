import type { Socket } from 'node:net';
import { withoutServer } from '#shared/without-server.ts';
import type { FromLauncher, Others, ToLauncher } from './hand-over-messages.ts';

type Start = Extract<FromLauncher, { kind: 'start' }>;

/** Connects a process of an edge with the one that started it, and through it with the other processes of the edge. */
export const connectLauncher = (): { others: Others; start: Promise<Start> } => {
  let listen: Parameters<Others['received']>[0] = () => undefined;
  const start = new Promise<Start>((resolve) => {
    process.on('message', (message: FromLauncher, socket: unknown) => {
      if (message.kind === 'start') return resolve(message);
      const connection = socket as Socket | undefined;
      connection?.on('error', () => connection.destroy());
      listen(message, connection);
    });
  });
  // An error means that the launcher has ended, and this process ends with it.
  const tell = (message: ToLauncher, socket?: Socket): void =>
    void process.send?.(message, socket && withoutServer(socket), { keepOpen: true }, () => undefined);
  return {
    others: {
      send: (to, message, socket) => tell({ kind: 'relay', to, message }, socket),
      tell,
      received: (next) => void (listen = next),
    },
    start,
  };
};
