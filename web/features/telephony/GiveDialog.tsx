import { Button, Group, Modal, Select, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { PortalNumber } from '#contract/api/telephony-admin.ts';
import { portalStationsQuery } from '#web/features/portal/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useChangeNumbers } from './portal-queries.ts';
import { lineQuery } from './queries.ts';
import { withNumber } from './station-numbers.ts';

const shown = 20;
const waitMs = 200;

/** Gives a free or resting number to a station, as its only, its main or a second one. */
export const GiveDialog = ({ number, onClose }: { number: PortalNumber; onClose: () => void }) => {
  const [searchText, setSearchText] = useState('');
  const [key, setKey] = useState<StationKey | null>(null);
  const [isMain, setMain] = useState(false);
  const stations = useStations(searchText);
  const { data: line } = useQuery({ ...lineQuery(key as StationKey), enabled: key !== null, throwOnError: false });
  const change = useChangeNumbers();
  const has = key === null ? [] : (line?.numbers ?? []);
  const give = (station: StationKey): void =>
    change.mutate(
      { key: station, change: (numbers) => withNumber(numbers, number.did, isMain) },
      {
        onSuccess: () => {
          const name = stations.find(({ value }) => value === station)?.label ?? 'the station';
          toastSuccess(`Callers of ${number.display} hear ${name}.`, 'Number given');
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Give ${number.display} to a station`}>
      <Stack gap="md">
        {number.state === 'resting' && (
          <Text>It still rests: people may call it to hear the station that had it before.</Text>
        )}
        <Select
          label="Station"
          description="Search by name"
          searchable
          data-autofocus
          data={stations}
          filter={({ options }) => options}
          value={key}
          onChange={(chosen) => setKey(chosen as StationKey | null)}
          searchValue={searchText}
          onSearchChange={setSearchText}
          renderOption={({ option }) => (
            <span>
              <bdi>{option.label}</bdi>
              <Text size="sm" c="dimmed">
                <bdi>{stations.find(({ value }) => value === option.value)?.company}</bdi>
              </Text>
            </span>
          )}
          nothingFoundMessage="No station has this name."
        />
        {has.length > 0 && (
          <>
            <Text size="sm" c="dimmed">
              It has{' '}
              {has.map(({ did, display, main }, at) => (
                <span key={did}>
                  {at > 0 && ', '}
                  <bdi dir="ltr">{display}</bdi>
                  {main && ' (main)'}
                </span>
              ))}
              .
            </Text>
            <Switch
              label="Main number"
              description="Shown first, and in the station’s SIP address"
              checked={isMain}
              onChange={({ currentTarget }) => setMain(currentTarget.checked)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={key === null} loading={change.isPending} onClick={() => key !== null && give(key)}>
            Give this number
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

/** Stations by name; a chosen one, whose name is what is searched for then, stays. */
const useStations = (searchText: string): { value: StationKey; label: string; company: string }[] => {
  const [search] = useDebouncedValue(searchText, waitMs);
  const page = { pageNumber: 0, pageSize: shown, sortBy: 'name', sortDesc: false, only: undefined } as const;
  const { data } = useQuery({ ...portalStationsQuery({ ...page, search }), throwOnError: false });
  return (data?.entities ?? [])
    .filter(({ master }) => master === null)
    .map(({ key, name, account }) => ({ value: key, label: name, company: account.company }));
};
