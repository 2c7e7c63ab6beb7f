import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { ScoreItemId } from '#contract/api/station-score.ts';
import type { Db } from '#server/kernel/kernel.ts';

type Facts = Record<Exclude<ScoreItemId, 'onAir' | 'encoder'>, boolean>;

const minTracks = 10;
const minDescriptionLength = 60;

/** The items of the station score that the database can answer. */
export const scoreFacts = async (db: Db, key: StationKey): Promise<Facts | undefined> => {
  const { rows } = await sql<Facts>`
    select logo is not null as logo, background is not null as background,
      length(description) >= ${minDescriptionLength} as description,
      country <> '' and default_timezone <> 'UTC' as place, website <> '' as website,
      exists (select from jsonb_each_text(profile) where value <> '') as social,
      (select count(*) from (select user_id from station_members where station_key = stations.key
        union select user_id from account_members where account_key = stations.account_key) people) > 1 as people,
      ads_txt <> '' as "adsTxt",
      (select count(*) from playlist_tracks join tracks on tracks.key = playlist_tracks.track_key
        where playlist_tracks.station_key = stations.key and tracks.state = 'ready') >= ${minTracks} as music
    from stations where key = ${key} and deleted_at is null`.execute(db);
  return rows[0];
};
