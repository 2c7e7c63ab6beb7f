import type { AccountKey } from '#contract/rules/keys.ts';
import { players } from '#contract/api/players.ts';
import type { NewPlayer } from '#contract/api/player.ts';
import type { CreatedStation } from './create-stations.ts';
import type { PortalClient } from './portal-client.ts';

/** Gives each account two players for websites; those that are there already stay. */
export const createPlayers = async (call: PortalClient, staged: readonly CreatedStation[]): Promise<void> => {
  for (const [account, own] of Map.groupBy(staged, (at) => at.account)) await createOf(call, account, own);
};

const createOf = async (call: PortalClient, account: AccountKey, staged: readonly CreatedStation[]): Promise<void> => {
  const params = { id: account };
  const known = new Set((await call(players.list, { params, query: {} })).entities.map(({ name }) => name));
  const stations = staged.slice(0, 20).map(({ station }) => station);
  const wanted: NewPlayer[] = [
    { stations, name: 'Website', variant: 'sticky', position: 'bottom', theme: 'dark' },
    { stations: stations.slice(0, 1), name: 'Newsletter archive', domains: ['news.example'], show: { history: false } },
  ];
  for (const body of wanted) if (!known.has(body.name ?? '')) await call(players.create, { params, body });
};
