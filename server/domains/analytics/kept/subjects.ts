import { createHash } from 'node:crypto';
import type { Db } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';

/** Whom slots are kept of: stations that are asked about together, in the time zone they are asked in. */
export type Subject = { subject: string; zone: string; stations: readonly string[] };

/** A station is its key, several are a hash of theirs: other stations, another subject. */
export const subjectOf = (stations: readonly string[]): string => {
  const keys = [...new Set(stations)].sort();
  if (keys.length === 1) return keys[0]!;
  return `set-${createHash('sha256').update(keys.join(',')).digest('base64url').slice(0, 22)}`;
};

/** Every station, and the stations of each account that has several: in the zones in which their reports are. */
export const everySubject = async (db: Db): Promise<Subject[]> => {
  const found = await db
    .selectFrom('stations')
    .select(['key', 'account_key', 'default_timezone as zone'])
    .orderBy('account_key')
    .orderBy('created')
    .orderBy('key')
    .execute();
  // A stored name may be none any more; reports take such a zone for UTC as well.
  const rows = found.map((row) => ({ ...row, zone: knownZone(row.zone) }));
  const accounts = Map.groupBy(rows, (row) => row.account_key);
  return [...accounts.values()].flatMap((own) => {
    const stations = own.map(({ key }) => key);
    const singles = own.map(({ key, zone }) => ({ subject: key, zone, stations: [key] }));
    return own.length === 1 ? singles : [...singles, { subject: subjectOf(stations), zone: own[0]!.zone, stations }];
  });
};
