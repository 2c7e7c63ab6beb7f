import {
  portal,
  type ChangedChangelogItem,
  type ChangedNotification,
  type ChangedPost,
  type NewChangelogItem,
  type NewNotification,
  type NewPost,
} from '#contract/api/portal.ts';
import type * as z from 'zod/mini';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const notificationsQuery = endpointQuery(
  portal.notifications,
  {},
  { select: (all) => all.filter(({ personal }) => !personal) },
);

/** Adds, changes (with its id) or removes a notification. */
export const useNotifications = () => {
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: z.input<typeof NewNotification> | z.input<typeof ChangedNotification>) =>
        'id' in body ? call(portal.changeNotification, { body }) : call(portal.addNotification, { body }),
      meta: { form: true },
    }),
    remove: useAction({
      failure: 'default',
      mutationFn: (id: string) => call(portal.removeNotification, { params: { id } }),
    }),
  };
};

/** Adds, changes (with its id) or removes a changelog entry. */
export const useChangelog = () => {
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: z.input<typeof NewChangelogItem> | z.input<typeof ChangedChangelogItem>) =>
        'id' in body ? call(portal.changeChangelog, { body }) : call(portal.addChangelog, { body }),
      meta: { form: true },
    }),
    remove: useAction({
      failure: 'default',
      mutationFn: (id: string) => call(portal.removeChangelog, { params: { id } }),
    }),
  };
};

export const postsQuery = endpointQuery(portal.posts, {});
export const postQuery = (key: string) =>
  endpointQuery(
    portal.post,
    { params: { key } },
    {
      // It fills a form, which must not start with stale values.
      gcTime: 0,
    },
  );

/** Creates a post, or changes the one with this key. */
export const useSavePost = (key?: string) =>
  useAction({
    failure: 'default',
    mutationFn: ({ file, idempotencyKey, removeImage, ...body }: SavedPost) =>
      key === undefined
        ? call(portal.addPost, { body, file }, { idempotencyKey })
        : call(portal.changePost, { params: { key }, body: { ...body, removeImage }, file }),
    meta: { form: true },
  });
type SavedPost = NewPost & z.input<typeof ChangedPost> & { file: Blob | undefined; idempotencyKey: string };

export const useRemovePost = () =>
  useAction({
    failure: 'default',
    mutationFn: (key: string) => call(portal.removePost, { params: { key } }),
  });
