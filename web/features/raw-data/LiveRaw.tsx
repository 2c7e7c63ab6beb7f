import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { rawDays } from '#contract/api/raw-data.ts';
import type { Station } from '#contract/api/stations.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { useEmailRawData } from './queries.ts';
import { RangeDates } from './RangeDates.tsx';
import { rawPeriodNames, rawRange, dateIn, oldestDate } from './raw-range.ts';
import { rawPeriods, type RawPeriodName, type RawSearch } from './raw-search.ts';
import { useRawSearch } from './use-selected-station.ts';

const tables = () => loadChunk(() => import('./raw-tables.ts'));
const SessionsPreview = lazy(() => tables().then((part) => ({ default: part.SessionsPreview })));
const MailedFiles = lazy(() => tables().then((part) => ({ default: part.EmailedFiles })));
const ColumnWords = lazy(() => tables().then((part) => ({ default: part.ColumnDefinitions })));

type LiveRawProps = { station: Pick<Station, 'key' | 'name' | 'default_timezone'>; archive: string };

/** Raw data of a station's last 90 days: a period, a preview of its newest sessions, and the file. */
export const LiveRaw = ({ station, archive }: LiveRawProps) => {
  const search: RawSearch = useSearch({ strict: false });
  const zone = station.default_timezone || 'UTC';
  const today = dateIn(new Date(), zone);
  const { period = 'thisMonth', from = '', to = '', kind = 'sessions' } = search;
  const range = rawRange(period, { from, to }, today);
  const days = range && { from_date: range.from_date, to_date: range.to_date };
  return (
    <Stack gap="md">
      <Surface
        title="Download or e-mail a file"
        description={
          <>
            Time zone: {zone}. Live raw data goes back {rawDays} days, to {day(oldestDate(today))}. Older months are in
            the{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link to={archive as '/'} search={{ station: search.station } as never} {...props} />
              )}
            >
              archive
            </Anchor>
            .
          </>
        }
      >
        <Choices period={period} kind={kind} today={today} dates={{ from, to }} />
        {range?.isCut && (
          <Alert color="yellow" mt="md">
            Only the days from {day(range.from_date)} are available for this period.
          </Alert>
        )}
        {!range && (period !== 'range' || (from !== '' && to !== '')) && (
          <Text c="var(--mantine-color-error)" size="sm" mt="sm" role="alert">
            Choose a start and end date from {day(oldestDate(today))} to today.
          </Text>
        )}
        {days && (
          <Group mt="md" gap="sm">
            <DownloadButton key={JSON.stringify([days, kind])} stationKey={station.key} request={{ ...days, kind }} />
            <MailButton station={station} request={{ ...days, kind }} />
          </Group>
        )}
      </Surface>
      <Suspense fallback={<ScreenSkeleton />}>
        <MailedFiles stationKey={station.key} linkedId={search.report} />
        {days && kind === 'sessions' && (
          <SessionsPreview key={JSON.stringify(days)} stationKey={station.key} days={days} />
        )}
        <ColumnWords kind={kind} />
      </Suspense>
    </Stack>
  );
};

type ChoicesProps = {
  period: RawPeriodName;
  kind: 'sessions' | 'plays';
  today: string;
  dates: { from: string; to: string };
};

const Choices = ({ period, kind, today, dates }: ChoicesProps) => {
  const change = useRawSearch();
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Data"
        value={kind}
        onChange={({ currentTarget: { value } }) => change({ kind: value === 'plays' ? 'plays' : undefined })}
        data={[
          { value: 'sessions', label: 'Listener sessions' },
          { value: 'plays', label: 'Tracks played' },
        ]}
      />
      <NativeSelect
        label="Period"
        value={period}
        onChange={({ currentTarget: { value } }) => change({ period: value as RawPeriodName })}
        data={rawPeriods.map((value) => ({ value, label: rawPeriodNames[value] }))}
      />
      {period === 'range' && (
        <RangeDates oldest={oldestDate(today)} today={today} dates={dates} onChange={(to) => change(to)} />
      )}
    </Group>
  );
};

type MailButtonProps = {
  station: LiveRawProps['station'];
  request: { from_date: string; to_date: string; kind: 'sessions' | 'plays' };
};

const MailButton = ({ station, request }: MailButtonProps) => {
  const mail = useEmailRawData(station.key);
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={18} aria-hidden />}
      loading={mail.isPending}
      onClick={() => mail.mutate(request)}
    >
      E-mail me this
    </Button>
  );
};
