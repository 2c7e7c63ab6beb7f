import { Checkbox, Divider, Group, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { stationCategories } from '#contract/rules/limits.ts';
import type { ChangedStation } from '#contract/api/station.ts';
import { organizationSizes, organizationTypes, stationTags, type StationTag } from '#contract/api/station-lists.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { countries } from '#web/lib/countries.ts';
import { LanguageField } from '#web/ui/form/LanguageField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { StationSelect } from './StationSelect.tsx';

type FieldName = 'name' | 'description' | 'about' | 'website' | 'phone';

/** Returns the props of a field's input: its registration and its error. */
const useField = () => {
  const { register, formState } = useFormContext<ChangedStation>();
  return (name: FieldName) => ({ ...register(name), error: formState.errors[name]?.message });
};

/** Name, descriptions and category. */
export const GeneralFields = () => {
  const field = useField();
  return (
    <FieldGroup title="General">
      <TextInput
        {...field('name')}
        label="Name"
        description="6 to 100 letters, digits, spaces, dots, dashes, underscores and parentheses"
        required
      />
      <Textarea
        {...field('description')}
        label="Description"
        description="One or two sentences, shown in players and directories"
        autosize
        minRows={2}
      />
      <Textarea
        {...field('about')}
        label="About"
        description="The station’s story, shown on its page"
        autosize
        minRows={3}
        maxRows={14}
      />
      <StationSelect name="category" label="Category" ids={stationCategories} />
    </FieldGroup>
  );
};

/** Country, time zone, language, website and phone. */
export const ContactFields = () => {
  const field = useField();
  const countryOptions = useMemo(countries, []);
  return (
    <FieldGroup title="Location and contact">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <StationSelect name="country" label="Country" data={countryOptions} searchable optional />
        <ZoneField />
        <LanguageField description="Of the station’s page" />
        <TextInput {...field('website')} label="Website" placeholder="example.com" type="url" />
        <TextInput {...field('phone')} label="Phone" description="For listeners" type="tel" />
      </SimpleGrid>
    </FieldGroup>
  );
};

const ZoneField = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name="default_timezone"
      render={({ field, fieldState }) => (
        <ZoneInput
          {...field}
          value={field.value ?? null}
          label="Time zone"
          description="Used for schedules and reports"
          allowDeselect={false}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

/** The organization that runs the station. */
export const OrganizationFields = () => (
  <FieldGroup title="Organization">
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <StationSelect name="organization_type" label="Organization type" ids={organizationTypes} optional />
      <StationSelect name="organization_size" label="Size" ids={organizationSizes} optional />
    </SimpleGrid>
  </FieldGroup>
);

const tagNames: Record<Exclude<StationTag, 'default'>, string> = {
  web: 'Web',
  call: 'Call to listen',
  app: 'App',
  tunein: 'TuneIn',
  other: 'Other',
};

/** Directory listing, where the station can be heard, and whether it is the account's default station. */
export const VisibilityFields = ({ mayChooseDefault }: { mayChooseDefault: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <FieldGroup title="Visibility">
      <SwitchField
        control={control}
        name="public"
        label="Publish the station’s page and list the station in directories"
      />
      <SwitchField
        control={control}
        name="searchable"
        label="Include the station in search"
        description="Here and by search engines"
      />
      <SwitchField
        control={control}
        name="show_tracks_playing"
        label="Show which track is playing"
        description="In players and on the now-playing page"
      />
      <Divider />
      <Tags mayChooseDefault={mayChooseDefault} />
    </FieldGroup>
  );
};

const Tags = ({ mayChooseDefault }: { mayChooseDefault: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field: { value = [], onChange }, fieldState }) => (
        <>
          <Checkbox.Group
            label="Where it can be heard"
            value={value.filter((tag) => tag !== 'default')}
            onChange={(tags) => onChange(value.includes('default') ? [...tags, 'default'] : tags)}
            error={fieldState.error?.message}
          >
            <Group gap="lg" mt={8}>
              {stationTags.map((tag) =>
                tag === 'default' ? null : <Checkbox key={tag} value={tag} label={tagNames[tag]} />,
              )}
            </Group>
          </Checkbox.Group>
          <Switch
            label="Default station of the account"
            description={
              mayChooseDefault ? 'Replaces the current default station.' : 'Account owners and admins choose it.'
            }
            disabled={!mayChooseDefault}
            checked={value.includes('default')}
            onChange={({ currentTarget }) =>
              onChange([...value.filter((tag) => tag !== 'default'), ...(currentTarget.checked ? ['default'] : [])])
            }
          />
        </>
      )}
    />
  );
};
