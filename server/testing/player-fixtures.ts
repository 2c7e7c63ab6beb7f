import type { Request as Input } from '#contract/request.ts';

/** A valid call of every endpoint of players; see `fixtures`. */
export const playerFixtures = {
  'players.list': {},
  'players.create': { body: { name: 'Our radio' } },
  'players.get': {},
  'players.update': { body: { name: 'Renamed', revision: 1 } },
  'players.duplicate': {},
  'players.remove': {},
  'players.restore': {},
  'players.removeAll': { body: {} },
  'players.ofStation': {},
  'players.updateOfStation': { body: { theme: 'dark', revision: 1 } },
} satisfies Record<string, Input>;
