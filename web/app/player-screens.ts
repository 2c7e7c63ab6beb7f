import { NumbersSearch } from '#web/features/players/numbers/use-site.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-screens.ts';
import { screen } from './screen.ts';

/* The embeddable players of an account. */

const list = screen({
  parent: account,
  path: 'embedding/players',
  load: () => import('#web/features/players/PlayersScreen.tsx'),
  name: 'PlayersScreen',
  title: 'Players',
  may: 'account.readPlayers',
  flag: 'players',
  search: TableSearch,
  nav: { of: 'account', icon: 'code' },
  calls: ['players.list', 'players.duplicate', 'players.remove', 'players.restore', 'players.removeAll'],
});

const create = screen({
  parent: account,
  path: 'embedding/players/create',
  load: () => import('#web/features/players/PlayerCreateScreen.tsx'),
  name: 'PlayerCreateScreen',
  title: 'Create',
  may: 'account.writePlayers',
  flag: 'players',
  calls: ['players.create', 'players.ofStation', 'accounts.stations', 'podcasts.list', 'episodes.list'],
});

const edit = screen({
  parent: account,
  path: 'embedding/players/$playerKey',
  load: () => import('#web/features/players/PlayerEditScreen.tsx'),
  name: 'PlayerEditScreen',
  title: 'Player',
  may: 'account.readPlayers',
  flag: 'players',
  calls: ['players.get', 'players.update', 'accounts.stations', 'podcasts.list', 'episodes.list'],
});

const numbers = screen({
  parent: account,
  path: 'embedding/players/$playerKey/numbers',
  load: () => import('#web/features/players/numbers/PlayerNumbersScreen.tsx'),
  name: 'PlayerNumbersScreen',
  title: false,
  may: 'account.readAnalytics',
  flag: 'players',
  search: NumbersSearch,
  calls: ['players.get', 'players.stats', 'players.update', 'accounts.stations'],
});

export const playerPages = [list, create, edit, numbers] as const;
