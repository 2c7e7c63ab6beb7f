import { sql } from 'kysely';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Shares } from '../plan/compile-plan.ts';

type Stored = [CampaignKey, NonNullable<ReturnType<Shares['get']>>][];

/** Stores the paces of all campaigns for the processes that deliver podcasts. */
export const storePaces = async (db: Db, shares: Shares): Promise<void> => {
  await sql`insert into ad_paces values (1, ${JSON.stringify([...shares])}::jsonb)
    on conflict (id) do update set paces = excluded.paces where ad_paces.paces <> excluded.paces`.execute(db);
};

/** The paces as they were computed last: of the next 24 hours. */
export const storedPaces = async (db: Db): Promise<Shares> => {
  const { rows } = await sql<{ paces: Stored }>`select paces from ad_paces`.execute(db);
  return new Map(rows[0]?.paces);
};
