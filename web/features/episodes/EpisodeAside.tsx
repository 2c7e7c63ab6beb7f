import { Stack } from '@mantine/core';
import type { Episode } from '#contract/episode.ts';
import type { Podcast } from '#contract/podcasts.ts';
import { LogoField } from '#web/features/podcasts/shared/LogoField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { EpisodeMarks } from './EpisodeMarks.tsx';
import { PublishField } from './PublishField.tsx';
import { useZone } from './shared/use-zone.ts';

type EpisodeAsideProps = {
  form: EpisodeFormModel;
  podcast: Podcast;
  episode: Episode | undefined;
  /** One that was chosen and isn't kept yet. */
  logo: string | undefined;
  onLogo: (file: File) => void;
  hasAudio: boolean;
};

/** What stands beside the words of an episode: when it is published, its logo, its place among the others. */
export const EpisodeAside = ({ form, podcast, episode, logo, onLogo, hasAudio }: EpisodeAsideProps) => (
  <Stack gap="lg">
    <Surface title="Publishing">
      <PublishField
        form={form}
        zone={useZone(podcast.station_key)}
        isPublished={episode !== undefined && isOut(episode)}
        hasAudio={hasAudio}
      />
    </Surface>
    <Surface title="Logo" description="The one of all episodes, unless there is one here.">
      <LogoField src={logo ?? episode?.image ?? null} name={episode?.title ?? podcast.title} onPick={onLogo} />
    </Surface>
    <Surface title="Details">
      <EpisodeMarks form={form} />
    </Surface>
  </Stack>
);

/** Published, and its time has come. */
const isOut = ({ published, publish_date }: Episode): boolean =>
  published && (publish_date === null || Date.parse(publish_date) <= Date.now());
