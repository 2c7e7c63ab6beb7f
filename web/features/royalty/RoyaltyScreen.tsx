import { IconMusicCheck } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { RoyaltyStats } from '#contract/api/royalty.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { performancesQuery, royaltySettingsQuery, type RoyaltyQuery } from './queries.ts';
import { ReportPanel } from './ReportPanel.tsx';
import { RoyaltyTools } from './RoyaltyTools.tsx';
import { Summary } from './Summary.tsx';
import { useRoyaltyQuery } from './use-royalty-query.ts';

const Recordings = lazy(() =>
  loadChunk(() => import('./Recordings.tsx')).then((part) => ({ default: part.Recordings })),
);
const Complement = lazy(() =>
  loadChunk(() => import('./Complement.tsx')).then((part) => ({ default: part.Complement })),
);

const route = getRouteApi('/shell/accounts/$accountKey/analytics/sound-exchange-reports');

/** `/accounts/{accountKey}/analytics/sound-exchange-reports`: performances, missing data and the report. */
export const RoyaltyScreen = () => {
  const { accountKey } = route.useParams();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const { data: settings } = useSuspenseQuery(royaltySettingsQuery(accountKey));
  const request = useRoyaltyQuery(list.entities);
  const {
    data: stats,
    error,
    isPlaceholderData,
  } = useQuery(performancesQuery(accountKey, request.selection, settings.territory));
  if (error && !stats) throw error;
  return (
    <>
      <PageHeader
        title="SoundExchange reports"
        description="Recordings your stations performed and their listeners"
        actions={<RoyaltyTools stations={list.entities} request={request} />}
      />
      {!stats ? (
        <ScreenSkeleton />
      ) : (
        <StaleOverlay isOld={isPlaceholderData}>
          {isSilent(stats) ? <NoPlays /> : <Report {...{ accountKey, settings, stats, ...request }} />}
        </StaleOverlay>
      )}
    </>
  );
};

const isSilent = ({ totals, apart }: RoyaltyStats): boolean =>
  totals.plays + apart.jingles.plays + apart.speech.plays + apart.untitled.plays === 0;

const NoPlays = () => (
  <Surface>
    <EmptyState icon={<IconMusicCheck size={30} />} title="No plays in this period">
      Once a station is on the air, each recording appears here with its performances. ISRC and label come from your
      file tags or are added here, then the report is ready to send.
    </EmptyState>
  </Surface>
);

type FoundProps = Pick<Parameters<typeof ReportPanel>[0], 'accountKey' | 'settings' | 'stats'> & {
  selection: RoyaltyQuery;
};

const Report = ({ accountKey, settings, stats, selection }: FoundProps) => (
  <>
    <Summary stats={stats} />
    <ReportPanel accountKey={accountKey} settings={settings} stats={stats} selection={selection} />
    <Suspense fallback={<ScreenSkeleton />}>
      <Recordings accountKey={accountKey} stats={stats} />
      <Complement accountKey={accountKey} selection={selection} />
    </Suspense>
  </>
);
