import { accountErrors } from './errors/accounts.ts';
import { advertisingErrors } from './errors/advertising.ts';
import { analyticsErrors } from './errors/analytics.ts';
import { automationErrors } from './errors/automation.ts';
import { billingErrors } from './errors/billing.ts';
import { distributionErrors } from './errors/distribution.ts';
import { failures } from './errors/failures.ts';
import { financeErrors } from './errors/finance.ts';
import { libraryErrors } from './errors/library.ts';
import { loggerErrors } from './errors/logger.ts';
import { monitoringErrors } from './errors/monitoring.ts';
import { peopleErrors } from './errors/people.ts';
import { playerErrors } from './errors/players.ts';
import { playoutErrors } from './errors/playout.ts';
import { songRequestErrors } from './errors/song-requests.ts';
import { presenterErrors } from './errors/presenters.ts';
import { podcastImportErrors } from './errors/podcast-import.ts';
import { podcastErrors } from './errors/podcasts.ts';
import { portalErrors } from './errors/portal.ts';
import { reportViewErrors } from './errors/report-views.ts';
import { relayErrors } from './errors/relays.ts';
import { requestErrors } from './errors/requests.ts';
import { signInErrors } from './errors/sign-in.ts';
import { siteErrors } from './errors/sites.ts';
import { stationErrors } from './errors/stations.ts';
import { telephonyErrors } from './errors/telephony.ts';

/**
 * Every refusal: code → HTTP status, title and text (spec §8). `{Podcast}`, `{podcasts}`, `{AutoDJ}`, … are filled with
 * the brand's wording, other names in braces from the refusal's details.
 */
export const errors = {
  ...requestErrors,
  ...signInErrors,
  ...accountErrors,
  ...billingErrors,
  ...advertisingErrors,
  ...financeErrors,
  ...peopleErrors,
  ...portalErrors,
  ...stationErrors,
  ...relayErrors,
  ...playoutErrors,
  ...automationErrors,
  ...libraryErrors,
  ...loggerErrors,
  ...monitoringErrors,
  ...podcastErrors,
  ...podcastImportErrors,
  ...distributionErrors,
  ...analyticsErrors,
  ...reportViewErrors,
  ...telephonyErrors,
  ...playerErrors,
  ...siteErrors,
  ...presenterErrors,
  ...songRequestErrors,
  ...failures,
} as const;

export type ErrorCode = keyof typeof errors;

/** An error on the wire. `fields` maps a dotted path to its error; `id` is the id of the log line. */
export type ErrorReply = {
  error: {
    code: ErrorCode;
    title: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, string | number>;
    id?: string;
  };
};
