import { IconChevronRight, IconHome } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { episodes } from '#contract/api/episodes.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { podcasts } from '#contract/api/podcasts.ts';
import { cachedQuery } from '#web/lib/endpoint-query.ts';
import { myAccountsQuery } from '#web/features/session/queries.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { routeAt, usePages } from '#web/lib/pages.ts';
import { crumbsOf } from './crumbs.ts';
import classes from './Breadcrumb.module.css';
import { StarButton } from './StarButton.tsx';

/** The breadcrumb: a home link to "/", then each page above this one (spec §2). */
export const Breadcrumb = () => {
  const { pathname } = useLocation();
  const router = useRouter();
  const pages = usePages();
  const params = useParams({ strict: false });
  const { accountKey, stationKey, podcastKey, episodeKey } = params as {
    accountKey?: AccountKey;
    stationKey?: StationKey;
    podcastKey?: PodcastKey;
    episodeKey?: EpisodeKey;
  };
  const { data: ownAccounts } = useQuery({ ...myAccountsQuery, throwOnError: false });
  const own = ownAccounts?.find(({ key }) => key === accountKey);
  const account = useQuery({
    ...accountQuery(accountKey ?? ('' as AccountKey)),
    enabled: accountKey !== undefined && ownAccounts !== undefined && own === undefined,
    throwOnError: false,
  });
  const station = useQuery({
    ...stationQuery(stationKey ?? ('' as StationKey)),
    enabled: stationKey !== undefined,
    throwOnError: false,
  });
  const podcast = useQuery(cachedQuery<typeof podcasts.get>('podcasts/{key}', { key: podcastKey })).data?.title;
  const episode = useQuery(
    cachedQuery<typeof episodes.get>('podcasts/{podcastKey}/episodes/{episodeKey}', { podcastKey, episodeKey }),
  ).data?.title;
  const names = {
    account: own?.company ?? account.data?.company,
    station: station.data?.name,
    podcast,
    episode,
    params,
  };
  const crumbs = crumbsOf(pages, pathname, routeAt(router, pathname), names);
  return (
    <nav aria-label="Breadcrumb" className={classes.root}>
      <Link to="/" className={classes.home} aria-label="Home">
        <IconHome size={18} aria-hidden />
      </Link>
      {crumbs.map(({ text, path }, i) => (
        <Fragment key={path}>
          <IconChevronRight size={14} aria-hidden className={classes.separator} />
          {i === crumbs.length - 1 ? (
            <span aria-current="page" className={classes.current}>
              {text}
            </span>
          ) : (
            <Link
              to={path as '/'}
              className={i === crumbs.length - 2 ? `${classes.link} ${classes.parent}` : classes.link}
            >
              {text}
            </Link>
          )}
        </Fragment>
      ))}
      <StarButton />
    </nav>
  );
};
