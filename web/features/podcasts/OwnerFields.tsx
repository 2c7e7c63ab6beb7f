import { SimpleGrid, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/api/podcast.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { usePodcastField } from './use-podcast-field.ts';

/** The owner of a podcast and the rights to its content. */
export const OwnerFields = () => {
  const field = usePodcastField();
  const { control } = useFormContext<ChangedPodcast>();
  return (
    <FieldGroup title="Owner and rights">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('owner_name')} label="Owner" description="A person or company" />
        <TextInput
          {...field('owner_email')}
          type="email"
          label="Owner’s e-mail"
          description="Published in the feed for contact by directories"
        />
      </SimpleGrid>
      <TextInput {...field('copyright')} label="Copyright" placeholder="© 2026 …" />
      <SwitchField
        control={control}
        name="third_party_content"
        label="Contains third-party content"
        description="Music, clips or texts that you do not own"
      />
      <SwitchField
        control={control}
        name="content_rights"
        label="I own or have licensed all content"
        description="Required by directories"
      />
      <SwitchField
        control={control}
        name="locked"
        label="Locked"
        description="Other hosts cannot import the feed without the owner’s consent"
      />
      <SwitchField
        control={control}
        name="block"
        label="Hide from directories"
        description="Anyone with the feed URL can still listen"
      />
    </FieldGroup>
  );
};
