import { sql, type Kysely } from 'kysely';

type Place = { country: string; region: string; city: string };
type Former = { id: string; form: { impressions?: number; locations?: Place[] } & Record<string, unknown> };

/** Advertising requests have the field names of campaigns: `impressionsGoal`, and places as targets (`GR/Attica/Athens`). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<Former>`select id, form from ad_requests where form ? 'impressions' for update`.execute(
    db,
  );
  for (const { id, form } of rows) {
    const { impressions, locations = [], ...rest } = form;
    const renamed = { ...rest, impressionsGoal: impressions, locations: locations.map(targetOf) };
    await sql`update ad_requests set form = ${JSON.stringify(renamed)}::jsonb where id = ${id}`.execute(db);
  }
};

const targetOf = ({ country, region, city }: Place) => {
  const within = city === '' ? [region].filter((name) => name !== '') : [region, city];
  return { type: 'location', path: [country, ...within].map(encodeURIComponent).join('/') };
};
