import { sql } from 'kysely';
import type { FindInserted, InsertedFor } from '#server/domains/podcasts/episodes/inserted.service.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import type { ArrangedBreak } from './layout.ts';

/** Finds the spots in a listener's copy of an episode: what they were promised, or the arrangement that they name. */
export const insertedSpots =
  ({ db, clock, secrets }: Pick<Kernel, 'db' | 'clock' | 'secrets'>): FindInserted =>
  async (of) => {
    const listener = await hashListener(secrets, { ip: of.ip, user_agent: of.user_agent, at: clock.now() });
    const { breaks, isPersonal } = await findBreaks(db, listener, of);
    const inserted = breaks.map(({ frame, spots }) => {
      const us = spots.reduce((sum, { duration }) => sum + duration, 0);
      // Spots have frames of the same length as the episode.
      const frames = spots.reduce((sum, spot) => sum + spot.frames, 0);
      return { atMs: (frame * us) / frames / 1000, ms: us / 1000 };
    });
    return { inserted, isPersonal };
  };

const findBreaks = async (
  db: Db,
  listener: string,
  { episode, audioHash, arrangement }: InsertedFor,
): Promise<{ breaks: ArrangedBreak[]; isPersonal: boolean }> => {
  const promised = sql`(select arrangement from ad_pins where listener = ${listener} and episode_key = ${episode})`;
  const { rows } = await sql<{ breaks: ArrangedBreak[] | null; isPersonal: boolean }>`
    select exists (select from ad_pins) as "isPersonal",
      (select a.breaks from ad_arrangements a where a.episode_key = ${episode} and a.audio_hash = ${audioHash}
        and a.id = ${arrangement === undefined ? promised : sql`${arrangement}`}) as breaks`.execute(db);
  return { breaks: rows[0]?.breaks ?? [], isPersonal: rows[0]?.isPersonal === true };
};
