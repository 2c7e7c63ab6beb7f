import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { Analytics } from '../analytics.work.ts';
import { reportFile, reportOfUse, reportRows } from './report-of-use.ts';
import { royaltyStations, type RoyaltyStation } from './royalty.repo.ts';
import { complementOf, royaltyStatsOf } from './royalty.service.ts';
import { changeSettings, correctTitle, settingsFor, revertCorrection } from './royalty-settings.ts';

/**
 * Performances and reports of use. Several stations are reported in the time zone of the first, an account in that of
 * its oldest station.
 */
export const royaltyRoutes = (kernel: Kernel, analytics: Analytics): Handlers<'royalty'> => {
  const deps = { ...kernel, ...analytics };
  const { db } = kernel;
  const some = async (account: AccountKey, keys?: readonly StationKey[]): Promise<RoyaltyStation[]> => {
    const own = await royaltyStations(db, { account });
    if (keys === undefined) return own;
    return keys.map((key) => own.find((station) => station.key === key) ?? refuse('station.notFound'));
  };
  return {
    stations: async ({ query: { stationKeys, ...query } }) =>
      await royaltyStatsOf(deps, await royaltyStations(db, { keys: stationKeys }), query),
    account: async ({ params, query: { stationKeys, ...query } }) =>
      await royaltyStatsOf(deps, await some(params.id, stationKeys), query),
    complement: async ({ params, query: { stationKeys, ...query } }) =>
      await complementOf(deps, await some(params.id, stationKeys), query),
    report: async ({ params, query: { stationKeys, ...query }, reply }) => {
      const report = await reportOfUse(deps, params.id, await some(params.id, stationKeys), query);
      void reply.header('cache-control', 'no-store').header('content-disposition', attachment(`${report.name}.txt`));
      return reportFile(report);
    },
    reportTable: async ({ params, query: { stationKeys, ...query } }) => {
      const report = await reportOfUse(deps, params.id, await some(params.id, stationKeys), query);
      return { filename: `${report.name}.csv`, rows: reportRows(report) };
    },
    settings: async ({ params }) => await settingsFor(db, params.id),
    setSettings: async ({ params, body }) => await changeSettings(db, params.id, body),
    correct: async ({ params, body }) => {
      await correctTitle(db, params.id, body);
    },
    uncorrect: async ({ params, query }) => {
      await revertCorrection(db, params.id, query.raw);
    },
  };
};
