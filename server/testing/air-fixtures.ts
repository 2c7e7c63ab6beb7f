const request = '00000000-0000-4000-8000-000000000001';

/** A valid call of each endpoint that changes what plays by hand. */
export const airFixtures = {
  'playout.skip': { body: {} },
  'playout.queue': { body: { id: request } },
  'playout.unqueue': { body: { id: request } },
  'playout.stopAfter': { body: {} },
  'playout.kick': { body: {} },
};
