import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyReply } from 'fastify';
import { beginEvents, headOfEvents } from '#server/kernel/http/reply-events.ts';
import type { FollowerProcesses } from './follower-processes.ts';
import { createStreams, type Streams } from './streams.ts';

/** Followers that a portal writes to itself: as many keep its event loop for 15 ms, and more processes cost memory (ADR 105). */
const defaultOwn = 1000;

/** The event streams of all followers of a portal. */
export type PortalStreams = Pick<Streams, 'send' | 'end'> & {
  /** Takes over the response; `left` is called once, when the follower's connection is closed, in whichever process it is. */
  add(reply: FastifyReply, channels: readonly string[], first: string, left: () => void): void;
  sizes(): { own: number; handedOver: number };
};

/**
 * Writes to the first `mostOwn` followers in this process and hands the connections of others over to follower processes. A connection stays
 * where it began. What is sent to a channel reaches each follower who was added before, once and in order.
 */
export const createPortalStreams = (processes: FollowerProcesses, mostOwn = defaultOwn): PortalStreams => {
  const own = createStreams();
  return {
    add(reply, channels, first, left) {
      const socket = freeSocket(reply.raw);
      // Early, so that they are ready by then.
      if (socket && own.size() >= mostOwn / 2) processes.start();
      const taker = own.size() < mostOwn ? undefined : processes.next();
      if (socket && taker) taker.take({ socket, channels, first: headOfEvents(reply) + first, left });
      else own.add(beginEvents(reply), channels, first, left);
    },
    send(channel, text) {
      // They begin at once, while this process writes to its own.
      processes.send(channel, text);
      own.send(channel, text);
    },
    end(channel) {
      processes.end(channel);
      own.end(channel);
    },
    sizes: () => ({ own: own.size(), handedOver: processes.size() }),
  };
};

/** The socket of a response if another process can write to it: not encrypted here, and with no earlier response to be sent. */
const freeSocket = ({ socket }: ServerResponse): Socket | undefined =>
  socket === null || socket.destroyed || socket instanceof TLSSocket || socket.writableLength > 0 ? undefined : socket;
