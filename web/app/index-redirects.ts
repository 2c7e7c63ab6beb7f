import { createRoute, redirect } from '@tanstack/react-router';
import { shell } from './shell-route.ts';

/** Paths that spec §2 lists as a section's index page. */
const paths = [
  '/accounts/list',
  '/accounts/$accountKey/stations/list',
  '/accounts/$accountKey/stations/$stationKey/podcasts/list',
  '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey/episodes/list',
  '/accounts/$accountKey/podcasts/list',
  '/accounts/$accountKey/podcasts/$podcastKey/episodes/list',
  '/accounts/$accountKey/embedding/players/list',
  '/accounts/$accountKey/analytics/podcasts/overview',
  '/portal/dashboard',
  '/portal/accounts/list',
  '/portal/posts/list',
  '/portal/partners/list',
] as const;

/** Redirects these paths to the section itself and keeps their search parameters. */
export const indexRedirects = paths.map((path) =>
  createRoute({
    getParentRoute: () => shell,
    path: path as string,
    beforeLoad: ({ location }) => {
      throw redirect({ to: location.pathname.replace(/\/[^/]+\/?$/, '') as '/', search: true, replace: true });
    },
  }),
) as unknown as readonly [];
