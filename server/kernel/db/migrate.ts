import { Migrator, type Migration } from 'kysely/migration';
import type { Db } from '../kernel.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as peopleAndPortal from './migrations/0002-people-and-portal.ts';
import * as stations from './migrations/0003-stations.ts';
import * as stationOrder from './migrations/0004-station-order.ts';
import * as relays from './migrations/0005-relays.ts';
import * as monitoring from './migrations/0006-monitoring.ts';
import * as library from './migrations/0007-library.ts';
import * as autodj from './migrations/0008-autodj.ts';
import * as logger from './migrations/0009-logger.ts';
import * as streamRules from './migrations/0010-stream-rules.ts';
import * as automation from './migrations/0011-automation.ts';
import * as podcasts from './migrations/0012-podcasts.ts';
import * as episodeAudio from './migrations/0014-episode-audio.ts';
import * as podcastFeeds from './migrations/0015-podcast-feeds.ts';
import * as podcastDelivery from './migrations/0016-podcast-delivery.ts';
import * as podcastImport from './migrations/0017-podcast-import.ts';
import * as recordings from './migrations/0018-recordings.ts';
import * as distributionAndAds from './migrations/0019-distribution-and-ads.ts';
import * as feedsOfRecordings from './migrations/0020-feeds-of-recordings.ts';
import * as rawData from './migrations/0022-raw-data.ts';
import * as royalty from './migrations/0023-royalty.ts';
import * as appEvents from './migrations/0024-app-events.ts';
import * as reports from './migrations/0025-reports.ts';
import * as reportKinds from './migrations/0026-report-kinds.ts';
import * as relaysOfOneAccount from './migrations/0027-relays-of-one-account.ts';
import * as signIn from './migrations/0028-sign-in.ts';
import * as idempotentRequests from './migrations/0029-idempotent-requests.ts';
import * as jobStarts from './migrations/0030-job-starts.ts';
import * as secondFactors from './migrations/0031-second-factors.ts';
import * as storageReservations from './migrations/0032-storage-reservations.ts';
import * as alertRecipients from './migrations/0033-alert-recipients.ts';
import * as cuePoints from './migrations/0034-cue-points.ts';
import * as publishDates from './migrations/0035-publish-dates.ts';
import * as stoppedAlerts from './migrations/0036-stopped-alerts.ts';
import * as plainNames from './migrations/0037-plain-names.ts';
import * as billing from './migrations/0038-billing.ts';
import * as advertising from './migrations/0039-advertising.ts';
import * as podcastSpots from './migrations/0040-podcast-spots.ts';
import * as placesOfRequests from './migrations/0041-places-of-requests.ts';
import * as pacing from './migrations/0042-pacing.ts';
import * as finance from './migrations/0043-finance.ts';
import * as adProviders from './migrations/0044-ad-providers.ts';
import * as telephony from './migrations/0045-telephony.ts';
import * as podcastAdReasons from './migrations/0046-podcast-ad-reasons.ts';
import * as limitEmails from './migrations/0047-limit-emails.ts';
import * as cloudTrunks from './migrations/0048-cloud-trunks.ts';
import * as pacesAndPrices from './migrations/0049-paces-and-prices.ts';
import * as adServersAhead from './migrations/0050-ad-servers-ahead.ts';
import * as knownLeases from './migrations/0051-known-leases.ts';
import * as players from './migrations/0052-players.ts';
import * as stationPages from './migrations/0054-station-pages.ts';
import * as playerNumbers from './migrations/0055-player-numbers.ts';
import * as sites from './migrations/0056-sites.ts';
import * as presenters from './migrations/0057-presenters.ts';
import * as knowing from './migrations/0058-knowing.ts';
import * as rateWindows from './migrations/0059-rate-windows.ts';
import * as publicPages from './migrations/0061-public-pages.ts';
import * as wantedEmails from './migrations/0062-wanted-emails.ts';
import * as songRequests from './migrations/0063-song-requests.ts';
import * as uploadsOverPortals from './migrations/0065-uploads-over-portals.ts';
import * as playlists from './migrations/0066-playlists.ts';

/** All migrations in numerical order; a released migration is never changed. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-people-and-portal': peopleAndPortal,
  '0003-stations': stations,
  '0004-station-order': stationOrder,
  '0005-relays': relays,
  '0006-monitoring': monitoring,
  '0007-library': library,
  '0008-autodj': autodj,
  '0009-logger': logger,
  '0010-stream-rules': streamRules,
  '0011-automation': automation,
  '0012-podcasts': podcasts,
  '0014-episode-audio': episodeAudio,
  '0015-podcast-feeds': podcastFeeds,
  '0016-podcast-delivery': podcastDelivery,
  '0017-podcast-import': podcastImport,
  '0018-recordings': recordings,
  '0019-distribution-and-ads': distributionAndAds,
  '0020-feeds-of-recordings': feedsOfRecordings,
  '0022-raw-data': rawData,
  '0023-royalty': royalty,
  '0024-app-events': appEvents,
  '0025-reports': reports,
  '0026-report-kinds': reportKinds,
  '0027-relays-of-one-account': relaysOfOneAccount,
  '0028-sign-in': signIn,
  '0029-idempotent-requests': idempotentRequests,
  '0030-job-starts': jobStarts,
  '0031-second-factors': secondFactors,
  '0032-storage-reservations': storageReservations,
  '0033-alert-recipients': alertRecipients,
  '0034-cue-points': cuePoints,
  '0035-publish-dates': publishDates,
  '0036-stopped-alerts': stoppedAlerts,
  '0037-plain-names': plainNames,
  '0038-billing': billing,
  '0039-advertising': advertising,
  '0040-podcast-spots': podcastSpots,
  '0041-places-of-requests': placesOfRequests,
  '0042-pacing': pacing,
  '0043-finance': finance,
  '0044-ad-providers': adProviders,
  '0045-telephony': telephony,
  '0046-podcast-ad-reasons': podcastAdReasons,
  '0047-limit-emails': limitEmails,
  '0048-cloud-trunks': cloudTrunks,
  '0049-paces-and-prices': pacesAndPrices,
  '0050-ad-servers-ahead': adServersAhead,
  '0051-known-leases': knownLeases,
  '0052-players': players,
  '0054-station-pages': stationPages,
  '0055-player-numbers': playerNumbers,
  '0056-sites': sites,
  '0057-presenters': presenters,
  '0058-knowing': knowing,
  '0059-rate-windows': rateWindows,
  '0061-public-pages': publicPages,
  '0062-wanted-emails': wantedEmails,
  '0063-song-requests': songRequests,
  '0065-uploads-over-portals': uploadsOverPortals,
  '0066-playlists': playlists,
};

/**
 * Migrates the database to the newest migration, or to `upTo`. Safe to call from several processes at once, as Kysely
 * holds an advisory lock. Throws the error of the failing migration.
 */
export const migrate = async (db: Db, upTo?: string): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  if (upTo !== undefined && !(upTo in migrations)) throw new Error(`There is no migration ${upTo} in this version.`);
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
};
