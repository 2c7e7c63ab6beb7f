import { useQuery } from '@tanstack/react-query';
import type { ReportKind } from '#contract/api/report-schedule.ts';
import type { ViewSearch } from '#contract/api/saved-view.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { reportsQuery } from './queries.ts';
import { everyPodcast, type ReportScope } from './report-calls.ts';
import { ReportDialog, type Subject } from './ReportDialog.tsx';

type MailDialogProps = { place: ReportScope; kind: ReportKind; search: ViewSearch; onClose: () => void };

/** Schedules the report of the current analytics page, for the podcast or station selected there. */
export const ScheduleDialog = ({ place, kind, search, onClose }: MailDialogProps) => {
  const target = useReportTarget(place, kind, search);
  return target && <LoadedDialog {...target} onClose={onClose} />;
};

type ReportTarget = { place: ReportScope; subject: Subject };

/** Opens as soon as the default recipients are loaded. */
const LoadedDialog = ({ place, subject, onClose }: ReportTarget & { onClose: () => void }) => {
  const { data } = useQuery(reportsQuery(place));
  return (
    data && (
      <ReportDialog
        place={place}
        subject={subject}
        timezone={data.timezone}
        emails={data.default_emails}
        onClose={onClose}
      />
    )
  );
};

/** The podcast or station an account's page is filtered by, if it still exists; stations have their own reports except for apps. */
const useReportTarget = (place: ReportScope, kind: ReportKind, search: ViewSearch): ReportTarget | undefined => {
  const account = place.scope === 'account' ? place.id : undefined;
  const hasPodcast = account !== undefined && kind === 'podcasts' && search['podcast'] !== undefined;
  const hasStation = account !== undefined && kind !== 'podcasts' && search['station'] !== undefined;
  const podcasts = useQuery({
    ...podcastsQuery({ accountKey: account ?? ('' as never) }, everyPodcast),
    enabled: hasPodcast,
  });
  const stations = useQuery({ ...accountStationsQuery(account ?? ('' as never)), enabled: hasStation });
  if ((hasPodcast && !podcasts.data) || (hasStation && !stations.data)) return undefined;
  const podcast = podcasts.data?.entities.find(({ key }) => hasPodcast && key === search['podcast']);
  const station = stations.data?.entities.find(({ key }) => hasStation && key === search['station']);
  if (station && kind !== 'app') return { place: { scope: 'station', key: station.key }, subject: { kind } };
  return { place, subject: { kind, podcastKey: podcast?.key, stationKey: station?.key } };
};
