import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { BasicInfo, genders, type User } from '#contract/api/session.ts';
import { useAvatar } from '#web/features/session/queries.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { SectionForm } from './SectionForm.tsx';

const You = z.object({ basic_info: BasicInfo });
type You = z.infer<typeof You>;
const valuesOf = ({ basic_info }: User): You => ({ basic_info });

const genderNames: Record<(typeof genders)[number], string> = {
  '': '',
  female: 'Female',
  male: 'Male',
  other: 'Other',
  undisclosed: 'Prefer not to say',
};

/** The user's personal info and picture; the picture is saved immediately. */
export const PersonalInfoSection = ({ me }: { me: User }) => {
  const form = useContractForm<You, You>(You, valuesOf(me));
  const errors = form.formState.errors.basic_info;
  const { set, remove } = useAvatar();
  const name = `${me.basic_info.first_name} ${me.basic_info.last_name}`.trim() || me.email;
  return (
    <SectionForm
      id="you"
      title="Personal info"
      form={form}
      valuesOf={valuesOf}
      above={
        <div style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
          <ImageField
            label="Picture"
            name={name}
            src={me.dj_info.image_url}
            hint="Cropped to a square."
            busy={set.isPending || remove.isPending}
            onUpload={(file) => set.mutate(file)}
            onRemove={() => remove.mutate()}
          />
        </div>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.register('basic_info.first_name')}
          label="First name"
          autoComplete="given-name"
          error={errors?.first_name?.message}
        />
        <TextInput
          {...form.register('basic_info.last_name')}
          label="Last name"
          autoComplete="family-name"
          error={errors?.last_name?.message}
        />
        <NativeSelect
          {...form.register('basic_info.gender')}
          label="Gender"
          data={genders.map((gender) => ({ value: gender, label: genderNames[gender] }))}
          error={errors?.gender?.message}
        />
        <TextInput
          {...form.register('basic_info.birthday')}
          type="date"
          label="Birthday"
          autoComplete="bday"
          error={errors?.birthday?.message}
        />
      </SimpleGrid>
    </SectionForm>
  );
};
