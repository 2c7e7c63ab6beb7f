import type { Request as Input } from '#contract/api/request.ts';

const days = { from_date: '2026-11-20', to_date: '2026-11-21' };

/** A valid call of every endpoint of players; see `fixtures`. */
export const playerFixtures = {
  'players.create': { body: { name: 'Our radio' } },
  'players.update': { body: { name: 'Renamed', revision: 1 } },
  'players.removeAll': { body: {} },
  'players.stats': { params: { type: 'period' }, query: days },
  'players.statsOfStation': { params: { type: 'period' }, query: days },
  'players.updateOfStation': { body: { theme: 'dark', revision: 1 } },
} satisfies Record<string, Input>;
