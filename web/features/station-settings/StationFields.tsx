import { Checkbox, Divider, Group, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { stationCategories } from '#contract/limits.ts';
import type { ChangedStation } from '#contract/station.ts';
import { organizationSizes, organizationTypes, stationTags, type StationTag } from '#contract/station-lists.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import { countries } from '#web/lib/countries.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { ChosenField } from './ChosenField.tsx';

type FieldName = 'name' | 'description' | 'about' | 'website' | 'phone';

/** What an input of a field takes: its registration and what is wrong with it. */
const useField = () => {
  const { register, formState } = useFormContext<ChangedStation>();
  return (name: FieldName) => ({ ...register(name), error: formState.errors[name]?.message });
};

/** What the station is called and about. */
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
        description="One or two sentences that players and directories show"
        autosize
        minRows={2}
      />
      <Textarea
        {...field('about')}
        label="About"
        description="The story of the station, for its page"
        autosize
        minRows={3}
        maxRows={14}
      />
      <ChosenField name="category" label="Category" ids={stationCategories} />
    </FieldGroup>
  );
};

/** Where the station is and how its listeners reach it. */
export const ContactFields = () => {
  const field = useField();
  const lands = useMemo(countries, []);
  return (
    <FieldGroup title="Where it is">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ChosenField name="country" label="Country" data={lands} searchable optional />
        <ZoneField />
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
          description="Days and hours in reports are this zone's"
          allowDeselect={false}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

/** Who runs the station. */
export const OrganizationFields = () => (
  <FieldGroup title="Organization">
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <ChosenField name="organization_type" label="Kind of organization" ids={organizationTypes} optional />
      <ChosenField name="organization_size" label="Size" ids={organizationSizes} optional />
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

/** Who finds the station, where it is heard, and whether it is the one that its account opens first. */
export const VisibilityFields = ({ mayChooseDefault }: { mayChooseDefault: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <FieldGroup title="Visibility">
      <SwitchField control={control} name="public" label="List the station in public directories" />
      <SwitchField control={control} name="searchable" label="Let people find the station by searching" />
      <SwitchField
        control={control}
        name="show_tracks_playing"
        label="Show which track is playing"
        description="In players and on the page of what is playing now"
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
            label="Where it is heard"
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
            label="The default station of the account"
            description={
              mayChooseDefault
                ? 'An account has one; making this the default takes the mark from another.'
                : 'The account’s owners and admins choose it.'
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
