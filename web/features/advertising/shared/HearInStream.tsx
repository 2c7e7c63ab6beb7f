import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '#contract/api/campaign.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { useHearInStream } from '../queries.ts';
import { SpotWave } from './SpotWave.tsx';
import { decodeAudio } from './use-spot-player.ts';

/** Plays a campaign's spot between what a station has just played and what it plays next. */
export const HearInStream = ({ campaign: { id, accountKey, stationKeys } }: { campaign: Campaign }) => {
  const {
    data: { entities },
  } = useSuspenseQuery(accountStationsQuery(accountKey));
  const stations = entities.filter(({ key }) => stationKeys.length === 0 || stationKeys.includes(key));
  const [chosen, setChosen] = useState<StationKey>();
  const [heard, setHeard] = useState<AudioBuffer>();
  const hear = useHearInStream(accountKey);
  const station = chosen ?? stations[0]?.key;
  if (station === undefined) return undefined;
  const start = async (): Promise<void> => {
    setHeard(undefined);
    // A toast says why there is nothing to hear.
    const audio = await hear.mutateAsync({ cid: id, station }).catch(() => undefined);
    if (audio) setHeard(await decodeAudio(audio));
  };
  return (
    <div style={{ marginTop: 16 }}>
      <Group gap="sm" align="end">
        {stations.length > 1 && (
          <NativeSelect
            label="Station"
            value={station}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as StationKey)}
            data={stations.map(({ key, name }) => ({ value: key, label: name }))}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconBroadcast size={17} aria-hidden />}
          loading={hear.isPending}
          onClick={() => void start()}
        >
          Hear it in the stream
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {hear.isPending
          ? 'This takes a few seconds of the stream…'
          : 'What the station plays now, the spot, and what plays next, joined as listeners hear it.'}
      </Text>
      {heard && <SpotWave audio={heard} seconds={heard.duration} from={0} />}
    </div>
  );
};
