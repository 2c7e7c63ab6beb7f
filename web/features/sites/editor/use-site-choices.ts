import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { brand } from '#brand/brand.ts';
import { playersQuery } from '#web/features/players/queries.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';

type Choice = { value: string; label: string };

/** What the blocks of a site can show. */
export type SiteChoices = { stations: Choice[]; podcasts: Choice[]; players: Choice[] };

/** Reads the account's stations, podcasts and players; each list is empty until it is loaded. */
export const useSiteChoices = (accountKey: AccountKey): SiteChoices => {
  const { data: stations } = useQuery(accountStationsQuery(accountKey));
  const { data: podcasts } = useQuery(podcastsQuery({ accountKey }, { limit: 100, offset: 0, search: '' }));
  const { data: players } = useQuery({
    ...playersQuery(accountKey, { limit: 100, offset: 0, sortBy: 'name' }),
    enabled: brand.flags.players,
  });
  return {
    stations: (stations?.entities ?? []).map(({ key, name }) => ({ value: key, label: name })),
    podcasts: (podcasts?.entities ?? []).map(({ key, title }) => ({ value: key, label: title })),
    players: (players?.entities ?? []).map(({ key, name }) => ({ value: key, label: name })),
  };
};
