import type { Socket } from 'node:net';
import type { FromFollowerProcess, ToFollowerProcess } from './follower-messages.ts';
import { createStreams } from './streams.ts';

/*
 * A follower process: writes what stations play to the sockets that its portal hands over (`follower-processes.ts`). It reads nothing
 * from them, knows nothing else of the portal, and ends with it.
 */
const streams = createStreams();
const leaving: number[] = [];

const tell = (message: FromFollowerProcess): void => {
  // An error means that the portal has ended, which `disconnect` reports.
  process.send?.(message, undefined, undefined, () => undefined);
};
/** Reports those who leave in the same turn of the event loop by one message. */
const left = (id: number): void => {
  leaving.push(id);
  if (leaving.length === 1) setImmediate(() => tell({ kind: 'left', ids: leaving.splice(0) }));
};

process.on('message', (message: ToFollowerProcess, socket?: Socket) => {
  if (message.kind === 'send') return streams.send(message.channel, message.text);
  if (message.kind === 'end') return streams.end(message.channel);
  const { id, channels, first } = message;
  // It was closed while the message waited to be sent.
  if (!socket) return left(id);
  tell({ kind: 'taken', id });
  socket.on('error', () => undefined);
  // What a follower sends is dropped: only its end is of interest.
  socket.resume();
  streams.add(socket, channels, first, () => left(id));
});
// The portal may still serve for some seconds after it was asked to stop.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });
