import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { PortalSettings } from '#contract/api/portal.ts';
import { brand } from '#brand/brand.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { PaymentGroups } from './PaymentSettings.tsx';
import { portalSettingsQuery, useSetPortalSettings } from './queries.ts';
import { SettingsGroup as Group, type SettingsForm } from './SettingsGroup.tsx';

type Form = SettingsForm;

/** `/portal/settings`: the general settings. */
export const PortalSettingsScreen = () => {
  const { data } = useSuspenseQuery(portalSettingsQuery);
  const change = useSetPortalSettings();
  const form = useContractForm<PortalSettings, PortalSettings>(PortalSettings, data);
  return (
    <>
      <PageHeader title="General settings" description="Apply to the whole portal immediately" />
      <Stack maw="var(--form-width)">
        <ContractForm
          form={form}
          onSubmit={async (values) => {
            form.reset(await change.mutateAsync(values));
            toastSuccess('Settings saved.');
          }}
        >
          <UsersGroup form={form} />
          {brand.flags.subscriptions && <PaymentGroups form={form} />}
          <ListeningGroup form={form} />
          <HelpGroup form={form} />
          <ChatGroup form={form} />
          <ReferralGroup form={form} />
        </ContractForm>
      </Stack>
    </>
  );
};

const UsersGroup = ({ form }: { form: Form }) => (
  <Group title="Accounts and users" description="Registration and defaults for new accounts">
    <NativeSelect
      {...form.register('registration')}
      label="Who may register"
      description="Only with the portal’s own sign-in; other providers have their own rules"
      data={[
        { value: 'everyone', label: 'Everyone' },
        { value: 'invited', label: 'Invited users only' },
      ]}
    />
    <SwitchField
      control={form.control}
      name="admins_need_second_factor"
      label="Require two-factor sign-in for portal administrators"
      description="Only with the portal’s own sign-in. Administrators without a second factor, including you, are signed out and must set one up at the next sign-in"
    />
    <NativeSelect
      {...form.register('account_creation')}
      label="Who may create accounts"
      description="Portal administrators always can"
      data={[
        { value: 'everyone', label: 'All signed-in users' },
        { value: 'admins', label: 'Portal administrators only' },
      ]}
    />
    <NumberField
      control={form.control}
      name="trial_days"
      label="Trial days"
      description="For new accounts"
      min={1}
      max={3650}
    />
  </Group>
);

const ListeningGroup = ({ form }: { form: Form }) => (
  <Group title="Listening data" description="How long listening sessions are stored. IP addresses are never stored.">
    <NumberField
      control={form.control}
      name="listening_days"
      label="Keep sessions for (days)"
      description="Older sessions are deleted nightly. Aggregated listening stays; app and call data does not"
      min={92}
      max={3650}
    />
  </Group>
);

const HelpGroup = ({ form }: { form: Form }) => {
  const { errors } = form.formState;
  return (
    <Group title="Help and terms" description="Shown on sign-in and error pages">
      <TextInput
        {...form.register('support_email')}
        type="email"
        label="Support e-mail"
        description="Contact for suspended accounts"
        error={errors.support_email?.message}
      />
      <TextInput
        {...form.register('terms_url')}
        type="url"
        label="Terms of use"
        description="URL of the page"
        error={errors.terms_url?.message}
      />
      <TextInput
        {...form.register('privacy_url')}
        type="url"
        label="Privacy"
        description="URL of the page"
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
    description="Up to two chat widgets for members of accounts with chat support. Portal administrators never see them. Reload the page after changing a script."
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
            description="URL. Leave empty for no widget"
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
      description="Service that is notified of clicks and new customers from referral codes"
    >
      <TextInput
        {...form.register('referral.url')}
        type="url"
        label="Tracker"
        description="URL. Leave empty for no tracking"
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

const secretRule = 'Not shown again after saving. Leave empty to remove it';
