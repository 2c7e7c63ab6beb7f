import { Alert, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { StationLog } from '#contract/api/logger.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { DayPanel } from './DayPanel.tsx';
import { LogOff } from './LogOff.tsx';
import { LogSettings } from './LogSettings.tsx';
import { logQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/logger');

/** `…/stations/{stationKey}/logger`: recordings of the last days, to play, download and clip. */
export const LoggerScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { day } = route.useSearch();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: log } = useSuspenseQuery(logQuery(stationKey));
  const mayChange = useMay('station.setLog', { accountKey, stationKey });
  const mayCut = useMay('station.writeLibrary', { accountKey, stationKey });
  usePageTitle(`${station.name}: Logger`);
  const isEmpty = log.recorded.length === 0;
  if (!log.enabled && isEmpty) return <LogOff stationKey={stationKey} log={log} mayChange={mayChange} />;
  return (
    <Stack gap="md">
      <PausedAlert log={log} />
      <DayPanel stationKey={stationKey} log={log} date={day ?? log.recorded[0]?.date} mayCut={mayCut} />
      <LogSettings stationKey={stationKey} log={log} mayChange={mayChange} />
    </Stack>
  );
};

const reasons: Record<NonNullable<StationLog['reason']>, string> = {
  disk: 'The server’s disk is almost full. Recording resumes automatically when space is free.',
  quota: 'The recordings of all stations have reached the server’s storage limit.',
  failed: 'The server could not write the last recording. It retries automatically.',
};

/** Shows why recording is paused. */
const PausedAlert = ({ log }: { log: StationLog }) =>
  log.state === 'paused' && log.reason ? (
    <Alert color="red" title="Recording is paused">
      {reasons[log.reason]}
    </Alert>
  ) : null;
