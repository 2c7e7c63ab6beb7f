import { Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { useKickEncoder, useUnbar } from '#web/parts/air-queries.ts';
import { timeOfDay } from '#web/lib/format.ts';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';

type EncoderControlProps = { station: Station; live: StationLive };

/** Disconnects the encoder, or bars only its presenter, and lets a barred one connect again. */
export const EncoderControl = ({ station, live }: EncoderControlProps) => {
  const mayControl = useMay('station.control', { accountKey: station.account_key, stationKey: station.key });
  const kick = useKickEncoder(station.key);
  const unbar = useUnbar(station.key);
  const until = live.air?.barred_until ?? null;
  if (!mayControl || (!live.encoder && until === null)) return null;
  const presenter = live.encoder?.presenter;
  const label = presenter ? `Disconnect ${presenter.name}` : 'Disconnect encoder';
  const disconnect = (bar_seconds: 0 | 60 | 600): void =>
    kick.mutate({
      bar_seconds,
      ...(live.encoder && { since: live.encoder.since }),
      ...(presenter && { presenter: presenter.id }),
    });
  return (
    <Group gap="xs" mt="md" justify="space-between">
      {until !== null ? (
        <>
          <Text size="sm">Encoders are refused until {timeOfDay(until)}.</Text>
          <Button variant="default" size="xs" loading={unbar.isPending} onClick={() => unbar.mutate(undefined)}>
            Allow again
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="light"
            color="red"
            size="xs"
            leftSection={<IconPlugConnectedX size={17} aria-hidden />}
            loading={kick.isPending}
            onClick={() => disconnect(0)}
          >
            {label}
          </Button>
          <MoreMenu label={`${label} for a time`}>
            <DropGroup>
              <DropItem icon={<IconPlugConnectedX size={16} aria-hidden />} onClick={() => disconnect(60)}>
                For 1 minute
              </DropItem>
              <DropItem icon={<IconPlugConnectedX size={16} aria-hidden />} onClick={() => disconnect(600)}>
                For 10 minutes
              </DropItem>
            </DropGroup>
          </MoreMenu>
        </>
      )}
    </Group>
  );
};
