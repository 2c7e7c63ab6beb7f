import { createRoute } from '@tanstack/react-router';
import type { PlayerKey } from '#contract/keys.ts';
import { NumbersSearch } from '#web/features/players/numbers/use-site.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';

/* The embeddable players of an account. */

const list = createRoute({
  getParentRoute: () => account,
  path: 'embedding/players',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/players/PlayersScreen.tsx'), 'PlayersScreen'),
});
const create = createRoute({
  getParentRoute: () => account,
  path: 'embedding/players/create',
  component: screen(() => import('#web/features/players/PlayerCreateScreen.tsx'), 'PlayerCreateScreen'),
});
const playerParams = {
  parse: ({ playerKey }: { playerKey: string }) => ({ playerKey: playerKey as PlayerKey }),
  stringify: ({ playerKey }: { playerKey: PlayerKey }) => ({ playerKey }),
};
const edit = createRoute({
  getParentRoute: () => account,
  path: 'embedding/players/$playerKey',
  params: playerParams,
  component: screen(() => import('#web/features/players/PlayerEditScreen.tsx'), 'PlayerEditScreen'),
});

const numbers = createRoute({
  getParentRoute: () => account,
  path: 'embedding/players/$playerKey/numbers',
  params: playerParams,
  validateSearch: NumbersSearch,
  component: screen(() => import('#web/features/players/numbers/PlayerNumbersScreen.tsx'), 'PlayerNumbersScreen'),
});

export const playerPages = [list, create, edit, numbers] as const;
