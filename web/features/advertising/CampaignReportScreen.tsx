import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { whole } from '#web/lib/format.ts';
import { formatDays } from '#web/parts/report-days.ts';
import { DatesBetween } from '#web/ui/form/DatesBetween.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { StatusBadge } from './shared/StatusBadge.tsx';
import { campaignQuery, campaignReportQuery, fetchCampaignAudio } from './queries.ts';
import { ProofOfPlay } from './report/ProofOfPlay.tsx';
import { Delivery } from './report/Delivery.tsx';
import { HourMap } from './report/HourMap.tsx';
import { MakegoodNotice } from './report/MakegoodNotice.tsx';
import { AudioBars, DeviceBars, FrequencyBars, QuartileBars, ReasonFunnel } from './report/ReportBars.tsx';
import { paceOf } from './shared/campaign-labels.ts';
import { StoredSpot } from './shared/StoredSpot.tsx';

const StationsTable = lazy(() =>
  loadChunk(() => import('./report/ReportTables.tsx')).then((part) => ({ default: part.StationsTable })),
);
const PodcastsTable = lazy(() =>
  loadChunk(() => import('./report/ReportTables.tsx')).then((part) => ({ default: part.PodcastsTable })),
);
const Recordings = lazy(() =>
  loadChunk(() => import('./report/Recordings.tsx')).then((part) => ({ default: part.Recordings })),
);
const PlacesReport = lazy(() =>
  loadChunk(() => import('./report/PlacesReport.tsx')).then((part) => ({ default: part.PlacesReport })),
);

const route = getRouteApi('/shell/accounts/$accountKey/advertising/$campaignId/report');

/** `…/advertising/{campaignId}/report`: what a campaign has delivered: when, where, on which stations, and why not more. */
export const CampaignReportScreen = () => {
  const { accountKey, campaignId } = route.useParams();
  const period = route.useSearch();
  const { data: campaign } = useSuspenseQuery(campaignQuery(accountKey, campaignId));
  const { data: report, error, isPlaceholderData } = useQuery(campaignReportQuery(accountKey, campaignId, period));
  const mayWrite = useMay('account.writeCampaigns', { accountKey }) && campaign.status !== 'archived';
  if (error && !report) throw error;
  return (
    <>
      <PageHeader
        title={campaign.name}
        windowTitle={`${campaign.name}: Report`}
        description={
          <Group gap="xs">
            <StatusBadge campaign={campaign} />
            <span>
              {[campaign.advertiser, formatDays(campaign.startDate, campaign.endDate)].filter(Boolean).join(' · ')}
            </span>
          </Group>
        }
        actions={
          <Group gap="xs" className="no-print">
            <Period campaign={campaign} />
            <PrintButton />
            <ProofOfPlay campaign={campaign} period={period} />
            {mayWrite && (
              <Button
                variant="default"
                leftSection={<IconPencil size={17} aria-hidden />}
                renderRoot={(props) => (
                  <Link
                    to="/accounts/$accountKey/advertising/$campaignId/edit"
                    params={{ accountKey, campaignId }}
                    {...props}
                  />
                )}
              >
                Edit
              </Button>
            )}
          </Group>
        }
      />
      <MakegoodNotice campaign={campaign} mayWrite={mayWrite} />
      {!report ? (
        <ScreenSkeleton />
      ) : (
        <StaleOverlay isOld={isPlaceholderData}>
          <Figures campaign={campaign} report={report} />
          <Delivery
            campaign={campaign}
            report={report}
            isWhole={period.to === undefined || period.to >= campaign.endDate}
          />
          <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md">
            <Stack gap="md">
              <Suspense fallback={<ScreenSkeleton />}>
                <StationsTable stations={report.stats.topStations} />
                {report.stats.topPodcasts.length > 0 && <PodcastsTable podcasts={report.stats.topPodcasts} />}
                <Recordings campaign={campaign} period={period} />
              </Suspense>
              <QuartileBars quartiles={report.quartiles} />
              <ReasonFunnel reasons={report.stats.reasons} heard={report.quartiles.started} />
            </Stack>
            <Stack gap="md">
              <Suspense fallback={<ScreenSkeleton />}>
                <PlacesReport places={report.stats.locationImpressions} />
              </Suspense>
              <AudioBars creatives={report.stats.creatives} />
              <DeviceBars devices={report.stats.deviceImpressions} />
              <FrequencyBars stats={report.stats} />
            </Stack>
          </SimpleGrid>
          <HourMap hours={report.stats.hourImpressions} timezone={report.timezone} />
        </StaleOverlay>
      )}
      {campaign.audio && (
        <Surface title="Spot" mt="md">
          <StoredSpot audio={campaign.audio} load={() => fetchCampaignAudio(accountKey, campaignId)} />
        </Surface>
      )}
    </>
  );
};

/** The days of the report; all of them by default. */
const Period = ({ campaign: { startDate, endDate } }: { campaign: Campaign }) => {
  const { from = startDate, to = endDate } = route.useSearch();
  const navigate = useNavigate();
  return (
    <DatesBetween
      value={{ from, to }}
      max={endDate}
      problemOf={(first, last) =>
        first === '' || last === '' || first > last ? 'The end date must not be before the start date.' : undefined
      }
      onChange={(days) =>
        void navigate({ to: '.', search: ((old: object) => ({ ...old, ...days })) as never, replace: true })
      }
    />
  );
};

const percent = (share: number): string => `${String(Math.round(share * 1000) / 10)}%`;

const Figures = ({ campaign, report }: { campaign: Campaign; report: CampaignReport }) => {
  const { started, thirdQuartile } = report.quartiles;
  const { actual, objective } = report.impressions;
  return (
    <Surface>
      <StatRow>
        <Stat
          label="Impressions"
          value={whole(actual)}
          hint={`of ${whole(objective)}`}
          definition="A spot counts when a listener could hear its beginning. What is not heard is not counted."
        />
        <Stat
          label="Progress"
          value={percent(objective === 0 ? 0 : actual / objective)}
          definition="Impressions delivered, of the goal."
        />
        <Stat
          label="Pace"
          value={paceOf(campaign.deliveryRate)?.text ?? 'Not started'}
          definition="Impressions delivered, of those due by now at the campaign’s pace."
        />
        <Stat
          label="Heard to three quarters"
          value={started === 0 ? '–' : percent(thirdQuartile / started)}
          definition="The share of spots that listeners heard to at least three quarters of their length."
        />
      </StatRow>
    </Surface>
  );
};
