import type { Socket } from 'node:net';
import type { SourceEvent } from '#contract/engine.ts';
import type { Log, Stations } from '#streaming/station/air.ts';

export { isSourceRequest } from './source-request.ts';

export type IngestOptions = {
  stations: Stations;
  log: Log;
  record(event: SourceEvent): void;
};

export type Ingest = {
  /** Port 8000: takes a raw socket with all that was read from it; false where it is not an encoder's. */
  handle(socket: Socket, firstBytes: Buffer): boolean;
  /** Port + 1: Shoutcast v1. */
  handleShoutcast(socket: Socket): void;
};
