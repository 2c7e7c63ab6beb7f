import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { myPostsQuery, useDismissPost } from '../queries.ts';
import { PostView } from './PostView.tsx';

/** The current posts for this user that they have not dismissed, banners first. */
export const ActivePosts = () => {
  const { data } = useQuery({ ...myPostsQuery, throwOnError: false });
  const seen = useDismissPost();
  const due = (data ?? []).filter((post) => !post.seen);
  if (due.length === 0) return null;
  const order = { banner: 0, large: 1, small: 2 } as const;
  return (
    <Stack gap="md" mb="lg" role="region" aria-label="Portal news">
      {due
        .toSorted((a, b) => order[a.format] - order[b.format])
        .map((post) => (
          <PostView key={post.key} post={post} onDismiss={() => seen.mutate(post.key)} />
        ))}
    </Stack>
  );
};
