import { Radio, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Profile } from '#contract/session.ts';
import { meQuery, profileQuery, useUpdateProfile } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { setPreferences, usePreferences, type Direction, type ThemeChoice } from '#web/lib/preferences.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';

/** `/profile/settings`: the person's name, and how the portal looks in this browser. */
export const ProfileScreen = () => (
  <>
    <PageHeader title="Profile settings" />
    <Stack gap="md" maw={760}>
      <NameForm />
      <AppearanceForm />
    </Stack>
  </>
);

const NameForm = () => {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  const update = useUpdateProfile();
  const form = useContractForm(Profile, profile);
  const { errors } = form.formState;
  return (
    <Surface title="You" description={me.email}>
      <ContractForm
        form={form}
        submit="Save"
        onSubmit={async (values) => {
          form.reset(await update.mutateAsync(values));
          announceSuccess('Your name was saved.');
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.register('firstName')}
            label="First name"
            error={errors.firstName?.message}
            autoComplete="given-name"
          />
          <TextInput
            {...form.register('lastName')}
            label="Last name"
            error={errors.lastName?.message}
            autoComplete="family-name"
          />
        </SimpleGrid>
      </ContractForm>
    </Surface>
  );
};

const AppearanceForm = () => {
  const { theme, direction } = usePreferences();
  return (
    <Surface title="Appearance" description="Kept in this browser.">
      <Radio.Group label="Theme" value={theme} onChange={(chosen) => setPreferences({ theme: chosen as ThemeChoice })}>
        <Stack gap="xs" mt="xs">
          <Radio value="auto" label="Like the system" />
          <Radio value="light" label="Light" />
          <Radio value="semi-dark" label="Light, with dark navigation" />
          <Radio value="dark" label="Dark" />
        </Stack>
      </Radio.Group>
      <Text size="sm" fw={500} mt="lg" mb={6} id="direction-label">
        Direction of the page
      </Text>
      <SegmentedControl
        aria-labelledby="direction-label"
        value={direction}
        onChange={(chosen) => setPreferences({ direction: chosen as Direction })}
        data={[
          { value: 'ltr', label: 'Left to right' },
          { value: 'rtl', label: 'Right to left' },
        ]}
      />
    </Surface>
  );
};
