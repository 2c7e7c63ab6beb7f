import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { limits } from '../rules/limits.ts';
import {
  ChangedChangelogItem,
  ChangedNotification,
  ChangedPartner,
  ChangedPost,
  ChangelogItem,
  NewChangelogItem,
  NewNotification,
  NewPartner,
  NewPost,
  Notification,
  Partner,
  PartnerLines,
  Post,
  ShownPost,
  Slug,
} from './portal-content.ts';

const postPaths = ['tools/posts/**', 'users/portal-posts/*'] as const;
const partnerPaths = ['portal/partners/**', 'stations/*/ads.txt/partners'] as const;

const id = z.uuid('Not a valid ID.');
const ById = { id };

/** Endpoints of notifications, posts, the changelog and partners. */
export const portalContent = {
  notifications: endpoint('GET tools/notifications', {
    flag: 'portalContent',
    access: 'user.self',
    summary:
      'The notifications for everyone and for the caller, latest first: the active ones, or those that have ended too',
    query: { past: z._default(z.stringbool(), false) },
    returns: z.array(Notification),
  }),
  addNotification: endpoint('POST tools/notifications', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Publish a notification',
    body: NewNotification,
    returns: Notification,
    status: 201,
    idempotent: true,
    changes: ['tools/notifications'],
  }),
  changeNotification: endpoint('PUT tools/notifications', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Change a notification',
    body: ChangedNotification,
    returns: Notification,
    changes: ['tools/notifications'],
  }),
  removeNotification: endpoint('DELETE tools/notifications/{id}', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Remove a notification',
    params: ById,
    changes: ['tools/notifications'],
  }),
  seenNotifications: endpoint('PUT users/me/notifications/seen', {
    flag: 'portalContent',
    access: 'user.self',
    summary: 'Mark the notifications as seen',
    audit: false,
    body: z.object({ ids: z.array(id).check(z.maxLength(1000)) }),
    spec: 'own',
    changes: { none: 'The page changes them in its cache.' },
  }),
  unseenNotifications: endpoint('PUT users/me/notifications/unseen', {
    flag: 'portalContent',
    access: 'user.self',
    summary: 'Mark the notifications as not seen',
    audit: false,
    body: z.object({ ids: z.array(id).check(z.maxLength(1000)) }),
    spec: 'own',
    changes: { none: 'The page changes them in its cache.' },
  }),

  posts: endpoint('GET tools/posts', {
    flag: 'portalContent',
    access: 'portal.read',
    summary: 'All posts, latest first',
    returns: z.array(Post),
  }),
  post: endpoint('GET tools/posts/{key}', {
    flag: 'portalContent',
    access: 'portal.read',
    summary: 'One post',
    params: { key: id },
    returns: Post,
  }),
  addPost: endpoint('POST tools/posts', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Create a post',
    form: {
      json: { field: 'post', schema: NewPost },
      file: { field: 'file', maxBytes: limits.imageMaxBytes, optional: true },
    },
    returns: Post,
    status: 201,
    idempotent: true,
    changes: postPaths,
  }),
  changePost: endpoint('PUT tools/posts/{key}', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Change a post',
    params: { key: id },
    form: {
      json: { field: 'post', schema: ChangedPost },
      file: { field: 'file', maxBytes: limits.imageMaxBytes, optional: true },
    },
    returns: Post,
    changes: postPaths,
  }),
  removePost: endpoint('DELETE tools/posts/{key}', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Delete a post',
    params: { key: id },
    changes: postPaths,
  }),
  /** `{id}` is the person, or `me`. */
  postsFor: endpoint('GET users/portal-posts/{id}', {
    flag: 'portalContent',
    access: 'user.self',
    summary: 'The posts to show a user now, by their plans and browser language',
    params: { id: z.union([z.literal('me'), id]) },
    returns: z.array(ShownPost),
  }),
  /** `{id}` is the post. */
  seenPost: endpoint('PUT users/portal-posts/seen/{id}', {
    flag: 'portalContent',
    access: 'user.self',
    summary: 'Mark a post as seen',
    audit: false,
    params: ById,
    changes: { none: 'The page changes it in its cache.' },
  }),

  changelog: endpoint('GET tools/changelog/', {
    flag: 'portalContent',
    access: 'user.self',
    summary: 'The changelog, latest first',
    returns: z.object({ items: z.array(ChangelogItem) }),
  }),
  addChangelog: endpoint('POST tools/changelog/', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Add an entry to the changelog',
    body: NewChangelogItem,
    returns: ChangelogItem,
    status: 201,
    idempotent: true,
    changes: ['tools/changelog'],
  }),
  changeChangelog: endpoint('PUT tools/changelog/', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Change an entry of the changelog',
    body: ChangedChangelogItem,
    returns: ChangelogItem,
    changes: ['tools/changelog'],
  }),
  removeChangelog: endpoint('DELETE tools/changelog/{id}', {
    flag: 'portalContent',
    access: 'portal.write',
    summary: 'Remove an entry of the changelog',
    params: ById,
    changes: ['tools/changelog'],
  }),

  partners: endpoint('GET portal/partners', {
    flag: 'partners',
    access: 'portal.read',
    summary: 'The partners of the portal, by name',
    returns: z.array(Partner),
    spec: 'own',
  }),
  partner: endpoint('GET portal/partners/{slug}', {
    flag: 'partners',
    access: 'portal.read',
    summary: 'One partner',
    params: { slug: Slug },
    returns: Partner,
    spec: 'own',
  }),
  addPartner: endpoint('POST portal/partners', {
    flag: 'partners',
    access: 'portal.write',
    summary: 'Add a partner',
    body: NewPartner,
    returns: Partner,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: partnerPaths,
  }),
  changePartner: endpoint('PUT portal/partners/{slug}', {
    flag: 'partners',
    access: 'portal.write',
    summary: 'Change a partner',
    params: { slug: Slug },
    body: ChangedPartner,
    returns: Partner,
    spec: 'own',
    changes: partnerPaths,
  }),
  removePartner: endpoint('DELETE portal/partners/{slug}', {
    flag: 'partners',
    access: 'portal.write',
    summary: 'Remove a partner',
    params: { slug: Slug },
    spec: 'own',
    changes: partnerPaths,
  }),
  partnerLines: endpoint('GET stations/{id}/ads.txt/partners', {
    flag: 'partners',
    access: 'station.readSettings',
    summary: "The lines that partners offer for a station's ads.txt",
    returns: z.array(PartnerLines),
    spec: 'own',
  }),
  setPartnerLogo: endpoint('PUT portal/partners/{slug}/logo', {
    flag: 'partners',
    access: 'portal.write',
    summary: 'Replace the logo of a partner',
    params: { slug: Slug },
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: Partner,
    spec: 'own',
    changes: partnerPaths,
  }),
};
