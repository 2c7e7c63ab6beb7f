import { Badge, Button, Table, Text } from '@mantine/core';
import { IconPhoneIncoming, IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { webhookOf } from '#contract/engine/engine-calls.ts';
import type { PortalTrunk, TelephonyHealth } from '#contract/api/telephony-admin.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { count, moment } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { telephonyHealthQuery, telephonySettingsQuery, trunksQuery } from './portal-queries.ts';
import { reasonLabel } from './refused-calls.ts';
import { TelephonySettingsForm } from './TelephonySettingsForm.tsx';

const TrunkDialog = lazy(() =>
  loadChunk(() => import('./TrunkDialog.tsx')).then((part) => ({ default: part.TrunkDialog })),
);

/** `/portal/ctl/lines`: the lines of carriers with their last call, whether calls are answered, and the settings. */
export const LinesScreen = () => {
  const { data: trunks } = useSuspenseQuery(trunksQuery);
  const { data: settings } = useSuspenseQuery(telephonySettingsQuery);
  const { data: health } = useQuery(telephonyHealthQuery);
  const [edited, setEdited] = useState<PortalTrunk | 'new'>();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      Connect a line
    </Button>
  );
  return (
    <>
      <Surface
        title="Lines"
        description="Of carriers and telephone systems; calls from other addresses get no answer"
        actions={trunks.length > 0 && add}
      >
        {trunks.length === 0 ? (
          <EmptyState icon={<IconPhoneIncoming size={30} />} title="No lines" action={add}>
            Have your carrier send calls to{' '}
            <bdi dir="ltr">{`sip:{number}@${settings.host || window.location.hostname}`}</bdi>, then tell us which
            addresses they come from. The first line ends the sandbox.
          </EmptyState>
        ) : (
          <Lines trunks={trunks} health={health} onEdit={setEdited} />
        )}
      </Surface>
      {health && <HealthPanel health={health} />}
      <TelephonySettingsForm settings={settings} />
      <Suspense>
        {edited !== undefined && (
          <TrunkDialog trunk={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </>
  );
};

type LinesProps = {
  trunks: readonly PortalTrunk[];
  health: TelephonyHealth | undefined;
  onEdit: (trunk: PortalTrunk) => void;
};

const Lines = ({ trunks, health, onEdit }: LinesProps) => (
  <QuietTable>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Line</Table.Th>
        <Table.Th>Calls come from</Table.Th>
        <Table.Th>Last call</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {trunks.map((trunk) => (
        <Table.Tr key={trunk.id}>
          <Table.Td>
            <Button variant="transparent" px={0} onClick={() => onEdit(trunk)} aria-label={`Edit ${trunk.name}`}>
              <bdi>{trunk.name}</bdi>
            </Button>
            {!trunk.active && <Badge color="gray">Off</Badge>}
            <Text size="sm" c="dimmed">
              {kindLabel(trunk)} · {count(trunk.numbers, 'number')}
            </Text>
          </Table.Td>
          <Table.Td>
            <CallsFrom trunk={trunk} />
          </Table.Td>
          <Table.Td aria-live="polite">
            <LastCall health={health} id={trunk.id} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </QuietTable>
);

const kindLabel = ({ kind, transport, srtp }: PortalTrunk): string => {
  if (kind === 'sip') return transport.toUpperCase() + (srtp === 'required' ? ', encrypted' : '');
  return kind === 'twilio' ? 'Twilio' : 'Telnyx';
};

/** A line's addresses, or the webhook that its numbers need at the carrier. */
const CallsFrom = ({ trunk }: { trunk: PortalTrunk }) => {
  const webhook = webhookOf(trunk);
  if (webhook === null) return trunk.addresses.join(', ');
  return (
    <>
      <Text size="sm" c="dimmed">
        Webhook of its numbers
      </Text>
      <bdi dir="ltr">{webhook}</bdi>
    </>
  );
};

/** The test of a line: call one of its numbers, and what became of the call appears here. */
const LastCall = ({ health, id }: { health: TelephonyHealth | undefined; id: string }) => {
  const found = health?.engine?.trunks.find((trunk) => trunk.id === id);
  if (!found?.last)
    return (
      <Text size="sm" c="dimmed">
        None yet: call one of its numbers to test it.
      </Text>
    );
  const isAnswered = found.last.status < 300;
  return (
    <>
      {isAnswered ? 'Answered' : `Refused: ${reasonLabel(found.last.reason)} (${String(found.last.status)})`}
      <Text size="sm" c="dimmed">
        {moment(new Date(found.last.at).toISOString())} · {count(found.calling, 'call')} now
      </Text>
    </>
  );
};
