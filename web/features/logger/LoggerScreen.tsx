import { Alert, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { StationLog } from '#contract/logger.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { DayPanel } from './DayPanel.tsx';
import { LogOff } from './LogOff.tsx';
import { LogSettings } from './LogSettings.tsx';
import { logQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/logger');

/** `…/stations/{stationKey}/logger`: what went out in the last days, to be heard again and cut. */
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
      <Trouble log={log} />
      <DayPanel stationKey={stationKey} log={log} date={day ?? log.recorded[0]?.date} mayCut={mayCut} />
      <LogSettings stationKey={stationKey} log={log} mayChange={mayChange} />
    </Stack>
  );
};

const reasons: Record<NonNullable<StationLog['reason']>, string> = {
  disk: 'The server’s disk is nearly full. Recording goes on by itself when there is room again.',
  quota: 'The recordings of all stations take as much as the server allows for them.',
  failed: 'The server could not write the last recording. It tries again by itself.',
};

/** Why nothing is recorded although it should be. */
const Trouble = ({ log }: { log: StationLog }) =>
  log.state === 'paused' && log.reason ? (
    <Alert color="red" title="This station is not recorded at the moment">
      {reasons[log.reason]}
    </Alert>
  ) : null;
