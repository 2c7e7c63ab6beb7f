import { Badge, Loader, Text } from '@mantine/core';
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { Episode } from '#contract/api/episode.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { byteSize, duration, moment } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import classes from './Episodes.module.css';
import { EpisodePlay } from './shared/EpisodePlay.tsx';
import { numberOf, stateLabels } from './shared/episode-labels.ts';

type EpisodeActions = {
  isFixed: boolean;
  /** Fallback artwork for episodes without their own. */
  image: string | null;
  pathOf: (key: EpisodeKey) => string;
  editPathOf: (key: EpisodeKey) => string;
  onDelete: (episode: Episode) => void;
};

const column = createColumnHelper<Episode>();

/** The columns of the episode list; the last one holds the actions. */
export const columnsFor = (actions: EpisodeActions) => [
  column.display({
    id: 'play',
    header: () => <HiddenHeader>Play</HiddenHeader>,
    cell: ({ row: { original } }) => <EpisodePlay episode={original} />,
  }),
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) => (
      <Title episode={original} image={actions.image} path={actions.pathOf(original.key)} />
    ),
  }),
  column.accessor((episode) => stateLabels[episode.state].text, {
    id: 'state',
    header: 'State',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <State episode={original} />,
  }),
  column.accessor(({ publish_date }) => publish_date ?? '', {
    id: 'publish_date',
    header: 'Published',
    meta: { onPhone: 'below' },
    cell: ({ getValue }) =>
      getValue() === '' ? <Text c="dimmed">–</Text> : <span className={classes.whole}>{moment(getValue())}</span>,
  }),
  column.accessor('duration', {
    header: 'Duration',
    cell: ({ getValue }) => <span className="numbers">{getValue() === 0 ? '–' : duration(getValue())}</span>,
    meta: { align: 'end', onPhone: 'below' },
  }),
  column.accessor('size', {
    header: 'Size',
    enableSorting: false,
    cell: ({ getValue }) => (
      <span className={`${classes.whole} numbers`}>{getValue() === 0 ? '–' : byteSize(getValue())}</span>
    ),
    meta: { align: 'end', onPhone: 'hidden' },
  }),
  ...(actions.isFixed ? [] : [actionsColumn(actions)]),
];

type TitleProps = { episode: Episode; image: string | null; path: string };

const Title = ({ episode, image, path }: TitleProps) => {
  const number = numberOf(episode);
  return (
    <span className={classes.title}>
      <Artwork name={episode.title} src={episode.image ?? image ?? undefined} size={40} />
      <span>
        <Link to={path as '/'} className={classes.name}>
          {episode.title}
        </Link>
        {number !== '' && (
          <Text span size="sm" c="dimmed" display="block">
            {number}
          </Text>
        )}
      </span>
    </span>
  );
};

const State = ({ episode }: { episode: Episode }) => {
  const { text, color } = stateLabels[episode.state];
  return (
    <span className={classes.states}>
      <Badge color={color}>{text}</Badge>
      {episode.upload_status === 'processing' && (
        <Badge color="gray" leftSection={<Loader size={10} color="gray" />}>
          Preparing
        </Badge>
      )}
      {episode.upload_status === 'error' && <Badge color="red">Audio failed</Badge>}
      {episode.upload_status === 'none' && (
        <Badge color="gray" variant="outline">
          No audio
        </Badge>
      )}
    </span>
  );
};

const icon = { size: 16, 'aria-hidden': true } as const;

const actionsColumn = ({ pathOf, editPathOf, onDelete }: EpisodeActions) =>
  column.display({
    id: 'actions',
    header: () => <HiddenHeader>Actions</HiddenHeader>,
    cell: ({ row: { original } }) => (
      <MoreMenu label={`Actions for ${original.title}`}>
        <DropGroup>
          <DropItem
            icon={<IconExternalLink {...icon} />}
            link={(props) => <Link to={pathOf(original.key) as '/'} {...props} />}
          >
            Open
          </DropItem>
          <DropItem
            icon={<IconPencil {...icon} />}
            link={(props) => <Link to={editPathOf(original.key) as '/'} {...props} />}
          >
            Edit
          </DropItem>
        </DropGroup>
        <DropGroup>
          <DropItem icon={<IconTrash {...icon} />} onClick={() => onDelete(original)} danger>
            Delete
          </DropItem>
        </DropGroup>
      </MoreMenu>
    ),
  });
