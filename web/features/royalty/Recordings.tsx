import { Badge, Button, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import type { RoyaltyRecording, RoyaltyStats } from '#contract/royalty.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { dashed, missingOf } from './complete.ts';
import type { Listing, RoyaltySearch } from './royalty-search.ts';

const RecordingDialog = lazy(() =>
  loadChunk(() => import('./RecordingDialog.tsx')).then((part) => ({ default: part.RecordingDialog })),
);

type RecordingsProps = { accountKey: AccountKey; stats: RoyaltyStats };

/** Every recording with its performances; what the report lacks of it is completed from here. */
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
    <Surface mt="md" title="Recordings" description={listWords[list]} flush>
      <DataTable
        label="Recordings"
        columns={columns}
        rows={lists[list]}
        rowId={(row) => [row.artist, row.title, row.album, row.label, row.isrc].join('\n')}
        table={table}
        defaultSize={10}
        tools={
          <SegmentedControl
            size="xs"
            maw="100%"
            style={{ overflowX: 'auto' }}
            aria-label="Which recordings"
            value={list}
            onChange={show}
            data={[
              { value: 'all', label: `All (${whole(lists.all.length)})` },
              { value: 'incomplete', label: `To complete (${whole(lists.incomplete.length)})` },
              { value: 'sent', label: `Sent as titles (${whole(lists.sent.length)})` },
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

const listWords: Record<Listing, string> = {
  all: 'Those performed most first.',
  incomplete: 'What the report still lacks, those performed most first.',
  sent: 'Titles that encoders and other streams sent. What you say of one holds for all reports.',
};

const listsOf = (recordings: readonly RoyaltyRecording[]): Record<Listing, readonly RoyaltyRecording[]> => ({
  all: recordings,
  incomplete: recordings.filter((one) => missingOf(one).length > 0),
  sent: recordings.filter(({ raw }) => raw !== ''),
});

/** In a narrow column one word stands below the other. */
const wholeWords = { whiteSpace: 'normal', overflowWrap: 'normal' } as const;

const column = createColumnHelper<RoyaltyRecording>();
const recordingWords = { artist: 'Artist', album: 'Album', label: 'Label' } as const;

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
      header: recordingWords[id],
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
    header: 'Lacks',
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
