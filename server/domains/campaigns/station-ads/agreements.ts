import type { AdAgreement } from '#contract/api/audio-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { agreementText } from './agreement-text.ts';
import { insertAcceptance, lockStationRow, type StationAdsRow } from './station-ads.repo.ts';
import { agreementIn, isAgreed, rowOf, type StationAdsDeps } from './station-ads.service.ts';

/** The current agreement and whether it is accepted; otherwise who accepted an earlier version, if anyone. */
export const agreementOf = async (
  deps: Pick<StationAdsDeps, 'db' | 'brand'>,
  station: StationKey,
  withDoc: boolean,
): Promise<AdAgreement> => present(await rowOf(deps.db, station), deps, withDoc);

/**
 * Accepts the agreement for a station, once for each version, and stores the text that was accepted with its hash. Refuses
 * `audioAds.agreementOutdated` if another version is current.
 */
export const acceptAgreement = async (
  deps: StationAdsDeps,
  station: StationKey,
  { version, fullName }: { version: string; fullName: string },
  who: Person,
): Promise<AdAgreement> =>
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockStationRow(tx, station))) refuse('station.notFound');
    const current = agreementText(deps.brand);
    if (version !== current.version) refuse('audioAds.agreementOutdated');
    const row = await rowOf(tx, station);
    if (!isAgreed(row, deps.brand))
      await insertAcceptance(tx, {
        station_key: station,
        account_key: row.account_key,
        version,
        document: current.doc,
        document_sha256: current.sha256,
        accepted_at: deps.clock.now(),
        accepted_by: who.email,
        full_name: fullName,
      });
    return present(await rowOf(tx, station), deps, false);
  });

const present = (row: StationAdsRow, { brand }: Pick<StationAdsDeps, 'brand'>, withDoc: boolean): AdAgreement => ({
  ...agreementIn(row, brand),
  doc: withDoc ? agreementText(brand).doc : null,
});
