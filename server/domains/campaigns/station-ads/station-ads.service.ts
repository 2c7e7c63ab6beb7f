import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { type AudioAds, type AudioAdsRules } from '#contract/api/audio-ads.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { announcePlan } from '../campaigns.events.ts';
import { agreementText } from './agreement-text.ts';
import { findStationAds, lockStationRow, saveAds, switchAds, type StationAdsRow } from './station-ads.repo.ts';

export type StationAdsDeps = Pick<Kernel, 'db' | 'clock' | 'events'> & { brand: Brand };

/** The audio ads of a station; the default rules until the station chooses some. Refuses with `station.notFound`. */
export const audioAdsOf = async (
  { db, brand }: { db: Db | Tx; brand: Brand },
  station: StationKey,
): Promise<AudioAds> => present(await rowOf(db, station), brand);

/**
 * Switches the audio ads of a station on or off. With `applyToRelays`, its relays in the same account follow now and at later
 * switches; without it, that stays as it was. Refuses `audioAds.notAllowed` under a plan without ads, and
 * `audioAds.agreementMissing` before the current agreement is accepted (spec §7).
 */
export const switchAudioAds = async (
  deps: StationAdsDeps,
  station: StationKey,
  { on, applyToRelays }: { on: boolean; applyToRelays: boolean | undefined },
): Promise<AudioAds> =>
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockStationRow(tx, station))) refuse('station.notFound');
    const row = await rowOf(tx, station);
    if (on && row.ad_free) refuse('audioAds.notAllowed');
    if (on && !isAgreed(row, deps.brand)) refuse('audioAds.agreementMissing');
    const now = deps.clock.now();
    if (applyToRelays !== undefined) await saveAds(tx, station, rulesOf(row), { now, applyToRelays });
    await switchAds(tx, station, { on, withRelays: applyToRelays ?? row.apply_to_relays, now });
    await announcePlan(deps.events, tx);
    return await audioAdsOf({ db: tx, brand: deps.brand }, station);
  });

/**
 * Changes when a station makes breaks and what may play in them. Refuses an enabled kind of break without its cue or minutes,
 * and `audioAds.agreementMissing` for ad servers, which the current agreement must cover.
 */
export const changeRules = async (
  deps: StationAdsDeps,
  station: StationKey,
  rules: AudioAdsRules,
): Promise<AudioAds> => {
  checkBreaks(rules);
  return await deps.db.transaction().execute(async (tx) => {
    if (!(await lockStationRow(tx, station))) refuse('station.notFound');
    const before = await rowOf(tx, station);
    if (rules.providerAds && !rulesOf(before).providerAds && !isAgreed(before, deps.brand))
      refuse('audioAds.agreementMissing');
    await saveAds(tx, station, tidied(rules), { now: deps.clock.now() });
    await announcePlan(deps.events, tx);
    return await audioAdsOf({ db: tx, brand: deps.brand }, station);
  });
};

/** Whether the station's account has accepted the agreement as it is now. */
export const isAgreed = ({ acceptance }: StationAdsRow, brand: Brand): boolean => {
  const { version, sha256 } = agreementText(brand);
  return acceptance?.version === version && acceptance.document_sha256 === sha256;
};

/** The stored audio ads; refuses with `station.notFound`. */
export const rowOf = async (db: Db | Tx, station: StationKey): Promise<StationAdsRow> =>
  (await findStationAds(db, station)) ?? refuse('station.notFound');

export const rulesOf = ({ rules }: Pick<StationAdsRow, 'rules'>): AudioAdsRules =>
  rules ? { ...rules, breaks: { ...defaultBreakRules, ...rules.breaks } } : defaultRules;

const defaultRules: AudioAdsRules = {
  breaks: defaultBreakRules,
  networkAds: false,
  approval: 'each',
  blockedCategories: [],
  blockedAdvertisers: [],
  providerAds: false,
};

const present = (row: StationAdsRow, brand: Brand): AudioAds => {
  const agreement = agreementIn(row, brand);
  const reason = row.ad_free ? 'adFree' : agreement.agreed ? '' : 'agreement';
  return {
    ...{ hasAudioAds: row.audioads, status: row.audioads ? 'enabled' : 'disabled', applyToRelays: row.apply_to_relays },
    ...{ agreement, available: reason === '', reason },
    ...rulesOf(row),
  };
};

/** The current agreement, and who accepted it or an earlier one. */
export const agreementIn = (row: StationAdsRow, brand: Brand): AudioAds['agreement'] => ({
  version: agreementText(brand).version,
  agreed: isAgreed(row, brand),
  acceptedAt: row.acceptance && new Date(row.acceptance.accepted_at).toISOString(),
  acceptedBy: row.acceptance?.accepted_by ?? null,
  fullName: row.acceptance?.full_name ?? null,
});

const checkBreaks = ({ breaks }: AudioAdsRules): void => {
  if (breaks.cue.enabled && breaks.cue.title === '')
    refuse('request.invalid', {}, { 'breaks.cue.title': 'Please enter the title that starts a break.' });
  if (breaks.clock.enabled && breaks.clock.minutes.length === 0)
    refuse('request.invalid', {}, { 'breaks.clock.minutes': 'Please choose at least one minute.' });
};

/** Without repetitions: minutes in order, advertisers whatever their capitals. */
const tidied = (rules: AudioAdsRules): AudioAdsRules => {
  const { clock } = rules.breaks;
  const minutes = [...new Set(clock.minutes)].sort((a, b) => a - b);
  const advertisers = new Map(rules.blockedAdvertisers.map((name) => [name.toLowerCase(), name]));
  return {
    ...rules,
    breaks: { ...rules.breaks, clock: { ...clock, minutes } },
    blockedCategories: [...new Set(rules.blockedCategories)],
    blockedAdvertisers: [...advertisers.values()],
  };
};
