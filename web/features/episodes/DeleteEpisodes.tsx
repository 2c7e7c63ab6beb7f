import { List, Text } from '@mantine/core';
import type { Episode } from '#contract/episode.ts';
import { count } from '#web/lib/format.ts';
import { DeleteSeveral } from '#web/ui/DeleteSeveral.tsx';
import { useDeleteEpisodes } from './queries.ts';
import { stateWords } from './shared/episode-words.ts';
import { usePlace } from './shared/use-place.ts';

type DeleteEpisodesProps = {
  episodes: readonly Episode[];
  /** What a podcast is called here. */
  noun: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

const mostNamed = 5;

/** Asks before episodes are deleted for good, and says which of them the world hears. */
export const DeleteEpisodes = ({ episodes, noun, opened, onClose, onDeleted }: DeleteEpisodesProps) => {
  const remove = useDeleteEpisodes(usePlace().podcastKey);
  const heard = episodes.filter(({ state }) => state === 'published');
  return (
    <DeleteSeveral
      noun="episode"
      items={episodes}
      remove={remove}
      opened={opened}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Text inherit>
        The audio, the picture and the transcript are removed for good. This cannot be undone.
        {heard.length > 0 &&
          ` ${episodes.length === 1 ? 'It is' : count(heard.length, 'of them is', 'of them are')} published, and ${heard.length === 1 ? 'disappears' : 'disappear'} from the feed of the ${noun} and from the apps of those who listen.`}
      </Text>
      {episodes.length > 1 && (
        <List size="sm" mt="sm">
          {episodes.slice(0, mostNamed).map(({ key, title, state }) => (
            <List.Item key={key}>
              {title} ({stateWords[state].text.toLowerCase()})
            </List.Item>
          ))}
          {episodes.length > mostNamed && <List.Item>and {episodes.length - mostNamed} more</List.Item>}
        </List>
      )}
    </DeleteSeveral>
  );
};
