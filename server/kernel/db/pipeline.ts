import type { Duplex } from 'node:stream';
import pg from 'pg';
import { rowsQuery, type NamedStatement } from './rows-query.ts';

/**
 * Sends statements over a few connections without waiting for the answers to earlier ones. Those of one turn of the event
 * loop leave in one write, which is what a lookup costs most (ADR 65).
 */
export type Pipeline = {
  /** The rows of a statement; undefined if so many wait for an answer that it should take a connection of its own. */
  run(statement: NamedStatement): Promise<Record<string, unknown>[]> | undefined;
  end(): Promise<void>;
};

const lanes = 2;
/** A lane with so many unanswered statements waits for a slow one. */
const mostUnanswered = 64;

/** Connections are opened at their first use, and again after they broke; their open statements fail then. */
export const createPipeline = (config: pg.ClientConfig): Pipeline => {
  const all = Array.from({ length: lanes }, () => createLane(config));
  let isEnded = false;
  return {
    run(statement) {
      const lane = all.reduce((least, other) => (other.unanswered() < least.unanswered() ? other : least));
      return isEnded || lane.unanswered() >= mostUnanswered ? undefined : lane.run(statement);
    },
    async end() {
      isEnded = true;
      await Promise.all(all.map((lane) => lane.end()));
    },
  };
};

type Lane = {
  unanswered(): number;
  run(statement: NamedStatement): Promise<Record<string, unknown>[]>;
  end(): Promise<void>;
};

const createLane = (config: pg.ClientConfig): Lane => {
  let opened: Promise<pg.Client> | undefined;
  let unanswered = 0;
  const open = (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, pipeline: true });
    const connected = client.connect();
    const forget = (): void => {
      if (opened === connected) opened = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    connected.catch(forget);
    return connected;
  };
  return {
    unanswered: () => unanswered,
    async run(statement) {
      unanswered += 1;
      try {
        const client = await (opened ??= open());
        writeOnce(streamOf(client));
        return await rowsQuery(client, statement);
      } finally {
        unanswered -= 1;
      }
    },
    async end() {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  };
};

const streamOf = (client: pg.Client): Duplex => (client as unknown as { connection: pg.Connection }).connection.stream;

/** Holds back what is written until the end of this turn of the event loop. */
const writeOnce = (stream: Duplex): void => {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
};
