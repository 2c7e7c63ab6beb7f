import { useSuspenseQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { wording } from '#brand/wording.ts';
import { ChangedPodcast, type Podcast } from '#contract/api/podcast.ts';
import { useMay } from '#web/features/session/queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { podcastQuery, useUpdatePodcast } from '#web/parts/podcast-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePickedImage } from '#web/ui/form/use-picked-image.ts';
import { AboutFields, PodcastTypeFields } from './AboutFields.tsx';
import { PublishingFields } from './PublishingFields.tsx';
import { DeletePodcast } from './DeletePodcast.tsx';
import { ListFields } from './ListFields.tsx';
import { OwnerFields } from './OwnerFields.tsx';
import classes from './PodcastSettings.module.css';
import { LogoField } from './shared/LogoField.tsx';

/** `…/podcasts/{podcastKey}/settings`: every field of a podcast (spec §3), its logo, and its deletion. */
export const PodcastSettingsScreen = () => {
  const { podcastKey, ...scope } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const mayDelete = useMay('podcast.delete', scope);
  usePageTitle(`${podcast.title}: Settings`);
  return (
    <div className={classes.narrow} key={podcast.key}>
      <SettingsForm podcast={podcast} />
      {mayDelete && (
        <Surface title={`Delete ${wording.podcast}`}>
          <DeletePodcast podcast={podcast} />
        </Surface>
      )}
    </div>
  );
};

const fields = [
  ...(['title', 'subtitle', 'description', 'summary', 'author', 'owner_name', 'owner_email', 'copyright'] as const),
  ...(['link', 'language', 'show_type', 'categories', 'keywords', 'explicit', 'complete', 'block'] as const),
  ...(['published', 'third_party_content', 'content_rights', 'pretty_url', 'locked', 'medium', 'funding'] as const),
  'persons' as const,
];

const valuesOf = (podcast: Podcast): ChangedPodcast => ({
  ...Object.fromEntries(fields.map((name) => [name, podcast[name]])),
  parent: podcast.parent as ChangedPodcast['parent'],
});

const SettingsForm = ({ podcast }: { podcast: Podcast }) => {
  const update = useUpdatePodcast(podcast.key);
  const logo = usePickedImage();
  const form = useContractForm(ChangedPodcast, valuesOf(podcast));
  const logoError = (form.formState.errors as { logo?: { message?: string } }).logo?.message;
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        isTouched={logo.file !== undefined}
        onDiscard={logo.drop}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync({ body, logo: logo.file })));
          logo.drop();
        }}
      >
        <Surface title="Logo">
          <LogoField
            name={podcast.title}
            src={logo.url ?? podcast.image}
            required
            error={logoError}
            onPick={(file) => {
              form.clearErrors('logo' as 'title');
              logo.pick(file);
            }}
          />
        </Surface>
        <AboutFields />
        <PodcastTypeFields />
        <PublishingFields podcast={podcast} />
        <OwnerFields />
        <ListFields />
      </ContractForm>
    </FormProvider>
  );
};
