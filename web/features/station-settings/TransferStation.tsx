import { Alert, Button, Group, Modal, Select, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import type { Station } from '#contract/stations.ts';
import { accountSearchQuery } from '#web/parts/account-queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { forgetStation, useTransferStation } from '#web/parts/station-settings-queries.ts';
import { Step } from './Step.tsx';

/** Moves the station to another account of the person's, found by a part of its name. */
export const TransferStation = ({ station }: { station: Station }) => {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Step text="Another account can take the station over, with its music, settings and past listening.">
      <Button variant="default" onClick={dialog.open} disabled={station.suspended}>
        Move to another account
      </Button>
      {isOpen && <TransferDialog station={station} onClose={dialog.close} />}
    </Step>
  );
};

const TransferDialog = ({ station, onClose }: { station: Station; onClose: () => void }) => {
  const transfer = useTransferStation(station.key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<AccountKey>();
  const choices = useAccounts(station, typed);
  const refusal = transfer.error ? asApiError(transfer.error) : undefined;
  const move = (accountKey: AccountKey): void =>
    transfer.mutate(accountKey, {
      onSuccess: async ({ account }) => {
        await navigate({ to: '/accounts/$accountKey/stations', params: { accountKey } });
        forgetStation(queries, station.key);
        announceSuccess(`${station.name} is in ${account.company} now.`);
      },
    });
  return (
    <Modal opened onClose={onClose} title={`Move ${station.name}?`}>
      <Text mb="md">
        Everybody who works in the station loses it, open invitations end, and the encoder gets a new password. Its
        address and its sound stay.
      </Text>
      <Select
        label="To the account"
        description="Search by a part of its name"
        searchable
        data-autofocus
        data={choices}
        filter={({ options }) => options}
        value={chosen ?? null}
        onChange={(key) => setChosen((key as AccountKey | null) ?? undefined)}
        searchValue={typed}
        onSearchChange={setTyped}
      />
      {refusal && (
        <Alert color="red" mt="md" title={refusal.title} role="alert">
          {refusal.text}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={chosen === undefined}
          loading={transfer.isPending}
          onClick={() => chosen !== undefined && move(chosen)}
        >
          Move the station
        </Button>
      </Group>
    </Modal>
  );
};

/** The accounts found, without the station's own and those that are suspended. */
const useAccounts = (station: Station, typed: string) => {
  const [search] = useDebouncedValue(typed, 200);
  const { data } = useQuery({ ...accountSearchQuery(search), throwOnError: false });
  return (data?.entities ?? [])
    .filter(({ key, suspended }) => key !== station.account_key && !suspended)
    .map(({ key, company }) => ({ value: key, label: company }));
};
