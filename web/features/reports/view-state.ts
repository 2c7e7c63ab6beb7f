import type { ReportKind } from '#contract/report-schedule.ts';
import type { SavedView, ViewPage, ViewSearch } from '#contract/saved-view.ts';

/** What stands behind the `?` of a page now, as a view keeps it: without what is empty. */
export const searchOf = (search: object): ViewSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  ) as ViewSearch;

/** Whether two states of a page are the same, in whatever order their parts stand. */
export const isSameSearch = (one: ViewSearch, other: ViewSearch): boolean => written(one) === written(other);

const written = (search: ViewSearch): string =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The view that a page shows now; the person's own before others'. */
export const shownView = (views: readonly SavedView[], search: ViewSearch): SavedView | undefined => {
  const same = views.filter((view) => isSameSearch(view.search, search));
  return same.find(({ own }) => own) ?? same[0];
};

/** Which page of the analytics an address is, from what follows `…/analytics`. */
export const pageOfPath = (path: string): ViewPage | undefined =>
  pages[
    path
      .replace(/^.*\/analytics/, '')
      .replace(/^\/|\/$/g, '')
      .replaceAll('/', ' ')
  ];

const pages: Readonly<Record<string, ViewPage>> = {
  '': 'streaming',
  streaming: 'streaming',
  live: 'live',
  podcasts: 'podcasts',
  'podcasts full': 'podcasts-full',
  raw: 'raw',
  'raw archive': 'raw-archive',
  'raw podcasts': 'raw-podcasts',
  ctl: 'ctl',
  app: 'app',
  'sound-exchange-reports': 'sound-exchange-reports',
};

/** The report that is mailed of a page; of raw data, royalties and who listens now there is none. */
export const kindOfPage: Partial<Record<ViewPage, ReportKind>> = {
  streaming: 'streaming',
  podcasts: 'podcasts',
  'podcasts-full': 'podcasts',
  ctl: 'ctl',
  app: 'app',
};
