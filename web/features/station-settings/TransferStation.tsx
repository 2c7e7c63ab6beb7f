import { Alert, Button, Group, Modal, Select, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Station } from '#contract/api/stations.ts';
import { accountSearchQuery } from '#web/parts/account-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { forgetStation, useTransferStation } from '#web/parts/station-settings-queries.ts';
import { ActionRow } from './ActionRow.tsx';

/** Moves the station to another account that the user belongs to, found by part of its name. */
export const TransferStation = ({ station }: { station: Station }) => {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <ActionRow id="transfer" text="Transfer this station, with its music, settings and statistics, to another account.">
      <Button variant="default" onClick={dialog.open} disabled={station.suspended}>
        Move to another account
      </Button>
      {isOpen && <TransferDialog station={station} onClose={dialog.close} />}
    </ActionRow>
  );
};

const TransferDialog = ({ station, onClose }: { station: Station; onClose: () => void }) => {
  const transfer = useTransferStation(station.key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [searchText, setSearchText] = useState('');
  const [selectedAccount, setSelectedAccount] = useState<AccountKey>();
  const choices = useAccounts(station, searchText);
  const refusal = transfer.error ? asApiError(transfer.error) : undefined;
  const move = (accountKey: AccountKey): void =>
    transfer.mutate(accountKey, {
      onSuccess: async ({ account }) => {
        await navigate({ to: '/accounts/$accountKey/stations', params: { accountKey } });
        forgetStation(queries, station.key);
        toastSuccess(`${station.name} moved to ${account.company}.`);
      },
    });
  return (
    <Modal opened onClose={onClose} title={`Move ${station.name}?`}>
      <Text mb="md">
        The station’s team loses access, open invitations end, and the encoder gets a new password. Its URL and stream
        stay the same.
      </Text>
      <Select
        label="Account"
        description="Search by name"
        searchable
        data-autofocus
        data={choices}
        filter={({ options }) => options}
        value={selectedAccount ?? null}
        onChange={(key) => setSelectedAccount((key as AccountKey | null) ?? undefined)}
        searchValue={searchText}
        onSearchChange={setSearchText}
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
          disabled={selectedAccount === undefined}
          loading={transfer.isPending}
          onClick={() => selectedAccount !== undefined && move(selectedAccount)}
        >
          Move station
        </Button>
      </Group>
    </Modal>
  );
};

/** Accounts that match the search, without the station's own account and suspended ones. */
const useAccounts = (station: Station, searchText: string) => {
  const [search] = useDebouncedValue(searchText, 200);
  const { data } = useQuery({ ...accountSearchQuery(search), throwOnError: false });
  return (data?.entities ?? [])
    .filter(({ key, suspended }) => key !== station.account_key && !suspended)
    .map(({ key, company }) => ({ value: key, label: company }));
};
