import type { ReportKind } from '#contract/report-schedule.ts';

type KindRules = {
  /** In a letter's subject: `Harbour Wave: calls on 21 November 2026`. */
  topic: string;
  /** What letters call it. */
  called: string;
  /** What the file's name says beside the place's. */
  file: string;
  nothing: (title: string) => string;
  /** Its page, after `…/analytics`, of an account and of a station. */
  page: { account: string; station: string };
};

/** What differs between the reports that are mailed. */
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
    nothing: (title) => `Nothing of ${title} was downloaded`,
    page: { account: '/podcasts', station: '' },
  },
  ctl: {
    topic: 'calls',
    called: 'call report',
    file: ' calls',
    nothing: (title) => `Nobody called ${title}`,
    page: { account: '/ctl', station: '/ctl' },
  },
  app: {
    topic: 'listening in applications',
    called: 'application report',
    file: ' applications',
    nothing: (title) => `Nobody listened to ${title} in an application`,
    page: { account: '/app', station: '' },
  },
};
