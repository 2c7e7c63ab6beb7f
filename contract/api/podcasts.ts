import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { listed, text, whole } from '../rules/listing.ts';
import { ChangedPodcast, NewPodcast, Podcast } from './podcast.ts';

const podcastLists = ['podcasts', 'stations/*/podcasts', 'portal/search/podcasts', 'accounts/*/planFeatures'] as const;

export { ChangedPodcast, NewPodcast, Podcast } from './podcast.ts';

/** The upload limit; the field's own limit (spec §5) is checked later, with its own error text. */
const Logo = { field: 'logo', maxBytes: limits.imageMaxBytes } as const;
const OtherLogo = { ...Logo, optional: true } as const;
const PodcastList = listed(Podcast);
const page = {
  limit: whole(limits.podcastListPage, 1000),
  offset: whole(0, 1_000_000),
  search: z.optional(text(100)),
};

export const podcasts = {
  list: endpoint('GET podcasts/', {
    query: { accountKey: AccountKey, ...page },
    access: { 'query.accountKey': 'account.readPodcasts' },
    summary: "An account's {podcasts}, including those of its stations",
    returns: PodcastList,
  }),
  ofStation: endpoint('GET stations/{key}/podcasts', {
    access: 'station.read',
    summary: "A station's {podcasts}",
    query: page,
    returns: PodcastList,
    spec: 'own',
  }),
  get: endpoint('GET podcasts/{key}', { access: 'podcast.read', summary: 'One {podcast}', returns: Podcast }),
  create: endpoint('POST podcasts/', {
    flag: ['createPodcast', 'recordPodcast'],
    query: { accountKey: AccountKey },
    access: {
      'query.accountKey': 'account.createPodcast',
      'body.station_key': 'station.createPodcast',
      'body.parent': 'podcast.read',
    },
    summary: 'Create a {podcast} in an account, or in one of its stations',
    form: { json: { field: 'podcast', schema: NewPodcast }, file: Logo },
    returns: Podcast,
    status: 201,
    idempotent: true,
    changes: podcastLists,
  }),
  createInStation: endpoint('POST stations/{key}/podcasts', {
    flag: ['createPodcast', 'recordPodcast'],
    access: {
      'path.key': 'station.createPodcast',
      'body.station_key': 'station.createPodcast',
      'body.parent': 'podcast.read',
    },
    summary: 'Create a {podcast} of a station, as a member of the station',
    form: { json: { field: 'podcast', schema: NewPodcast }, file: Logo },
    returns: Podcast,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: podcastLists,
  }),
  update: endpoint('PUT podcasts/{key}', {
    access: { 'path.key': 'podcast.update', 'body.parent': 'podcast.read' },
    summary: 'Change a {podcast}, including its logo',
    form: { json: { field: 'podcast', schema: ChangedPodcast }, file: OtherLogo },
    returns: Podcast,
    changes: [
      'podcasts',
      'stations/*/podcasts',
      'portal/search/podcasts',
      'podcasts/{key}/recordingScheduleTable',
      'podcasts/{key}/feed/**',
    ],
  }),
  remove: endpoint('DELETE podcasts/{key}', {
    access: 'podcast.delete',
    summary: 'Delete a {podcast}, its episodes, files and feed',
    changes: podcastLists,
  }),
  search: endpoint('GET portal/search/podcasts', {
    access: 'portal.read',
    summary: 'Search all {podcasts} of the portal by any part of the title',
    query: { limit: whole(limits.podcastListPage, 1000), offset: whole(0, 1_000_000), search: z.optional(text(100)) },
    returns: PodcastList,
  }),
};
