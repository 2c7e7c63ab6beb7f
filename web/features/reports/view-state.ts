import type { ReportKind } from '#contract/api/report-schedule.ts';
import type { SavedView, ViewPage, ViewSearch } from '#contract/api/saved-view.ts';

/** The URL state of a page as a view stores it: without empty values. */
export const searchOf = (search: object): ViewSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  ) as ViewSearch;

/** Whether two page states are equal, regardless of their order. */
export const isSameSearch = (one: ViewSearch, other: ViewSearch): boolean => serialized(one) === serialized(other);

const serialized = (search: ViewSearch): string =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The view a page currently shows, preferring the user's own. */
export const shownView = (views: readonly SavedView[], search: ViewSearch): SavedView | undefined => {
  const same = views.filter((view) => isSameSearch(view.search, search));
  return same.find(({ own }) => own) ?? same[0];
};

/** The analytics page of a path, from the part after `…/analytics`. */
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

/** The scheduled report of a page; raw data, royalties and live pages have none. */
export const kindOfPage: Partial<Record<ViewPage, ReportKind>> = {
  streaming: 'streaming',
  podcasts: 'podcasts',
  'podcasts-full': 'podcasts',
  ctl: 'ctl',
  app: 'app',
};
