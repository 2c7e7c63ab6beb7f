import { Anchor, SimpleGrid, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { DjInfo, type User } from '#contract/api/session.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { SectionForm } from './SectionForm.tsx';

const Dj = z.object({ dj_info: DjInfo });
type Dj = z.infer<typeof Dj>;
const valuesOf = ({ dj_info: { image_url: _image, profile_url: _profile, ...dj_info } }: User): Dj => ({ dj_info });

/** The user's on-air profile. */
export const DjSection = ({ me }: { me: User }) => {
  const form = useContractForm<Dj, Dj>(Dj, valuesOf(me));
  const errors = form.formState.errors.dj_info;
  return (
    <SectionForm id="dj" title="DJ info" description="Your on-air profile" form={form} valuesOf={valuesOf}>
      <SwitchField control={form.control} name="dj_info.radio_personality" label="I am a radio personality" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.register('dj_info.nickname')}
          label="Nickname"
          description="The name your listeners know"
          error={errors?.nickname?.message}
        />
        <TextInput
          {...form.register('dj_info.pretty_url')}
          label="URL"
          description="At least 6 letters, numbers, dashes and underscores"
          error={errors?.pretty_url?.message}
        />
      </SimpleGrid>
      <Textarea {...form.register('dj_info.bio')} label="Bio" autosize minRows={3} error={errors?.bio?.message} />
      <Controller
        control={form.control}
        name="dj_info.tags"
        render={({ field: { value, onChange, ref } }) => (
          <TagsInput
            ref={ref}
            label="Tags"
            description="What you play and talk about. Press Enter after each tag."
            value={value}
            onChange={onChange}
            maxTags={30}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear tags' }}
            error={errors?.tags && 'At most 30 tags of up to 40 characters.'}
          />
        )}
      />
      <SwitchField control={form.control} name="dj_info.public" label="Show this profile publicly" />
      {me.dj_info.profile_url !== null && (
        <Text size="sm">
          Your page: <Anchor href={me.dj_info.profile_url}>{me.dj_info.profile_url}</Anchor>
        </Text>
      )}
    </SectionForm>
  );
};
