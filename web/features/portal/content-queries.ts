import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  portal,
  type ChangedChangelogItem,
  type ChangedNotification,
  type ChangedPost,
  type NewChangelogItem,
  type NewNotification,
  type NewPost,
} from '#contract/portal.ts';
import type * as z from 'zod/mini';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { changelogQuery } from './queries.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['portal', 'notifications'],
  queryFn: ({ signal }) => call(portal.notifications, {}, { signal }),
  select: (all) => all.filter(({ personal }) => !personal),
});

/** Adds, changes (with its id) or removes a notification. */
export const useNotifications = () => {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: z.input<typeof NewNotification> | z.input<typeof ChangedNotification>) =>
        'id' in body ? call(portal.changeNotification, { body }) : call(portal.addNotification, { body }),
      meta: { form: true },
      onSettled,
    }),
    remove: useAction({
      failure: 'default',
      mutationFn: (id: string) => call(portal.removeNotification, { params: { id } }),
      onSettled,
    }),
  };
};

/** Adds, changes (with its id) or removes a changelog entry. */
export const useChangelog = () => {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: changelogQuery.queryKey });
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: z.input<typeof NewChangelogItem> | z.input<typeof ChangedChangelogItem>) =>
        'id' in body ? call(portal.changeChangelog, { body }) : call(portal.addChangelog, { body }),
      meta: { form: true },
      onSettled,
    }),
    remove: useAction({
      failure: 'default',
      mutationFn: (id: string) => call(portal.removeChangelog, { params: { id } }),
      onSettled,
    }),
  };
};

export const postsQuery = queryOptions({
  queryKey: ['portal', 'posts', 'all'],
  queryFn: ({ signal }) => call(portal.posts, {}, { signal }),
});
export const postQuery = (key: string) =>
  queryOptions({
    queryKey: ['portal', 'posts', 'one', key],
    queryFn: ({ signal }) => call(portal.post, { params: { key } }, { signal }),
    // It fills a form, which must not start with stale values.
    gcTime: 0,
  });

/** Creates a post, or changes the one with this key. */
export const useSavePost = (key?: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ file, idempotencyKey, removeImage, ...body }: SavedPost) =>
      key === undefined
        ? call(portal.addPost, { body, file }, { idempotencyKey })
        : call(portal.changePost, { params: { key }, body: { ...body, removeImage }, file }),
    meta: { form: true },
    onSettled: () => queries.invalidateQueries({ queryKey: ['portal', 'posts'] }),
  });
};
type SavedPost = NewPost & z.input<typeof ChangedPost> & { file: Blob | undefined; idempotencyKey: string };

export const useRemovePost = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (key: string) => call(portal.removePost, { params: { key } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['portal', 'posts'] }),
  });
};
