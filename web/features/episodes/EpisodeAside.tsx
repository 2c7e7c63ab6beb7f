import { Stack } from '@mantine/core';
import type { Episode } from '#contract/api/episode.ts';
import type { Podcast } from '#contract/api/podcasts.ts';
import { wording } from '#brand/wording.ts';
import { LogoField } from '#web/features/podcasts/shared/LogoField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import type { EpisodeFormModel } from './episode-form.ts';
import { EpisodeDetails } from './EpisodeDetails.tsx';
import { PublishField } from './PublishField.tsx';
import { useZone } from './shared/use-zone.ts';

type EpisodeAsideProps = {
  form: EpisodeFormModel;
  podcast: Podcast;
  episode: Episode | undefined;
  /** An image that was picked but not saved yet. */
  logo: string | undefined;
  onLogo: (file: File) => void;
  hasAudio: boolean;
};

/** The side column of the episode form: publishing, artwork, and details such as season and number. */
export const EpisodeAside = ({ form, podcast, episode, logo, onLogo, hasAudio }: EpisodeAsideProps) => (
  <Stack gap="lg">
    <Surface title="Publishing">
      <PublishField
        form={form}
        zone={useZone(podcast.station_key)}
        isPublished={episode !== undefined && isPublishedNow(episode)}
        hasAudio={hasAudio}
      />
    </Surface>
    <Surface title="Logo" description={`Defaults to the logo of the ${wording.podcast}.`}>
      <LogoField src={logo ?? episode?.image ?? null} name={episode?.title ?? podcast.title} onPick={onLogo} />
    </Surface>
    <Surface title="Details">
      <EpisodeDetails form={form} />
    </Surface>
  </Stack>
);

/** Published, and its publish date has passed. */
const isPublishedNow = ({ published, publish_date }: Episode): boolean =>
  published && (publish_date === null || Date.parse(publish_date) <= Date.now());
