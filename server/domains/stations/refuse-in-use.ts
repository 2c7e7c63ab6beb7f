import { refuse } from '#server/kernel/http/refuse.ts';

/** Refuses a URL or mount that another station uses, on its field. */
export const refuseInUse = (taken: 'urlInUse' | 'mountInUse'): never =>
  taken === 'urlInUse'
    ? refuse('station.urlInUse', {}, { pretty_url: 'The URL is already in use.' })
    : refuse('station.mountInUse', {}, { streamname: 'This mount is in use.' });
