import type { SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconHandStop,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlaylistAdd,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { wording } from '#brand/wording.ts';
import { playOf, useKickEncoder, useResume, useSkip, useStopAfter } from '#web/parts/air-queries.ts';
import { stationLiveQuery } from '#web/parts/station-queries.ts';
import { useMay } from '#web/features/session/queries.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

/** What can be done on the air of the station whose page is open; none on other pages. */
export const useAirActions = (
  accountKey: AccountKey | undefined,
  stationKey: StationKey | undefined,
  openQueue: () => void,
): SpotlightActionGroupData[] => {
  const key = stationKey ?? ('' as StationKey);
  const scope = { ...(accountKey && { accountKey }), ...(stationKey && { stationKey }) };
  const mayPlay = useMay('station.playout', scope);
  const mayControl = useMay('station.control', scope);
  // The page of the station follows its state.
  const { data: live } = useQuery({ ...stationLiveQuery(key), enabled: false });
  const [skip, stopAfter, resume, kick] = [useSkip(key), useStopAfter(key), useResume(key), useKickEncoder(key)];
  if (stationKey === undefined || live?.status !== 'active') return [];
  const play = live.source === 'autodj' ? playOf(live) : null;
  const { encoder, air } = live;
  const played = [
    play && {
      ...{ id: 'air.skip', label: `Skip “${live.track?.title ?? ''}”`, keywords: ['next', 'track'] },
      ...{ leftSection: <IconPlayerSkipForward {...icon} />, onClick: () => skip.mutate(play) },
    },
    play &&
      !air?.stop && {
        ...{ id: 'air.stop', label: 'Stop after this track', keywords: [wording.AutoDJ, 'pause'] },
        ...{ leftSection: <IconHandStop {...icon} />, onClick: () => stopAfter.mutate(play.track) },
      },
    air?.stop && {
      ...{
        id: 'air.resume',
        label: air.stop.since === null ? 'Cancel stop after this track' : `Continue the ${wording.AutoDJ}`,
      },
      ...{ leftSection: <IconPlayerPlay {...icon} />, onClick: () => resume.mutate() },
    },
    {
      ...{ id: 'air.queue', label: 'Queue a track', keywords: ['play next', 'request'] },
      ...{ leftSection: <IconPlaylistAdd {...icon} />, onClick: openQueue },
    },
  ];
  const disconnect = encoder && {
    ...{ id: 'air.kick', label: 'Disconnect encoder', keywords: ['kick', 'live'] },
    leftSection: <IconPlugConnectedX {...icon} />,
    onClick: () => kick.mutate({ since: encoder.since, bar_seconds: 0 }),
  };
  const actions = [...(mayPlay ? played : []), mayControl && disconnect].filter((one) => !!one);
  return actions.length === 0 ? [] : [{ group: 'On the air', actions }];
};
