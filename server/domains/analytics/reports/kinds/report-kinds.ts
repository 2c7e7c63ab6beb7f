import type { ReportKind } from '#contract/report-schedule.ts';
import type { ScheduleRow } from '../reports.repo.ts';
import { appNumbers } from './app-numbers.ts';
import { callNumbers } from './call-numbers.ts';
import type { Days, NumbersDeps, ReportNumbers } from './letter-numbers.ts';
import { podcastNumbers } from './podcast-numbers.ts';
import { streamingNumbers } from './streaming-numbers.ts';

type KindRules = {
  /** In the e-mail's subject: `Harbour Wave: calls on 21 November 2026`. */
  topic: string;
  /** Its name in e-mails. */
  called: string;
  /** Added to the file's name. */
  file: string;
  nothing: (title: string) => string;
  /** Its page, after `…/analytics`, of an account and of a station. */
  page: { account: string; station: string };
  /** Reads the statistics by the same queries as the pages. */
  read: (deps: NumbersDeps, schedule: ScheduleRow, days: Days) => Promise<ReportNumbers>;
};

/** The differences between kinds of scheduled reports. */
export const kindRules: Record<ReportKind, KindRules> = {
  streaming: {
    topic: 'listening',
    called: 'listening report',
    file: '',
    nothing: (title) => `Nobody listened to ${title}`,
    page: { account: '/streaming', station: '' },
    read: streamingNumbers,
  },
  podcasts: {
    topic: 'downloads',
    called: 'download report',
    file: ' downloads',
    nothing: (title) => `No downloads of ${title}`,
    page: { account: '/podcasts', station: '' },
    read: podcastNumbers,
  },
  ctl: {
    topic: 'calls',
    called: 'call report',
    file: ' calls',
    nothing: (title) => `No calls to ${title}`,
    page: { account: '/ctl', station: '/ctl' },
    read: callNumbers,
  },
  app: {
    topic: 'app listening',
    called: 'app report',
    file: ' apps',
    nothing: (title) => `No app listening for ${title}`,
    page: { account: '/app', station: '' },
    read: appNumbers,
  },
};
