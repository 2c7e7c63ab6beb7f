import { Alert, Badge, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationKey } from '#contract/keys.ts';
import { rawReportDays, type RawReport } from '#contract/raw-data.ts';
import { byteSize, moment, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { reportsQuery, useDownloadReport } from './queries.ts';
import { Unbroken } from './Unbroken.tsx';

type MailedFilesProps = {
  stationKey: StationKey;
  /** The file of the letter that led here. */
  named: string | undefined;
};

/** The files that a person had made, and what has become of each. */
export const MailedFiles = ({ stationKey, named }: MailedFilesProps) => {
  const { data } = useQuery({ ...reportsQuery(stationKey), throwOnError: false });
  const table = useLocalTableState();
  const reports = data?.reports ?? [];
  const found = reports.find(({ id }) => id === named);
  return (
    <>
      {named !== undefined && data && <Named stationKey={stationKey} report={found} />}
      {reports.length > 0 && (
        <Surface
          title="Files by mail"
          description={`Made for you alone, and kept for ${rawReportDays} days. You can leave this page meanwhile.`}
          flush
        >
          <DataTable
            label="Files by mail"
            columns={columns}
            rows={reports.map((report) => ({ ...report, stationKey }))}
            rowId={({ id }) => id}
            table={table}
            searchable={false}
            csv={false}
          />
        </Surface>
      )}
    </>
  );
};

const Named = ({ stationKey, report }: { stationKey: StationKey; report: RawReport | undefined }) =>
  report?.state === 'ready' ? (
    <Alert color="green" title={`${report.filename} is ready`}>
      <DownloadReport stationKey={stationKey} report={report} text="Download the file" />
    </Alert>
  ) : (
    <Alert color="yellow" title={report?.state === 'waiting' ? 'The file is being made' : 'The file is not there'}>
      {report?.state === 'waiting'
        ? 'It will be here in a moment.'
        : 'It was kept for its time, or made for somebody else. Have it made again below.'}
    </Alert>
  );

type Row = RawReport & { stationKey: StationKey };
const states: Record<RawReport['state'], { text: string; color: string }> = {
  waiting: { text: 'Being made', color: 'blue' },
  ready: { text: 'Ready', color: 'green' },
  failed: { text: 'Failed', color: 'red' },
  over: { text: 'No longer kept', color: 'gray' },
};

const column = createColumnHelper<Row>();
const columns = [
  column.accessor('filename', {
    header: 'File',
    cell: ({ getValue }) => <Unbroken>{getValue()}</Unbroken>,
    enableSorting: false,
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => (
      <Badge color={states[getValue()].color} variant="light" miw="max-content">
        {states[getValue()].text}
      </Badge>
    ),
    enableSorting: false,
  }),
  column.accessor('rows', {
    header: 'Rows',
    cell: ({ getValue, row: { original } }) => (hasFile(original) ? whole(getValue()) : ''),
    enableSorting: false,
    meta: { align: 'end' },
  }),
  column.accessor('bytes', {
    header: 'Size, packed',
    cell: ({ getValue, row: { original } }) => (hasFile(original) ? byteSize(getValue()) : ''),
    enableSorting: false,
    meta: { align: 'end' },
  }),
  column.accessor('expires', {
    header: 'Kept until',
    cell: ({ getValue }) => <Unbroken>{getValue() === null ? '' : moment(getValue() ?? '')}</Unbroken>,
    enableSorting: false,
  }),
  column.display({
    id: 'download',
    header: 'Download',
    cell: ({ row: { original } }) =>
      original.state === 'ready' && (
        <DownloadReport stationKey={original.stationKey} report={original} text="Download" />
      ),
    meta: { align: 'end' },
  }),
];

const hasFile = ({ state }: RawReport): boolean => state === 'ready' || state === 'over';

type DownloadReportProps = { stationKey: StationKey; report: RawReport; text: string };

const DownloadReport = ({ stationKey, report, text }: DownloadReportProps) => {
  const download = useDownloadReport(stationKey);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      aria-label={`${text}: ${report.filename}`}
      onClick={() => download.mutate(report.id)}
    >
      {text}
    </Button>
  );
};
