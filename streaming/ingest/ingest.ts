import type { Socket } from 'node:net';
import type { SourceEvent } from '#contract/engine/engine.ts';
import { steadyClock } from '#streaming/clock/scheduler.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { Log } from '#streaming/base/log.ts';
import type { Stations } from './stations.ts';
import { createAttempts } from './attempts.ts';
import { createSourceAuth } from './source-auth.ts';
import { readHead } from './head-reader.ts';
import { answerHttp } from './icecast.ts';
import { headEnd, longestHead, parseHead } from './request-head.ts';
import { answerShoutcast } from './shoutcast.ts';
import { isSourceRequest, isUltravox } from './source-request.ts';
import { createStudioServer } from './studio/studio-server.ts';
import { answerUltravox } from './ultravox/source.ts';

export { isSourceRequest } from './source-request.ts';
export { isStudioRequest } from './studio/studio-server.ts';

export type IngestOptions = {
  stations: Stations;
  log: Log;
  record(event: SourceEvent): void;
  /** Signs the tokens of browser studios. */
  studioSecret: string;
  clock?: Clock;
};

export type Ingest = {
  /** Port 8000: handles a raw socket and the bytes already read from it; false if it is not an encoder's. */
  handle(socket: Socket, firstBytes: Buffer): boolean;
  /** Port + 1: Shoutcast v1 and 2, and anything else an encoder tries there. */
  handleShoutcast(socket: Socket): void;
  /** A browser studio, by `isStudioRequest`; `address`: the client's, where a trusted proxy reports it. */
  handleStudio(socket: Socket, bytes: Buffer, address: (forwarded: string | undefined) => string): void;
};

const nothing = Buffer.alloc(0);
const httpMethod = /^(PUT|SOURCE|STATS|GET|HEAD|POST|OPTIONS) /i;

/** The entry point for encoders: Icecast's PUT and SOURCE, its metadata calls, Shoutcast 2 and Shoutcast v1. */
export const createIngest = (options: IngestOptions): Ingest => {
  const attempts = createAttempts(options.clock ?? steadyClock);
  const auth = createSourceAuth(options, attempts);
  const studio = createStudioServer(auth, options.studioSecret);

  const readHttp = (socket: Socket, firstBytes: Buffer): void => {
    readHead(socket, firstBytes, longestHead, headEnd, (bytes, rest) => {
      const head = parseHead(bytes.toString('latin1'));
      if (head) answerHttp(socket, head, rest, auth);
      else socket.destroy();
    });
  };

  const route = (socket: Socket, firstBytes: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (isUltravox(firstBytes)) answerUltravox(socket, firstBytes, auth);
    else if (httpMethod.test(firstBytes.toString('latin1', 0, 8))) readHttp(socket, firstBytes);
    else answerShoutcast(socket, firstBytes, auth);
  };

  return {
    handleStudio: studio.handle,
    handle(socket, firstBytes) {
      if (!isSourceRequest(firstBytes)) return false;
      route(socket, firstBytes);
      return true;
    },
    handleShoutcast(socket) {
      socket.on('error', () => socket.destroy());
      readHead(socket, nothing, longestHead, isDistinguishable, (bytes, rest) =>
        route(socket, Buffer.concat([bytes, rest])),
      );
    },
  };
};

/** Eight characters or one line are enough to distinguish a method from a password. */
const isDistinguishable = (bytes: Buffer): number => (bytes.length >= 8 || bytes.includes(10) ? 0 : -1);
