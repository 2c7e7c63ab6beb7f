import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { compileRules, openRules } from '#contract/rules/listener-rules.ts';
import { parseNetwork, writeNetwork } from '#contract/rules/network.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import type { ChangedStreamRules, ListenerVerdict, StreamRules } from '#contract/api/stream-rules.ts';
import { lockFeaturesOfStation } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry } from '#server/kernel/iso-codes.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { findRules, saveRules } from './stream-rules.repo.ts';

type Changes = z.output<typeof ChangedStreamRules>;

const defaultRules: StreamRules = { ...openRules, max_listeners: null, max_per_address: null, show_listeners: false };

/** The listener rules of a station; without any, everyone may listen. */
export const rulesOf = async (db: Db | Tx, station: StationKey): Promise<StreamRules> =>
  (await findRules(db, station)) ?? defaultRules;

/**
 * Changes the listener rules; the engine disconnects listeners who are no longer allowed. Refuses new rules by country
 * or network if the plan lacks the feature (`plan.featureMissing`); existing ones remain and can be reduced.
 */
export const changeRules = async (
  db: Db,
  station: StationKey,
  changes: Changes,
  { isPortalAdmin }: Person,
): Promise<StreamRules> =>
  await db.transaction().execute(async (tx) => {
    const plan = await lockFeaturesOfStation(tx, station);
    // Locks the station's row, so that concurrent changes don't overwrite each other.
    await touchStation(tx, station);
    const before = await rulesOf(tx, station);
    const after = merged(before, changes);
    if (isMoreByCountry(before, after) && !hasFeature('geoBlocking', { isPortalAdmin, plan }))
      refuse('plan.featureMissing', {}, { country_mode: 'Your plan does not include rules by country.' });
    if (isMoreByNetwork(before, after) && !hasFeature('ipBlocking', { isPortalAdmin, plan }))
      refuse('plan.featureMissing', {}, { blocked_networks: 'Your plan does not include rules by IP address.' });
    await saveRules(tx, station, after);
    return after;
  });

/** Whether the station's rules, with these changes, admit an address. */
export const testAddress = async (
  { db, geo }: { db: Db; geo: GeoEngine },
  station: StationKey,
  { address, rules }: { address: string; rules?: Changes | undefined },
): Promise<ListenerVerdict> => {
  const { country } = await geo.locate(address);
  const decide = compileRules(merged(await rulesOf(db, station), rules ?? {}));
  return { ...decide(address, () => country), country };
};

/** The rules to store: missing fields unchanged, networks normalized, no duplicates. */
const merged = (before: StreamRules, changes: Changes): StreamRules => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const rules: StreamRules = { ...before, ...given };
  const unknown = rules.countries.findIndex((code) => !isCountry(code));
  if (unknown >= 0) refuse('request.invalid', {}, { [`countries.${unknown}`]: 'Please choose a country.' });
  if (rules.country_mode !== 'all' && rules.countries.length === 0)
    refuse('request.invalid', {}, { countries: 'Please choose a country.' });
  if (rules.only_allowed && rules.allowed_networks.length === 0)
    refuse('request.invalid', {}, { allowed_networks: 'Please add at least one allowed address.' });
  return {
    ...rules,
    countries: [...new Set(rules.countries)].sort(),
    allowed_networks: normalized(rules.allowed_networks),
    blocked_networks: normalized(rules.blocked_networks),
  };
};

const normalized = (networks: readonly string[]): string[] => [
  ...new Set(
    networks.flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [writeNetwork(network)] : [];
    }),
  ),
];

const isMoreByCountry = (before: StreamRules, after: StreamRules): boolean => {
  if (after.country_mode === 'all') return false;
  return before.country_mode !== after.country_mode || isMore(before.countries, after.countries);
};

const isMoreByNetwork = (before: StreamRules, after: StreamRules): boolean =>
  isMore(before.allowed_networks, after.allowed_networks) ||
  isMore(before.blocked_networks, after.blocked_networks) ||
  (after.only_allowed && !before.only_allowed);

const isMore = (before: readonly string[], after: readonly string[]): boolean => {
  const known = new Set(before);
  return after.some((entry) => !known.has(entry));
};
