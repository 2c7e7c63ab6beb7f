import type { Refusals } from './refusals.ts';

/** Notifications, posts, the changelog and partners (spec §8), and the streaming engines. */
export const portalErrors = {
  'notification.notFound': [404, 'Notifications', 'The notification was not found.'],
  'post.notFound': [404, 'Posts', 'The post was not found.'],
  'changelog.notFound': [404, 'Changelog', 'The entry was not found.'],
  'engine.notFound': [
    404,
    'Streaming engines',
    'The settings name no such engine, or the portal has not started to use it.',
  ],
  'engine.last': [409, 'Streaming engines', 'No other engine is up that could have its stations.'],
  'partner.notFound': [404, 'Partners', 'The partner was not found.'],
  'partner.slugInUse': [409, 'Partners', 'The URL is already in use.'],
  'partner.codeInUse': [409, 'Partners', 'Another partner has this code.'],
} as const satisfies Refusals;
