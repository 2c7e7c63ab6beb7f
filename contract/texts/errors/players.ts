import type { Refusals } from './refusals.ts';

/** Embeddable players (design of players §5). */
export const playerErrors = {
  'player.notFound': [404, 'Player not found', 'The player was not found.'],
  'player.tooMany': [
    409,
    'Too many players',
    'An account can have {max} players. Please delete one you no longer need.',
  ],
  'player.changed': [
    409,
    'Changed in the meantime',
    'Somebody else changed this player in the meantime. Please load it again and repeat your change.',
  ],
} as const satisfies Refusals;
