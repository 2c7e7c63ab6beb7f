import type { Updateable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { StationsTable } from '#server/domains/stations/stations.tables.ts';
import type { TestPortal } from '#server/testing/portal.ts';

export type StationWithPage = { key: StationKey; name: string; mount: string; path: string };

const profile = JSON.stringify({ facebook: 'https://facebook.com/wave', x: 'javascript:alert(1)' });
const full = {
  description: 'Everything that swims.',
  about: 'On the air since 1999.',
  website: 'https://wave.example',
  phone: '+49 30 123',
  country: 'DE',
  default_timezone: 'Europe/Berlin',
  language: 'de',
  profile,
} as const;

/** A German station with all that its page shows; `name` is that in the page's URL. */
export const stationWithPage = async (
  portal: TestPortal,
  account: AccountKey,
  values: Updateable<StationsTable> = {},
): Promise<StationWithPage> => {
  const key = await portal.make.station(account, { name: 'Wave Radio' });
  const { pretty_url, streamname } = await portal.kernel.db
    .updateTable('stations')
    .set({ ...full, ...values })
    .where('key', '=', key)
    .returning(['pretty_url', 'streamname'])
    .executeTakeFirstOrThrow();
  return { key, name: pretty_url, mount: streamname, path: `/radio/${pretty_url}` };
};
