import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { PortalSettings } from '#contract/portal.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { portalSettingsQuery, useSetPortalSettings } from './queries.ts';

type Form = UseFormReturn<PortalSettings, unknown, PortalSettings>;

/** `/portal/settings`: the general settings. */
export const PortalSettingsScreen = () => {
  const { data } = useSuspenseQuery(portalSettingsQuery);
  const change = useSetPortalSettings();
  const form = useContractForm<PortalSettings, PortalSettings>(PortalSettings, data);
  return (
    <>
      <PageHeader title="General settings" description="They hold for the whole portal, within seconds." />
      <Stack maw={860}>
        <ContractForm
          form={form}
          submit="Save"
          onSubmit={async (values) => {
            form.reset(await change.mutateAsync(values));
            announceSuccess('The settings were saved.');
          }}
        >
          <PeopleGroup form={form} />
          <ListeningGroup form={form} />
          <HelpGroup form={form} />
          <ChatGroup form={form} />
          <ReferralGroup form={form} />
        </ContractForm>
      </Stack>
    </>
  );
};

const PeopleGroup = ({ form }: { form: Form }) => (
  <Group title="Accounts and people" description="Who may come in, and what a new account begins with.">
    <NativeSelect
      {...form.register('registration')}
      label="Who may register"
      description="With the portal's own sign-in; another provider decides for itself"
      data={[
        { value: 'everyone', label: 'Everybody' },
        { value: 'invited', label: 'Only who was invited' },
      ]}
    />
    <SwitchField
      control={form.control}
      name="admins_need_second_factor"
      label="Require a second factor of portal administrators"
      description="Only with the portal's own sign-in. Administrators without one, you too, are signed out and set it up right after their password"
    />
    <NativeSelect
      {...form.register('account_creation')}
      label="Who may create accounts"
      description="Portal administrators always may"
      data={[
        { value: 'everyone', label: 'Everybody who is signed in' },
        { value: 'admins', label: 'Portal administrators only' },
      ]}
    />
    <NumberField
      control={form.control}
      name="trial_days"
      label="Days of trial"
      description="Of accounts that are made from now on"
      min={1}
      max={3650}
    />
  </Group>
);

const ListeningGroup = ({ form }: { form: Form }) => (
  <Group title="Listening" description="How long it is kept who listened, without their addresses, and when.">
    <NumberField
      control={form.control}
      name="listening_days"
      label="Days that sessions are kept"
      description="Older ones are removed every night. What listening adds up to stays; of applications and calls nothing older does"
      min={92}
      max={3650}
    />
  </Group>
);

const HelpGroup = ({ form }: { form: Form }) => {
  const { errors } = form.formState;
  return (
    <Group title="Help and terms" description="Shown where people sign in, and where they are refused.">
      <TextInput
        {...form.register('support_email')}
        type="email"
        label="Support e-mail"
        description="Where a suspended account is told to write"
        error={errors.support_email?.message}
      />
      <TextInput
        {...form.register('terms_url')}
        type="url"
        label="Terms of use"
        description="Address of the page"
        error={errors.terms_url?.message}
      />
      <TextInput
        {...form.register('privacy_url')}
        type="url"
        label="Privacy"
        description="Address of the page"
        error={errors.privacy_url?.message}
      />
    </Group>
  );
};

const widgets = [
  ['primary', 'First widget'],
  ['secondary', 'Second widget'],
] as const;

const ChatGroup = ({ form }: { form: Form }) => (
  <Group
    title="Chat support"
    description="Two widgets may be offered to the people of accounts that have chat support. Portal administrators never see them. Reload the page after a change of a script."
  >
    {widgets.map(([which, name]) => {
      const errors = form.formState.errors.chat_widgets?.[which];
      return (
        <Stack key={which} gap="sm">
          <Text fw={600} size="sm">
            {name}
          </Text>
          <TextInput
            {...form.register(`chat_widgets.${which}.script`)}
            type="url"
            label="Script"
            description="Its address; empty for no widget"
            error={errors?.script?.message}
          />
          <TextInput
            {...form.register(`chat_widgets.${which}.secret`)}
            type="password"
            autoComplete="new-password"
            label="Secret"
            description={secretRule}
            error={errors?.secret?.message}
          />
        </Stack>
      );
    })}
  </Group>
);

const ReferralGroup = ({ form }: { form: Form }) => {
  const errors = form.formState.errors.referral;
  return (
    <Group
      title="Referral tracking"
      description="Who is told of clicks and new customers that come by a referral code."
    >
      <TextInput
        {...form.register('referral.url')}
        type="url"
        label="Tracker"
        description="Its address; empty for no tracking"
        error={errors?.url?.message}
      />
      <TextInput
        {...form.register('referral.token')}
        type="password"
        autoComplete="new-password"
        label="Token"
        description={secretRule}
        error={errors?.token?.message}
      />
    </Group>
  );
};

const secretRule = 'Never shown again once it is set; empty removes it';

const Group = ({ title, description, children }: { title: string; description: string; children: ReactNode }) => (
  <Surface title={title} description={description}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>{children}</SimpleGrid>
  </Surface>
);
