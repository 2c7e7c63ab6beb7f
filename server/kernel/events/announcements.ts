import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Announcements } from '../kernel.ts';
import { listenAlways } from './listen-always.ts';

type Subscriber = { heard: Parameters<Announcements['onAnnounced']>[1]; missed?: (() => void) | undefined };
type Message = { topic: string; payload: Record<string, unknown>; from: string };

const channel = 'announcements';

/** Announcements by PostgreSQL's NOTIFY; `start` resolves once this process listens. */
export const databaseAnnouncements = (at: {
  pool: pg.Pool;
  log: Logger;
}): { announcements: Announcements; start(): Promise<void>; stop(): Promise<void> } => {
  const subscribers = new Map<string, Subscriber[]>();
  const self = randomUUID();
  const heard = (text: string): void => {
    const { topic, payload, from } = JSON.parse(text) as Message;
    for (const subscriber of subscribers.get(topic) ?? []) subscriber.heard(payload, { isOwn: from === self });
  };
  let listening: ReturnType<typeof listenAlways> | undefined;
  return {
    announcements: {
      async announce(tx, topic, payload) {
        const message: Message = { topic, payload, from: self };
        await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(tx);
      },
      onAnnounced(topic, heard, missed) {
        subscribers.set(topic, [...(subscribers.get(topic) ?? []), { heard, missed }]);
      },
    },
    async start() {
      listening = listenAlways({ ...at, channel }, heard, () => {
        for (const each of [...subscribers.values()].flat()) each.missed?.();
      });
      await listening.first;
    },
    async stop() {
      await listening?.stop();
    },
  };
};
