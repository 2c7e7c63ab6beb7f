import { createRoute, redirect } from '@tanstack/react-router';
import { shell } from './shell-route.tsx';

/** The words by which spec §2 names the index of a section, as children of that section. */
const paths = [
  '/accounts/list',
  '/accounts/$accountKey/stations/list',
  '/accounts/$accountKey/stations/$stationKey/podcasts/list',
  '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey/episodes/list',
  '/accounts/$accountKey/podcasts/list',
  '/accounts/$accountKey/podcasts/$podcastKey/episodes/list',
  '/accounts/$accountKey/analytics/podcasts/overview',
  '/portal/dashboard',
  '/portal/accounts/list',
  '/portal/posts/list',
  '/portal/partners/list',
] as const;

/** Redirects those addresses to the section itself, with what the address asks for. */
export const indexRedirects = paths.map((path) =>
  createRoute({
    getParentRoute: () => shell,
    path: path as string,
    beforeLoad: ({ location }) => {
      throw redirect({ to: location.pathname.replace(/\/[^/]+\/?$/, '') as '/', search: true, replace: true });
    },
  }),
) as unknown as readonly [];
