import type { AccountKey } from '#contract/rules/keys.ts';
import type { RoyaltyCorrection, RoyaltySettings, RoyaltySettingsReply } from '#contract/api/royalty.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { rawKey } from './name-plays.ts';
import * as repo from './royalty.repo.ts';

const untouched = { service_name: '', category: 'A', territory: 'US', per_station: true, station_names: {} } as const;
const mostCorrections = 20_000;

/** An account's report settings; by default internet radio heard in the United States, with one service per station. */
export const settingsFor = async (db: Db, account: AccountKey): Promise<RoyaltySettingsReply> => {
  const { station_names, ...settings } = (await repo.settingsOf(db, account)) ?? untouched;
  const own = await repo.royaltyStations(db, { account });
  const stations = own.map(({ key }) => ({ key, service_name: (station_names as Record<string, string>)[key] ?? '' }));
  const names = {
    account: await repo.companyOf(db, account),
    stations: Object.fromEntries(own.map(({ key, name }) => [key, name])),
  };
  return { ...settings, stations, names };
};

/** Changes the settings; refuses with `station.notFound` where a station belongs to another account. */
export const changeSettings = async (
  db: Db,
  account: AccountKey,
  { stations, ...settings }: RoyaltySettings,
): Promise<RoyaltySettingsReply> => {
  const own = new Set<string>((await repo.royaltyStations(db, { account })).map(({ key }) => key));
  if (stations.some(({ key }) => !own.has(key))) refuse('station.notFound');
  const named = stations.filter(({ service_name }) => service_name !== '');
  const station_names = Object.fromEntries(named.map(({ key, service_name }) => [key, service_name]));
  await repo.saveSettings(db, account, { ...settings, station_names });
  return await settingsFor(db, account);
};

/** The name of the service that a station belongs to. */
export const serviceNames = (settings: RoyaltySettingsReply): ((station: string) => string) => {
  const own = new Map(settings.stations.map(({ key, service_name }) => [key, service_name]));
  return (station) =>
    settings.per_station
      ? own.get(station) || settings.names.stations[station] || settings.names.account
      : settings.service_name || settings.names.account;
};

/** Saves what a title stands for, for all future reports; refuses with `royalty.tooMany`. */
export const correctTitle = async (db: Db, account: AccountKey, correction: RoyaltyCorrection): Promise<void> => {
  const raw = rawKey(correction.raw);
  if ((await repo.countCorrections(db, account)) >= mostCorrections)
    refuse('royalty.tooMany', { max: mostCorrections });
  await repo.saveCorrection(db, account, { ...correction, raw, shown: correction.raw });
};

/** Deletes the correction; safe to repeat. */
export const revertCorrection = async (db: Db, account: AccountKey, raw: string): Promise<void> =>
  await repo.removeCorrection(db, account, rawKey(raw));
