import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { limits } from '#contract/rules/limits.ts';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { TableState } from '#web/ui/table/use-table-state.ts';
import { columnsFor } from './episode-columns.tsx';
import { useEpisodePaths } from './shared/use-episode-paths.ts';

const DeleteEpisodes = lazy(() =>
  loadChunk(() => import('./DeleteEpisodes.tsx')).then((part) => ({ default: part.DeleteEpisodes })),
);

type EpisodesTableProps = {
  table: TableState;
  data: { entities: Episode[]; total: number; capped: boolean };
  isFixed: boolean;
  add: ReactNode;
};

/** One page of episodes, with actions for several of them. */
export const EpisodesTable = ({ table, data, isFixed, add }: EpisodesTableProps) => {
  const place = useEpisodePaths();
  const { episode, edit } = place;
  const { image } = useSuspenseQuery(podcastQuery(place.podcastKey)).data;
  const [deleting, setDeleting] = useState<readonly Episode[]>([]);
  const [isDeleting, setIsDeleting] = useState(false);
  /** Includes selected episodes on other pages. */
  const [selected, setSelected] = useState<ReadonlyMap<string, Episode>>(new Map());
  const confirmDelete = (chosen: readonly Episode[]): void => {
    setDeleting(chosen);
    setIsDeleting(true);
  };
  const columns = useMemo(
    () => columnsFor({ isFixed, image, pathOf: episode, editPathOf: edit, onDelete: (one) => confirmDelete([one]) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the paths are those of the list
    [isFixed, image, place.list],
  );
  return (
    <Surface flush>
      <DataTable
        label="Episodes"
        columns={columns}
        rows={data.entities}
        rowId={({ key }) => key}
        table={table}
        defaultSize={limits.episodeListPage}
        server={{ total: data.total, capped: data.capped }}
        tools={add}
        {...(!isFixed && {
          selection: {
            selected: new Set(selected.keys()),
            onChange: (keys) => setSelected(selectionOf(keys, selected, data.entities)),
            actions: (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => confirmDelete([...selected.values()])}
                >
                  Delete
                </Button>
                <Button size="xs" variant="subtle" color="gray" onClick={() => setSelected(new Map())}>
                  Clear
                </Button>
              </>
            ),
          },
        })}
      />
      <Suspense>
        {deleting.length > 0 && (
          <DeleteEpisodes
            episodes={deleting}
            noun={wording.podcast}
            opened={isDeleting}
            onClose={() => setIsDeleting(false)}
            onDeleted={() =>
              setSelected(new Map([...selected].filter(([key]) => !deleting.some((one) => one.key === key))))
            }
          />
        )}
      </Suspense>
    </Surface>
  );
};

const selectionOf = (
  keys: ReadonlySet<string>,
  before: ReadonlyMap<string, Episode>,
  shown: readonly Episode[],
): ReadonlyMap<string, Episode> => {
  const byKey = new Map<string, Episode>([...before, ...shown.map((one) => [one.key, one] as const)]);
  return new Map([...keys].flatMap((key) => byKey.get(key) ?? []).map((one) => [one.key, one]));
};
