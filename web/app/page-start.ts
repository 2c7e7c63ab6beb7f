import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { brand } from '#brand/brand.ts';
import type { PageStart } from '#contract/api/session.ts';
import { notificationsQuery } from '#web/features/inbox/queries.ts';
import { latestChangeQuery } from '#web/features/portal/queries.ts';
import { myPostsQuery } from '#web/features/posts/queries.ts';
import { meQuery, myAccountsQuery, myStationsQuery } from '#web/features/session/queries.ts';
import { setFormatSettings } from '#web/lib/format.ts';
import { myInvitesQuery } from '#web/parts/people-queries.ts';

/**
 * Fills what the layout shows from the reply of one call instead of seven. The queries of the layout wait for it; if it failed
 * they are fetched one by one, and report their errors. Returns when they are filled.
 */
export const fillPageStart = async (queries: QueryClient, start: Promise<PageStart | undefined>): Promise<void> => {
  const fills: Promise<void>[] = [];
  const fill = <T, K extends QueryKey>(
    query: Pick<FetchQueryOptions<T, Error, T, K>, 'queryKey' | 'queryFn'>,
    pick: (answer: PageStart) => NoInfer<T>,
  ): void => {
    const { queryKey, queryFn } = query;
    const filled = queries.prefetchQuery<T, Error, T, K>({
      queryKey,
      queryFn: async (context) => {
        const answer = await start;
        if (answer) return pick(answer);
        if (typeof queryFn !== 'function') throw new Error('The query has no function');
        return queryFn(context);
      },
    });
    fills.push(filled);
  };
  fill(meQuery, ({ user }) => {
    setFormatSettings(user.localization);
    return user;
  });
  fill(myAccountsQuery, ({ accounts }) => accounts);
  fill(myStationsQuery, ({ stations }) => stations);
  fill(myInvitesQuery, ({ invites }) => invites);
  if (brand.flags.portalContent) {
    fill(notificationsQuery, ({ notifications }) => notifications);
    fill(myPostsQuery, ({ posts }) => posts);
    fill(latestChangeQuery, ({ latest_change }) => latest_change);
  }
  await Promise.all(fills);
};
