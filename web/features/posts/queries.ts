import { useQueryClient } from '@tanstack/react-query';
import { portal, type ShownPost } from '#contract/api/portal.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The current posts for this user, and whether they have dismissed each. */
export const myPostsQuery = endpointQuery(portal.postsFor, { params: { id: 'me' } }, { staleTime: 5 * 60_000 });

/** Dismisses a post permanently; hides it optimistically and restores it on failure. */
export const useDismissPost = () => {
  const queries = useQueryClient();
  const { queryKey } = myPostsQuery;
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(portal.seenPost, { params: { id } }),
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (posts: ShownPost[] | undefined) =>
        posts?.map((post) => (post.key === id ? { ...post, seen: true } : post)),
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};
