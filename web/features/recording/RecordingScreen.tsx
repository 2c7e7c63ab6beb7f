import { Button, Stack } from '@mantine/core';
import { IconArrowUpCircle, IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { podcastErrors } from '#contract/texts/errors/podcasts.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { wording } from '#brand/wording.ts';
import type { RecordingSchedule, RecordingTable } from '#contract/api/recording-schedules.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute, type PodcastScope } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { NextRecordings } from './NextRecordings.tsx';
import { RecordingNow } from './RecordingNow.tsx';
import { RecordingsTable } from './RecordingsTable.tsx';
import { recordingQuery } from './queries.ts';
import { ScheduleTable } from './ScheduleTable.tsx';

const ScheduleDialog = lazy(() =>
  loadChunk(() => import('./ScheduleDialog.tsx')).then((part) => ({ default: part.ScheduleDialog })),
);
type Editing = { schedule: RecordingSchedule | undefined };

/** `…/podcasts/{podcastKey}/recording`: the schedules that record a station into episodes, and their recordings. */
export const RecordingScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: table } = useSuspenseQuery(recordingQuery(podcastKey));
  const [editing, setEditing] = useState<Editing>();
  const mayChange = useMay('podcast.update', scope) && table.allowed && table.stations.length > 0;
  usePageTitle(`${podcast.title}: Recording`);
  const add = mayChange && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing({ schedule: undefined })}>
      Add schedule
    </Button>
  );
  const isEmpty = table.schedules.length === 0 && table.recordings.length === 0;
  return (
    <Stack gap="md">
      {!table.allowed && <Upgrade scope={scope} />}
      {table.allowed && isEmpty && <NoSchedules table={table} action={add} />}
      <RecordingNow recordings={table.recordings} />
      {table.schedules.length > 0 && (
        <Surface title="Schedules" description="When the station is recorded" actions={add}>
          <ScheduleTable
            podcastKey={podcastKey}
            table={table}
            mayChange={mayChange}
            onEdit={(schedule) => setEditing({ schedule })}
          />
        </Surface>
      )}
      {table.next.length > 0 && <NextRecordings next={table.next} />}
      {table.recordings.length > 0 && (
        <Surface title="Recordings" actions={table.schedules.length === 0 && add}>
          <RecordingsTable recordings={table.recordings} path={path} />
        </Surface>
      )}
      <Suspense>
        {editing && (
          <ScheduleDialog
            podcastKey={podcastKey}
            title={podcast.title}
            schedule={editing.schedule}
            stations={table.stations}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  );
};

const NoSchedules = ({ table, action }: { table: RecordingTable; action: ReactNode }) => (
  <Surface>
    <EmptyState icon={<IconCalendarPlus size={30} />} title="Record episodes automatically" action={action}>
      {table.stations.length > 0
        ? `Set when the ${wording.podcast} is on the air. It is recorded to the second, and an episode with a chapter for each track is ready a minute later.`
        : 'There is no station to record. Create one first.'}
    </EmptyState>
  </Surface>
);

const Upgrade = ({ scope: { accountKey } }: { scope: PodcastScope }) => {
  const seesPlans = useMay('account.readPlan', { accountKey });
  return (
    <Surface>
      <EmptyState
        icon={<IconArrowUpCircle size={32} />}
        title="Upgrade your account"
        action={
          seesPlans && (
            <Button
              renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
            >
              See plans
            </Button>
          )
        }
      >
        {errorOf(podcastErrors, 'plan.podcastRecording').message}
      </EmptyState>
    </Surface>
  );
};
