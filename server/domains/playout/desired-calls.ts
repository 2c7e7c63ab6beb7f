import { sql } from 'kysely';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { DesiredDeps } from './desired-autodj.ts';

export type DesiredCalls = NonNullable<StationDesired['calls']>;

/** Calls at once to one station. */
const mostCalls = 100;

/** A file of a station's welcome prompt; below `renditions`, as the engine may play it at any time. */
export const promptFile = (station: StationKey, revision: number, ending: 'ul' | 'mp3'): string =>
  `renditions/prompt-${station}-${String(revision)}.${ending}`;

type Row = {
  station_key: StationKey;
  numbers: DesiredCalls['numbers'];
  prompt: { revision: number; ms: number; bytes: number | null; sha256: string | null } | null;
};

/** The phone numbers and prompts of the stations that have a number. */
export const desiredCalls = async (
  { db, media }: DesiredDeps,
  keys: readonly StationKey[],
): Promise<Map<StationKey, DesiredCalls>> => {
  const { rows } = await sql<Row>`
    select number.station_key, jsonb_agg(jsonb_build_object('did', did, 'main', main) order by main desc, did) as numbers,
      (select jsonb_build_object('revision', revision, 'ms', ms, 'bytes', bytes, 'sha256', sha256) from welcome_prompts prompt
        where prompt.station_key = number.station_key) as prompt
    from phone_numbers number where number.station_key = any(${keys}::text[]) group by number.station_key`.execute(db);
  const found = rows.map(({ station_key, numbers, prompt }) => ({
    station_key,
    numbers,
    prompt: prompt && {
      ...{ path: promptFile(station_key, prompt.revision, 'ul'), ms: prompt.ms },
      ...(prompt.bytes !== null && prompt.sha256 !== null && { bytes: prompt.bytes, sha256: prompt.sha256 }),
    },
  }));
  const paths = await media?.promptPaths(found.flatMap(({ prompt }) => prompt?.path ?? []));
  return new Map(
    found.map(({ station_key, numbers, prompt }) => {
      const path = prompt && (paths?.get(prompt.path) ?? prompt.path);
      const file = prompt &&
        path !== null && { ...prompt, path, ...(path !== prompt.path && { storage_key: prompt.path }) };
      return [station_key, { numbers, prompt: file || null, max: mostCalls }];
    }),
  );
};
