import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Episode } from '#contract/episode.ts';
import type { Podcast } from '#contract/podcasts.ts';
import { LogoField } from '#web/features/podcasts/shared/LogoField.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { bodyOf, valuesOf, WrittenEpisode, type EpisodeFormModel, type WrittenOutput } from './episode-form.ts';
import classes from './EpisodeForm.module.css';
import { EpisodeMarks, EpisodeWords } from './EpisodeFields.tsx';
import { PublishField } from './PublishField.tsx';
import { unsavedEpisode } from './shared/episode-words.ts';
import { useZone } from './shared/use-zone.ts';

export type WrittenBody = Omit<WrittenOutput, 'when'>;

type EpisodeFormProps = {
  podcast: Podcast;
  episode?: Episode;
  submit: string;
  /** Stands above the words, and has something unsaved of its own. */
  head?: ReactNode;
  hasFile?: boolean;
  /** Gives the episode as it is then, where the form goes on with it. */
  onSave: (body: WrittenBody, logo: File | undefined) => Promise<Episode | undefined>;
  onCancel: () => void;
};

/** Writes an episode: its words, its place among the others, and when it is published. */
export const EpisodeForm = (props: EpisodeFormProps) => {
  const { podcast, episode, submit, head, hasFile = false, onSave, onCancel } = props;
  const zone = useZone(podcast.station_key);
  const logo = usePickedImage();
  const form: EpisodeFormModel = useContractForm(WrittenEpisode, valuesOf(episode, podcast.explicit));
  return (
    <ContractForm
      form={form}
      submit={submit}
      unsaved={unsavedEpisode}
      isTouched={logo.file !== undefined || hasFile}
      onCancel={onCancel}
      onSubmit={async (values) => {
        const saved = await onSave(bodyOf(values), logo.file);
        form.reset(saved ? valuesOf(saved, podcast.explicit) : values);
        logo.drop();
      }}
    >
      <div className={classes.columns}>
        <Stack gap="lg">
          {head}
          <Surface title="What it is">
            <EpisodeWords form={form} />
          </Surface>
        </Stack>
        <Stack gap="lg">
          <Surface title="Publishing">
            <PublishField
              form={form}
              zone={zone}
              isPublished={episode?.published ?? false}
              hasAudio={hasFile || (episode !== undefined && episode.upload_status !== 'none')}
            />
          </Surface>
          <Surface
            title="Logo"
            description="Square, at least 1400 pixels; the one of all episodes, unless there is one."
          >
            <LogoField
              src={logo.url ?? episode?.image ?? null}
              name={episode?.title ?? podcast.title}
              onPick={logo.pick}
            />
          </Surface>
          <Surface title="Details">
            <EpisodeMarks form={form} />
          </Surface>
        </Stack>
      </div>
    </ContractForm>
  );
};
