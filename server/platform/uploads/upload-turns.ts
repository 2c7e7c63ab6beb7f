import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as repo from './resumable.repo.ts';

/**
 * One request at a time for each upload, over all portals. A later request means that the client lost the earlier
 * connection (which a server may notice much later), so the portal that has it ends its body and stores what arrived.
 */
export type UploadTurns = {
  /** Runs `work` in the turn of this request; `body` is ended when another request waits. Refuses `media.uploadGone`. */
  run<T>(id: string, body: Readable | undefined, work: (turn: repo.Turn) => Promise<T>): Promise<T>;
};

const topic = 'upload.turn';
const renewMs = 1000;
/** A portal that has not renewed its turn for so long is dead, or cut off: what it stores is no longer counted. */
const silentS = 5;
const pauseMs = 50;
const askMs = 1000;

/** The turns of uploads at this portal; requests that wait are announced to all portals. */
export const createUploadTurns = ({ db, events }: Pick<Kernel, 'db' | 'events'>): UploadTurns => {
  const held = new Map<string, { turn: string; end: () => void }>();
  events.onAnnounced(topic, ({ id, turn }) => {
    const one = held.get(String(id));
    if (one && one.turn !== turn) one.end();
  });

  const wait = async (turn: repo.Turn): Promise<void> => {
    for (let nextAsk = 0; !(await repo.takeTurn(db, turn, silentS));) {
      if (!(await repo.exists(db, turn.id))) refuse('media.uploadGone');
      if (Date.now() >= nextAsk) {
        await events.announce(db, topic, turn);
        nextAsk = Date.now() + askMs;
      }
      await pause(pauseMs);
    }
  };

  return {
    async run(id, body, work) {
      const turn = { id, turn: randomUUID() };
      const end = (): void => void body?.destroy(new Error('superseded by another request for this upload'));
      body?.on('error', () => undefined);
      await wait(turn);
      held.set(id, { turn: turn.turn, end });
      const renewing = setInterval(() => {
        repo.renewTurn(db, turn).then(
          (isMine) => isMine || end(),
          () => undefined,
        );
      }, renewMs);
      try {
        return await work(turn);
      } finally {
        clearInterval(renewing);
        if (held.get(id)?.turn === turn.turn) held.delete(id);
        await repo.giveTurnBack(db, turn);
      }
    },
  };
};
