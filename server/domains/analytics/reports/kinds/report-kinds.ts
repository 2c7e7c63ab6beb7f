import type { ReportKind } from '#contract/api/report-schedule.ts';

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
};

/** The differences between kinds of scheduled reports. */
export const kindRules: Record<ReportKind, KindRules> = {
  streaming: {
    topic: 'listening',
    called: 'listening report',
    file: '',
    nothing: (title) => `Nobody listened to ${title}`,
    page: { account: '/streaming', station: '' },
  },
  podcasts: {
    topic: 'downloads',
    called: 'download report',
    file: ' downloads',
    nothing: (title) => `No downloads of ${title}`,
    page: { account: '/podcasts', station: '' },
  },
  ctl: {
    topic: 'calls',
    called: 'call report',
    file: ' calls',
    nothing: (title) => `No calls to ${title}`,
    page: { account: '/ctl', station: '/ctl' },
  },
  app: {
    topic: 'app listening',
    called: 'app report',
    file: ' apps',
    nothing: (title) => `No app listening for ${title}`,
    page: { account: '/app', station: '' },
  },
  campaign: {
    topic: 'campaigns',
    called: 'campaign report',
    file: ' campaigns',
    nothing: (title) => `Nothing was heard of the campaigns of ${title}`,
    page: { account: '', station: '' },
  },
};
