import type { Screen } from './station-screens.ts';

/** The screens of an account's players for websites. */
export const playerScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/embedding/players',
    file: 'web/features/players/PlayersScreen.tsx',
    endpoints: ['players.list', 'players.duplicate', 'players.remove', 'players.restore', 'players.removeAll'],
  },
  {
    route: '/accounts/{accountKey}/embedding/players/create',
    file: 'web/features/players/PlayerCreateScreen.tsx',
    endpoints: ['players.create', 'players.ofStation', 'accounts.stations', 'podcasts.list', 'episodes.list'],
  },
  {
    route: '/accounts/{accountKey}/embedding/players/{playerKey}',
    file: 'web/features/players/PlayerEditScreen.tsx',
    endpoints: ['players.get', 'players.update', 'accounts.stations', 'podcasts.list', 'episodes.list'],
  },
  {
    route: '/accounts/{accountKey}/embedding/players/{playerKey}/numbers',
    file: 'web/features/players/numbers/PlayerNumbersScreen.tsx',
    endpoints: ['players.get', 'players.stats', 'players.update', 'accounts.stations'],
  },
];
