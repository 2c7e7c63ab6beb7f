import { useQuery } from '@tanstack/react-query';
import type { ReportKind } from '#contract/report-schedule.ts';
import type { ViewSearch } from '#contract/saved-view.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { reportsQuery } from './queries.ts';
import { everyPodcast, type Place } from './report-calls.ts';
import { ReportDialog, type Subject } from './ReportDialog.tsx';

type MailDialogProps = { place: Place; kind: ReportKind; search: ViewSearch; onClose: () => void };

/** Has the report mailed that an analytics page shows, of the podcast or station that is chosen there. */
export const MailDialog = ({ place, kind, search, onClose }: MailDialogProps) => {
  const shown = useShown(place, kind, search);
  return shown && <Opened {...shown} onClose={onClose} />;
};

type Shown = { place: Place; subject: Subject };

/** Opens as soon as it is known whom the report would go to. */
const Opened = ({ place, subject, onClose }: Shown & { onClose: () => void }) => {
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

/** What an account's page is narrowed to, where that is still there; a station has reports of its own, but of applications. */
const useShown = (place: Place, kind: ReportKind, search: ViewSearch): Shown | undefined => {
  const account = place.scope === 'account' ? place.id : undefined;
  const asksPodcast = account !== undefined && kind === 'podcasts' && search['podcast'] !== undefined;
  const asksStation = account !== undefined && kind !== 'podcasts' && search['station'] !== undefined;
  const podcasts = useQuery({
    ...podcastsQuery({ accountKey: account ?? ('' as never) }, everyPodcast),
    enabled: asksPodcast,
  });
  const stations = useQuery({ ...accountStationsQuery(account ?? ('' as never)), enabled: asksStation });
  if ((asksPodcast && !podcasts.data) || (asksStation && !stations.data)) return undefined;
  const podcast = podcasts.data?.entities.find(({ key }) => asksPodcast && key === search['podcast']);
  const station = stations.data?.entities.find(({ key }) => asksStation && key === search['station']);
  if (station && kind !== 'app') return { place: { scope: 'station', key: station.key }, subject: { kind } };
  return { place, subject: { kind, podcastKey: podcast?.key, stationKey: station?.key } };
};
