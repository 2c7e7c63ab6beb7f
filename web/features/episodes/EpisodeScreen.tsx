import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { byteSize, duration, moment } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { ShareButton } from '#web/ui/ShareButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ChapterList } from './ChapterList.tsx';
import classes from './EpisodeScreen.module.css';
import { EpisodePlayer } from './EpisodePlayer.tsx';
import { episodeQuery } from './queries.ts';
import { episodePlayback } from './shared/episode-playback.ts';
import { numberOf, stateLabels, typeLabels } from './shared/episode-labels.ts';
import { useMayChange } from './shared/use-may-change.ts';
import { useEpisodePaths } from './shared/use-episode-paths.ts';
import { TranscriptPanel } from './TranscriptPanel.tsx';

const DeleteEpisodes = lazy(() =>
  loadChunk(() => import('./DeleteEpisodes.tsx')).then((part) => ({ default: part.DeleteEpisodes })),
);

/** `…/episodes/{episodeKey}`: an episode with its player, description, URLs, chapters and transcript. */
export const EpisodeScreen = () => {
  const { podcastKey, episodeKey, edit, list } = useEpisodePaths();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: episode } = useSuspenseQuery(episodeQuery(podcastKey, episodeKey));
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  usePageTitle(`${episode.title}: ${podcast.title}`);
  useEffect(() => episodePlayback.stop, []);
  return (
    <Stack gap="lg">
      <Surface>
        <div className={classes.head}>
          <Artwork name={episode.title} src={episode.image ?? podcast.image ?? undefined} size={120} />
          <div className={classes.words}>
            <Group gap="xs">
              <Badge color={stateLabels[episode.state].color}>{stateLabels[episode.state].text}</Badge>
              {episode.episode_type !== 'full' && <Badge color="gray">{typeLabels[episode.episode_type]}</Badge>}
              {episode.explicit && <Badge color="yellow">Explicit</Badge>}
              <Text size="sm" c="dimmed">
                {whenOf(episode)}
              </Text>
            </Group>
            <Title order={2} mt={6}>
              {episode.title}
            </Title>
            {episode.subtitle !== '' && <Text c="dimmed">{episode.subtitle}</Text>}
          </div>
          {mayChange && (
            <Group gap="xs" className={classes.actions}>
              <Button
                component={Link}
                to={edit(episode.key) as '/'}
                variant="default"
                leftSection={<IconPencil size={17} aria-hidden />}
              >
                Edit
              </Button>
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={17} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                Delete
              </Button>
            </Group>
          )}
        </div>
        <EpisodePlayer episode={episode} editPath={mayChange ? edit(episode.key) : undefined} />
      </Surface>
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <Surface title="Description">
            {episode.rich_description !== '' ? (
              <RichText html={episode.rich_description} />
            ) : (
              <Text c={episode.description === '' ? 'dimmed' : undefined} style={{ whiteSpace: 'pre-line' }}>
                {episode.description || 'No description yet.'}
              </Text>
            )}
          </Surface>
          <TranscriptPanel episode={episode} mayChange={mayChange} />
          {episode.state === 'published' && <Links episode={episode} />}
        </Stack>
        <Stack gap="lg" miw={0}>
          {episode.chapters.length > 0 && <ChapterList episode={episode} />}
          <Facts episode={episode} />
        </Stack>
      </div>
      <Suspense>
        {isDeleting && (
          <DeleteEpisodes
            episodes={[episode]}
            noun={wording.podcast}
            opened={isDeleting}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate({ to: list as '/', replace: true })}
          />
        )}
      </Suspense>
    </Stack>
  );
};

const whenOf = ({ state, publish_date }: Episode): string => {
  if (publish_date === null) return '';
  return state === 'scheduled' ? `for ${moment(publish_date)}` : state === 'published' ? moment(publish_date) : '';
};

const Facts = ({ episode }: { episode: Episode }) => {
  const facts: [string, string][] = [
    ['Number', numberOf(episode)],
    ['Type', typeLabels[episode.episode_type]],
    ['Author', episode.author],
    ['Duration', episode.duration > 0 ? duration(episode.duration) : ''],
    ['Size', episode.size > 0 ? byteSize(episode.size) : ''],
    ['File', episode.original?.filename ?? ''],
    ['Tags', episode.tags.join(', ')],
    ['People', episode.persons.map(({ name, role }) => (role === '' ? name : `${name} (${role})`)).join(', ')],
    ['In directories', episode.block ? 'Hidden' : ''],
  ];
  return (
    <Surface title="Details">
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Surface>
  );
};

const Links = ({ episode }: { episode: Episode }) => (
  <Surface
    title="URLs"
    actions={
      <Group gap="md">
        <ShareButton title={episode.title} url={episode.page_url} code={episode.embed_code} />
        <Anchor href={episode.page_url} target="_blank" rel="noopener" size="sm">
          <Group gap={4}>
            Open page
            <IconExternalLink size={15} aria-hidden />
          </Group>
        </Anchor>
      </Group>
    }
  >
    <dl className={classes.links}>
      <CopyField label="Page" value={episode.page_url} />
      {episode.file_url !== null && <CopyField label="Audio" value={episode.file_url} />}
      {episode.transcript && <CopyField label="Transcript" value={episode.transcript.url} />}
    </dl>
  </Surface>
);
