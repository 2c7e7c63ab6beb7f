import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { WantedEmails, type EmailKind } from '#contract/api/email-kinds.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { isPortalAdmin, meQuery } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useChangeWantedEmails, wantedEmailsQuery } from './wanted-emails-queries.ts';

/** Which kinds of e-mails the user gets. */
export const EmailsSection = () => {
  const { data: wanted } = useQuery(wantedEmailsQuery);
  return (
    <Surface
      id="emails"
      title="E-mail notifications"
      description="Everything is also in the inbox or on its page. E-mails about your sign-in, invitations, payments, and reports that you schedule are always sent."
    >
      {wanted ? <EmailsForm wanted={wanted} /> : <Skeleton h={260} role="status" aria-label="Loading" />}
    </Surface>
  );
};

type Kind = { kind: EmailKind; label: string; description: string; isOffered: boolean };
const kinds: readonly Kind[] = [
  {
    kind: 'alerts',
    label: 'Monitoring alerts',
    description: 'A station that is watched goes silent or off the air, and when it recovers',
    isOffered: brand.flags.stationAlerts,
  },
  {
    kind: 'recordings',
    label: 'Failed recordings',
    description: `A scheduled recording of a ${wording.podcast} has no audio`,
    isOffered: brand.flags.recordPodcast,
  },
  {
    kind: 'calls',
    label: 'Phone numbers',
    description: 'Requests for call-to-listen numbers, and numbers given or taken back',
    isOffered: true,
  },
  {
    kind: 'advertising',
    label: 'Advertising',
    description: 'Steps of advertising requests, and campaigns to approve',
    isOffered: brand.flags.advertising,
  },
];
const adminKinds: readonly Kind[] = [
  { kind: 'plans', label: 'Plan requests', description: 'An account requests another plan', isOffered: true },
];

const EmailsForm = ({ wanted }: { wanted: WantedEmails }) => {
  const change = useChangeWantedEmails();
  const { data: me } = useQuery(meQuery);
  const form = useContractForm<WantedEmails, WantedEmails>(WantedEmails, wanted);
  const shown = [...kinds, ...(isPortalAdmin(me) ? adminKinds : [])].filter(({ isOffered }) => isOffered);
  return (
    <ContractForm
      form={form}
      onSubmit={async (values) => {
        form.reset(await change.mutateAsync(values));
        toastSuccess('E-mail notifications saved.');
      }}
    >
      <Stack gap="md">
        {shown.map(({ kind, label, description }) => (
          <SwitchField key={kind} control={form.control} name={kind} label={label} description={description} />
        ))}
      </Stack>
    </ContractForm>
  );
};
