import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { ImportedEpisode } from '#contract/api/podcast-import.ts';
import { day } from '#web/lib/format.ts';
import classes from './Import.module.css';

const column = createColumnHelper<ImportedEpisode>();

/** The columns of an import's episodes; `path` is the podcast's. */
export const importedColumns = (path: string) => [
  column.accessor('title', {
    header: 'Episode',
    enableSorting: false,
    cell: ({ row: { original: episode } }) => (
      <div className={classes.episode}>
        {episode.key === null ? (
          <bdi>{episode.title}</bdi>
        ) : (
          <Link to={`${path}/episodes/${episode.key}` as '/'} className={classes.link}>
            <bdi>{episode.title}</bdi>
          </Link>
        )}
        {[...(episode.reason === null ? [] : [episode.reason]), ...episode.notes].map((line) => (
          <Text key={line} size="sm" c="dimmed">
            {line}
          </Text>
        ))}
      </div>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original: episode } }) => {
      const { text, color } = stateLabels[episode.state];
      const isUnderWay = episode.state === 'fetching' && episode.progress > 0;
      return (
        <Badge color={color} className={classes.state}>
          {isUnderWay ? `${text} ${episode.progress}%` : text}
        </Badge>
      );
    },
  }),
  column.accessor('published', {
    header: 'Date',
    enableSorting: false,
    cell: ({ getValue }) => {
      const date = getValue();
      return <span className={classes.date}>{date === null ? '–' : day(date)}</span>;
    },
  }),
];

const stateLabels: Record<ImportedEpisode['state'], { text: string; color: string }> = {
  waiting: { text: 'Waiting', color: 'gray' },
  fetching: { text: 'Fetching', color: 'blue' },
  preparing: { text: 'Preparing', color: 'blue' },
  imported: { text: 'Imported', color: 'green' },
  skipped: { text: 'Already imported', color: 'gray' },
  failed: { text: 'Failed', color: 'red' },
  cancelled: { text: 'Skipped', color: 'gray' },
};
