import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';

/** The pages of a player: its builder and its numbers. */
export const PlayerTabs = ({ accountKey, playerKey }: { accountKey: AccountKey; playerKey: PlayerKey }) => {
  const mayReadNumbers = useMay('account.readAnalytics', { accountKey });
  if (!mayReadNumbers) return null;
  const base = `/accounts/${accountKey}/embedding/players/${playerKey}`;
  return <PageTabs label="Player" tabs={tabsOf(base)} />;
};

/** The pages of a station's own player. */
export const StationPlayerTabs = ({ accountKey, stationKey }: { accountKey: AccountKey; stationKey: StationKey }) => {
  const mayReadNumbers = useMay('station.readAnalytics', { accountKey, stationKey });
  if (!mayReadNumbers) return null;
  const base = `/accounts/${accountKey}/stations/${stationKey}/widget/player`;
  return <PageTabs label="Player" isSecond tabs={tabsOf(base)} />;
};

const tabsOf = (base: string) => [
  { to: base, text: 'Player', exact: true },
  { to: `${base}/numbers`, text: 'Numbers' },
];
