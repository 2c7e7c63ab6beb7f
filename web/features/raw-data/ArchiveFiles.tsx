import { Alert, Button, Text } from '@mantine/core';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawArchive, RawArchives } from '#contract/api/raw-data.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { byteSize, count, moment, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { archivesQuery, useDownloadArchives } from './queries.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useFailureToast } from './use-failure-toast.ts';

type ArchiveFilesProps = { stationKey: StationKey; isSubscribed: boolean };

/** The monthly files of a station, for download one by one or several at once. */
export const ArchiveFiles = ({ stationKey, isSubscribed }: ArchiveFilesProps) => {
  const { data, error } = useQuery({ ...archivesQuery(stationKey), throwOnError: false });
  useFailureToast(error);
  if (error && !data) return <Alert color="red">{asApiError(error).text}</Alert>;
  if (!data) return <ScreenSkeleton />;
  return <Files stationKey={stationKey} isSubscribed={isSubscribed} archives={data} />;
};

const Files = ({ stationKey, isSubscribed, archives }: ArchiveFilesProps & { archives: RawArchives }) => {
  const table = useLocalTableState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const download = useDownloadArchives(stationKey);
  return (
    <Surface title="Monthly files" description={pendingText(archives)} flush>
      <DataTable
        label="Monthly files"
        columns={columns}
        rows={archives.files}
        rowId={({ period }) => period}
        table={table}
        defaultSize={10}
        searchable={false}
        empty={<NoFiles isSubscribed={isSubscribed} />}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <Button
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate([...selected])}
            >
              Download {count(selected.size, 'file')}
            </Button>
          ),
        }}
        expanded={({ filename, sha256 }) => (
          <Text size="sm" p="sm" style={{ overflowWrap: 'anywhere' }}>
            {filename}, SHA-256 {sha256}
          </Text>
        )}
      />
    </Surface>
  );
};

const pendingText = ({ waiting, timezone }: RawArchives): string =>
  waiting.length === 0
    ? `One compressed CSV file of sessions per month (time zone: ${timezone}).`
    : `Preparing ${waiting.join(', ')}.`;

const NoFiles = ({ isSubscribed }: { isSubscribed: boolean }) => (
  <EmptyState icon={<IconArchive size={30} />} title="No monthly files yet">
    {isSubscribed
      ? 'The first file appears when the first archived month ends. Until then, use the live raw data of the last 90 days.'
      : 'With a subscription, each month’s sessions are archived as a file. Live raw data covers only the last 90 days.'}
  </EmptyState>
);

const column = createColumnHelper<RawArchive>();
const columns = [
  column.accessor('period', { header: 'Month' }),
  column.accessor('rows', {
    header: 'Sessions',
    cell: ({ getValue }) => whole(getValue()),
    meta: { align: 'end' },
  }),
  column.accessor('bytes', {
    header: 'Size',
    cell: ({ getValue }) => <NoWrap>{byteSize(getValue())}</NoWrap>,
    meta: { align: 'end' },
  }),
  column.accessor('made', { header: 'Created', cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap> }),
];
