import { createRoute } from '@tanstack/react-router';
import type { PlayerKey } from '#contract/keys.ts';
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
const edit = createRoute({
  getParentRoute: () => account,
  path: 'embedding/players/$playerKey',
  params: {
    parse: ({ playerKey }) => ({ playerKey: playerKey as PlayerKey }),
    stringify: ({ playerKey }) => ({ playerKey }),
  },
  component: screen(() => import('#web/features/players/PlayerEditScreen.tsx'), 'PlayerEditScreen'),
});

export const playerPages = [list, create, edit] as const;
