import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalRequest } from '#contract/api/telephony-admin.ts';
import { countryName } from '#web/lib/countries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { numbersQuery, useDecidePhoneRequest } from './portal-queries.ts';
import classes from './Telephony.module.css';

const offered = 100;

/** Gives a station that asked one of the free numbers, or refuses with a reason. */
export const DecideDialog = ({ request, onClose }: { request: PortalRequest; onClose: () => void }) => {
  const { data } = useQuery(numbersQuery({ page: 0, size: offered, state: 'free', search: '' }));
  const decide = useDecidePhoneRequest();
  const [did, setDid] = useState('');
  const [reason, setReason] = useState('');
  const { key, name } = request.station;
  const send = (decision: { did?: string } | { reason: string }, text: string): void =>
    decide.mutate(
      { key, decision },
      {
        onSuccess: () => {
          toastSuccess(text);
          onClose();
        },
      },
    );
  const isRefusing = decide.isPending && 'reason' in decide.variables.decision;
  const free = (data?.entities ?? []).toSorted(
    (one, other) => Number(other.country === request.country) - Number(one.country === request.country),
  );
  return (
    <Modal opened onClose={onClose} title={`A phone number for ${name}`}>
      <Stack gap="md">
        <div>
          <Text>
            {request.country === ''
              ? 'A number of any country.'
              : `A number of this country: ${countryName(request.country)}.`}
          </Text>
          {request.note !== '' && (
            <Text c="dimmed" className={classes.note}>
              {request.note}
            </Text>
          )}
        </div>
        <NativeSelect
          label="Number"
          value={did}
          onChange={({ currentTarget }) => setDid(currentTarget.value)}
          data={[
            { value: '', label: 'The first free one of this country' },
            ...free.map((one) => ({
              value: one.did,
              label: [one.display, one.country_name, one.label].filter(Boolean).join(' · '),
            })),
          ]}
        />
        <Group justify="flex-end">
          <Button
            loading={decide.isPending && !isRefusing}
            onClick={() => send(did === '' ? {} : { did }, `${name} has a phone number.`)}
          >
            Give this number
          </Button>
        </Group>
        <Textarea
          label="Reason"
          description="For a refusal; the station reads it."
          value={reason}
          maxLength={500}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            variant="light"
            color="red"
            disabled={reason.trim() === ''}
            loading={isRefusing}
            onClick={() => send({ reason: reason.trim() }, 'The request was refused.')}
          >
            Refuse
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
