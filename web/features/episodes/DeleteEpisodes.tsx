import { List, Text } from '@mantine/core';
import type { Episode } from '#contract/api/episode.ts';
import { count } from '#web/lib/format.ts';
import { DeleteItemsDialog } from '#web/ui/DeleteItemsDialog.tsx';
import { useDeleteEpisodes } from './queries.ts';
import { stateLabels } from './shared/episode-labels.ts';
import { useEpisodePaths } from './shared/use-episode-paths.ts';

type DeleteEpisodesProps = {
  episodes: readonly Episode[];
  /** The brand's word for a podcast. */
  noun: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

const mostNamed = 5;

/** Confirms the deletion of episodes and warns about published ones. */
export const DeleteEpisodes = ({ episodes, noun, opened, onClose, onDeleted }: DeleteEpisodesProps) => {
  const remove = useDeleteEpisodes(useEpisodePaths().podcastKey);
  const published = episodes.filter(({ state }) => state === 'published');
  return (
    <DeleteItemsDialog
      noun="episode"
      items={episodes}
      remove={remove}
      opened={opened}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Text inherit>
        The audio, logo and transcript are deleted immediately and permanently. This cannot be undone: unlike a station,
        an episode cannot be restored.
        {published.length > 0 &&
          ` ${episodes.length === 1 ? 'It is' : count(published.length, 'of them is', 'of them are')} published and will disappear from the ${noun}’s feed and from apps.`}
      </Text>
      {episodes.length > 1 && (
        <List size="sm" mt="sm">
          {episodes.slice(0, mostNamed).map(({ key, title, state }) => (
            <List.Item key={key}>
              {title} ({stateLabels[state].text.toLowerCase()})
            </List.Item>
          ))}
          {episodes.length > mostNamed && <List.Item>and {episodes.length - mostNamed} more</List.Item>}
        </List>
      )}
    </DeleteItemsDialog>
  );
};
