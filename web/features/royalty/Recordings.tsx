import { Badge, Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { RoyaltyRecording, RoyaltyStats } from '#contract/api/royalty.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { dashed, missingOf } from './complete.ts';
import type { Listing, RoyaltySearch } from './royalty-search.ts';

const RecordingDialog = lazy(() =>
  loadChunk(() => import('./RecordingDialog.tsx')).then((part) => ({ default: part.RecordingDialog })),
);

type RecordingsProps = { accountKey: AccountKey; stats: RoyaltyStats };

/** All recordings with their performances, and a dialog to complete missing data. */
export const Recordings = ({ accountKey, stats }: RecordingsProps) => {
  const { list = 'all' }: RoyaltySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const table = useTableState();
  const mayChange = useMay('account.update', { accountKey });
  const [editing, setEditing] = useState<RoyaltyRecording>();
  const lists = useMemo(() => listsOf(stats.recordings), [stats]);
  const columns = useMemo(() => columnsFor(mayChange ? setEditing : undefined), [mayChange]);
  const show = (to: string): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, list: to === 'all' ? undefined : to, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Surface mt="md" title="Recordings" description={listDescriptions[list]} flush>
      <DataTable
        label="Recordings"
        columns={columns}
        rows={lists[list]}
        rowId={(row) => [row.artist, row.title, row.album, row.label, row.isrc].join('\n')}
        table={table}
        defaultSize={10}
        tools={
          <Segments
            size="xs"
            maw="100%"
            style={{ overflowX: 'auto' }}
            aria-label="Filter recordings"
            value={list}
            onChange={show}
            data={[
              { value: 'all', label: `All (${whole(lists.all.length)})` },
              { value: 'incomplete', label: `Incomplete (${whole(lists.incomplete.length)})` },
              { value: 'sent', label: `Metadata only (${whole(lists.sent.length)})` },
            ]}
          />
        }
      />
      <Suspense>
        {editing && (
          <RecordingDialog accountKey={accountKey} recording={editing} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
    </Surface>
  );
};

const listDescriptions: Record<Listing, string> = {
  all: 'Most performed first.',
  incomplete: 'Recordings with missing data, most performed first.',
  sent: 'Titles from encoders and other streams. Corrections apply to all reports.',
};

const listsOf = (recordings: readonly RoyaltyRecording[]): Record<Listing, readonly RoyaltyRecording[]> => ({
  all: recordings,
  incomplete: recordings.filter((one) => missingOf(one).length > 0),
  sent: recordings.filter(({ raw }) => raw !== ''),
});

/** Wraps between words in a narrow column. */
const wholeWords = { whiteSpace: 'normal', overflowWrap: 'normal' } as const;

const column = createColumnHelper<RoyaltyRecording>();
const fieldLabels = { artist: 'Artist', album: 'Album', label: 'Label' } as const;

const columnsFor = (onEdit: ((recording: RoyaltyRecording) => void) | undefined) => [
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) => (
      <Text size="sm" fw={500} miw={112} maw={260}>
        {original.title}
      </Text>
    ),
  }),
  ...(['artist', 'album', 'label'] as const).map((id) =>
    column.accessor(id, {
      header: fieldLabels[id],
      cell: ({ getValue }) => (
        <Text size="sm" miw={getValue() === '' ? undefined : 84}>
          {getValue()}
        </Text>
      ),
    }),
  ),
  column.accessor(({ isrc }) => dashed(isrc), {
    id: 'isrc',
    header: 'ISRC',
    cell: ({ getValue }) => (
      <span className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {getValue()}
      </span>
    ),
  }),
  column.accessor('plays', {
    header: 'Plays',
    cell: ({ getValue }) => whole(getValue()),
    meta: { align: 'end' },
  }),
  column.accessor('performances', {
    header: 'Performances',
    cell: ({ getValue }) => whole(getValue()),
    meta: { align: 'end' },
  }),
  column.accessor((row) => missingOf(row).join(', '), {
    id: 'missing',
    header: 'Missing',
    cell: ({ row: { original }, getValue }) =>
      getValue() === '' ? (
        original.corrected && <Badge color="gray">Corrected</Badge>
      ) : (
        <Badge color="yellow" tt="none" radius="sm" h="auto" py={2} styles={{ label: wholeWords }}>
          {getValue()}
        </Badge>
      ),
  }),
  ...(onEdit ? [actions(onEdit)] : []),
];

const actions = (onEdit: (recording: RoyaltyRecording) => void) =>
  column.display({
    id: 'actions',
    header: () => <HiddenHeader>Actions</HiddenHeader>,
    cell: ({ row: { original } }) =>
      (original.track !== null || original.raw !== '') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Edit ${original.title}`}
          onClick={() => onEdit(original)}
        >
          Edit
        </Button>
      ),
  });
