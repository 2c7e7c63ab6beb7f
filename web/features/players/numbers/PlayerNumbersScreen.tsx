import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { reportTimeZone } from '#web/parts/report-time-zone.ts';
import { useMay } from '#web/features/session/queries.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PlayerTabs } from '../PlayerTabs.tsx';
import { playerQuery, playerStatsQuery } from '../queries.ts';
import { PlayerNumbers } from './PlayerNumbers.tsx';
import { useSite } from './use-site.ts';

const route = getRouteApi('/shell/accounts/$accountKey/embedding/players/$playerKey/numbers');

/** `…/embedding/players/{playerKey}/numbers`: how often a player is seen and heard, on which websites, and how well. */
export const PlayerNumbersScreen = () => {
  const { accountKey, playerKey } = route.useParams();
  const { data: player } = useSuspenseQuery(playerQuery(accountKey, playerKey));
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const mayWrite = useMay('account.writePlayers', { accountKey });
  const period = usePeriod(reportTimeZone(list.entities));
  const site = useSite();
  const { data, error, isPlaceholderData } = useQuery(
    playerStatsQuery(accountKey, playerKey, period.range, site.chosen),
  );
  if (error && !data) throw error;
  return (
    <>
      <PageHeader
        title={player.name}
        windowTitle={`Player ${player.name}: Numbers`}
        actions={<PeriodPicker state={period} minutes={false} />}
      />
      <PlayerTabs accountKey={accountKey} playerKey={playerKey} />
      <PlayerNumbers player={player} mayWrite={mayWrite} stats={data} isOld={isPlaceholderData} site={site} />
    </>
  );
};
