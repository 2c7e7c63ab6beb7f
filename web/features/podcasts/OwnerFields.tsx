import { SimpleGrid, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/podcast.ts';
import { wording } from '#brand/wording.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { usePodcastField } from './use-podcast-field.ts';

/** Whose a podcast is, and whose what is in it is. */
export const OwnerFields = () => {
  const field = usePodcastField();
  const { control } = useFormContext<ChangedPodcast>();
  return (
    <FieldGroup title="Owner and rights">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('owner_name')} label="Owner" description="A person or a company" />
        <TextInput
          {...field('owner_email')}
          type="email"
          label="Owner’s e-mail"
          description="Stands in the feed: directories write to it"
        />
      </SimpleGrid>
      <TextInput {...field('copyright')} label="Copyright" placeholder="© 2026 …" />
      <SwitchField
        control={control}
        name="third_party_content"
        label="It contains what others made"
        description="Music, clips or texts that are not the owner’s"
      />
      <SwitchField
        control={control}
        name="content_rights"
        label="I have the rights to publish everything in it"
        description="Directories take a feed only from who may publish its content"
      />
      <SwitchField
        control={control}
        name="locked"
        label="Locked"
        description={`No other host may import the feed without the owner’s word`}
      />
      <SwitchField
        control={control}
        name="block"
        label="Keep it out of directories"
        description={`Whoever has the address of the ${wording.podcast} still hears it`}
      />
    </FieldGroup>
  );
};
