import type { AccountKey, CampaignKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** What a report needs to know of a campaign. */
export const reportedCampaign = async (db: Db, account: AccountKey, key: CampaignKey) => {
  const row = await db
    .selectFrom('campaigns')
    .select(['timezone', 'start_date', 'end_date', 'delivered', 'impression_limit', 'schedule'])
    .where('key', '=', key)
    .where('account_key', '=', account)
    .executeTakeFirst();
  return row && { ...row, delivered: Number(row.delivered), impression_limit: Number(row.impression_limit) };
};

/** The names of stations, also of deleted ones. */
export const stationNames = async (db: Db, keys: readonly string[]) =>
  keys.length === 0
    ? []
    : await db
        .selectFrom('stations')
        .select(['key', 'name'])
        .where('key', 'in', [...keys] as StationKey[])
        .execute();

export const podcastTitles = async (db: Db, keys: PodcastKey[]) =>
  await db.selectFrom('podcasts').select(['key', 'title as name']).where('key', 'in', keys).execute();

/** The file names of audio, by its ID. */
export const audioNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('ad_creatives')
            .select(['id', 'filename'])
            .where('id', 'in', [...ids])
            .execute()
        ).map(({ id, filename }) => [id, filename]),
      );
