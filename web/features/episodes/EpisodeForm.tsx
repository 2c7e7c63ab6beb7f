import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Episode } from '#contract/api/episode.ts';
import type { Podcast } from '#contract/api/podcasts.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { bodyOf, valuesOf, WrittenEpisode, type EpisodeFormModel, type WrittenOutput } from './episode-form.ts';
import classes from './EpisodeForm.module.css';
import { EpisodeTexts } from './EpisodeTexts.tsx';
import { unsavedEpisode } from './shared/episode-labels.ts';

const EpisodeAside = lazy(() =>
  loadChunk(() => import('./EpisodeAside.tsx')).then((part) => ({ default: part.EpisodeAside })),
);

type Publishing = WrittenOutput['when'];
type WrittenBody = Omit<WrittenOutput, 'when'>;

type EpisodeFormProps = {
  podcast: Podcast;
  episode?: Episode;
  /** The podcast's newest episodes, whose numbering a new one continues. */
  recent?: readonly Episode[] | undefined;
  /** The label of the button for what it does about publishing; without it, the page's save bar saves. */
  submit?: (when: Publishing) => string;
  /** Shown above the fields; may have unsaved changes of its own. */
  head?: ReactNode;
  hasFile?: boolean;
  /** Returns the saved episode if the form stays open. */
  onSave: (body: WrittenBody, logo: File | undefined) => Promise<Episode | undefined>;
  onCancel?: () => void;
};

/** The form of an episode: its texts, details and publishing. */
export const EpisodeForm = (props: EpisodeFormProps) => {
  const { podcast, episode, recent, submit, head, hasFile = false, onSave, onCancel } = props;
  const logo = usePickedImage();
  const form: EpisodeFormModel = useContractForm(WrittenEpisode, valuesOf(episode, { podcast, recent }));
  const when = useWatch({ control: form.control, name: 'when' });
  return (
    <ContractForm
      form={form}
      {...(submit && { submit: submit(when) })}
      unsaved={unsavedEpisode}
      isTouched={logo.file !== undefined || hasFile}
      {...(onCancel && { onCancel })}
      onDiscard={logo.drop}
      onSubmit={async (values) => {
        const saved = await onSave(bodyOf(values), logo.file);
        form.reset(saved ? valuesOf(saved, { podcast }) : values);
        logo.drop();
      }}
    >
      <div className={classes.columns}>
        <Stack gap="lg">
          {head}
          <Surface title="Details">
            <EpisodeTexts form={form} />
          </Surface>
        </Stack>
        <Suspense fallback={<Skeleton h={640} radius="lg" role="status" aria-label="Loading" />}>
          <EpisodeAside
            form={form}
            podcast={podcast}
            episode={episode}
            logo={logo.url}
            onLogo={logo.pick}
            hasAudio={hasFile || (episode !== undefined && episode.upload_status !== 'none')}
          />
        </Suspense>
      </div>
    </ContractForm>
  );
};
