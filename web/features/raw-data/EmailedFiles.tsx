import { Alert, Badge, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationKey } from '#contract/rules/keys.ts';
import { rawReportDays, type RawReport } from '#contract/api/raw-data.ts';
import { byteSize, moment, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { reportsQuery, useDownloadReport } from './queries.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';

type MailedFilesProps = {
  stationKey: StationKey;
  /** The id of the file linked in an e-mail. */
  linkedId: string | undefined;
};

/** The files the user requested by e-mail, with their states. */
export const EmailedFiles = ({ stationKey, linkedId }: MailedFilesProps) => {
  const { data } = useQuery({ ...reportsQuery(stationKey), throwOnError: false });
  const table = useLocalTableState();
  const reports = data?.reports ?? [];
  const found = reports.find(({ id }) => id === linkedId);
  return (
    <>
      {linkedId !== undefined && data && <LinkedFile stationKey={stationKey} report={found} />}
      {reports.length > 0 && (
        <Surface
          title="Files by e-mail"
          description={`Visible only to you and kept for ${rawReportDays} days. You can leave this page while they are prepared.`}
          flush
        >
          <DataTable
            label="Files by e-mail"
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

const LinkedFile = ({ stationKey, report }: { stationKey: StationKey; report: RawReport | undefined }) =>
  report?.state === 'ready' ? (
    <Alert color="green" title={`${report.filename} is ready`}>
      <DownloadReport stationKey={stationKey} report={report} text="Download file" />
    </Alert>
  ) : (
    <Alert color="yellow" title={report?.state === 'waiting' ? 'Preparing the file' : 'File not found'}>
      {report?.state === 'waiting'
        ? 'It will be ready in a moment.'
        : 'It has expired or was created for another user. Request it again below.'}
    </Alert>
  );

type Row = RawReport & { stationKey: StationKey };
const states: Record<RawReport['state'], { text: string; color: string }> = {
  waiting: { text: 'Preparing', color: 'blue' },
  ready: { text: 'Ready', color: 'green' },
  failed: { text: 'Failed', color: 'red' },
  over: { text: 'Expired', color: 'gray' },
};

const column = createColumnHelper<Row>();
const columns = [
  column.accessor('filename', {
    header: 'File',
    cell: ({ getValue }) => <NoWrap>{getValue()}</NoWrap>,
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
    header: 'Size (compressed)',
    cell: ({ getValue, row: { original } }) => (hasFile(original) ? byteSize(getValue()) : ''),
    enableSorting: false,
    meta: { align: 'end' },
  }),
  column.accessor('expires', {
    header: 'Expires',
    cell: ({ getValue }) => <NoWrap>{getValue() === null ? '' : moment(getValue() ?? '')}</NoWrap>,
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
