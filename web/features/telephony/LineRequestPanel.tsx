import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { LineRequest } from '#contract/api/telephony.ts';
import { useMay } from '#web/features/session/queries.ts';
import { countryName } from '#web/lib/countries.ts';
import { count, moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useAskForNumber } from './queries.ts';
import classes from './Telephony.module.css';

type LineRequestPanelProps = {
  accountKey: AccountKey;
  stationKey: StationKey;
  request: LineRequest;
  mayChange: boolean;
  isRelay: boolean;
};

/** For a station without a number: what call-to-listen is, the request for a number and what became of it. */
export const LineRequestPanel = (props: LineRequestPanelProps) => {
  const { request, stationKey, mayChange, isRelay } = props;
  if (isRelay)
    return (
      <Introduction>
        Callers hear the master’s stream. Please ask for a phone number on the master station.
      </Introduction>
    );
  if (request.status === 'request_pending') return <Waiting {...props} />;
  if (!request.allowed) return <Upgrade {...props} />;
  return (
    <Stack gap="md">
      {request.status === 'refused' && (
        <Alert color="red" title="Your request was refused">
          {request.reason}
        </Alert>
      )}
      <Introduction>Ask for a phone number below. Callers pay what their operator charges for a call.</Introduction>
      {mayChange && <RequestForm stationKey={stationKey} request={request} />}
    </Stack>
  );
};

const Introduction = ({ children, action }: { children: React.ReactNode; action?: React.ReactNode }) => (
  <Surface>
    <EmptyState icon={<IconPhoneCall size={30} />} title="Listen by phone" action={action}>
      Listeners call a phone number and hear your station: in a car without data, abroad, or on an old telephone.{' '}
      {children}
    </EmptyState>
  </Surface>
);

const Upgrade = ({ accountKey, stationKey }: LineRequestPanelProps) => {
  const seesPlans = useMay('account.readPlan', { accountKey });
  const params = { accountKey, stationKey };
  return (
    <Introduction
      action={
        seesPlans && (
          <>
            <Button
              renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
            >
              Upgrade
            </Button>
            {brand.flags.subscriptions && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/accounts/$accountKey/stations/$stationKey/settings/subscriptions"
                    params={params}
                    {...props}
                  />
                )}
              >
                Add it to this station
              </Button>
            )}
          </>
        )
      }
    >
      Your plan does not include it.
    </Introduction>
  );
};

const Waiting = ({ stationKey, request, mayChange }: LineRequestPanelProps) => {
  const ask = useAskForNumber(stationKey);
  return (
    <Surface
      title="A phone number was requested"
      description={request.requested === null ? undefined : moment(request.requested)}
      actions={
        mayChange && (
          <Button
            variant="default"
            loading={ask.isPending}
            onClick={() =>
              ask.mutate({ action: 'disable' }, { onSuccess: () => toastSuccess('The request was withdrawn.') })
            }
          >
            Withdraw
          </Button>
        )
      }
    >
      <Text>
        {request.country === '' ? 'A number of any country.' : `A number of ${countryName(request.country)}.`} You get
        an e-mail as soon as it is decided.
      </Text>
      {request.note !== '' && (
        <Text c="dimmed" mt="xs" className={classes.note}>
          {request.note}
        </Text>
      )}
    </Surface>
  );
};

const RequestForm = ({ stationKey, request }: Pick<LineRequestPanelProps, 'stationKey' | 'request'>) => {
  const ask = useAskForNumber(stationKey);
  const [country, setCountry] = useState(request.countries[0]?.iso ?? '');
  const [note, setNote] = useState('');
  const send = (): void =>
    ask.mutate(
      { action: 'enable', country, note: note.trim() },
      {
        onSuccess: ({ status }) =>
          toastSuccess(
            status === 'enabled' ? 'Listeners can call it now.' : 'You get an e-mail as soon as it is decided.',
            status === 'enabled' ? 'Your station has a phone number' : 'Phone number requested',
          ),
      },
    );
  return (
    <Surface title="Ask for a phone number">
      <Stack gap="md" className={classes.form}>
        <NativeSelect
          label="Country"
          value={country}
          onChange={({ currentTarget }) => setCountry(currentTarget.value)}
          data={[
            ...request.countries.map(({ iso, name, free }) => ({
              value: iso,
              label: `${name} (${count(free, 'number')} free)`,
            })),
            { value: '', label: 'Any country' },
          ]}
        />
        <Textarea
          label="Note"
          description="Optional: another country or a city you would like, or what the number is for"
          value={note}
          maxLength={500}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button loading={ask.isPending} onClick={send}>
            Request a number
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
};
