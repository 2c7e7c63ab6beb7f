import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Player } from '#contract/api/player.ts';
import { useMay } from '#web/features/session/queries.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { valuesOf } from './builder/player-values.ts';
import { PlayerBuilder } from './builder/PlayerBuilder.tsx';
import { PlayerTabs } from './PlayerTabs.tsx';
import { playerStationOf } from './player-station.ts';
import { playerQuery, useUpdatePlayer } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/embedding/players/$playerKey');

/** `…/embedding/players/{playerKey}`: an existing player, loaded again, as an older revision cannot be saved. */
export const PlayerEditScreen = () => {
  const { accountKey, playerKey } = route.useParams();
  const query = { ...playerQuery(accountKey, playerKey), refetchOnMount: 'always' as const };
  const { data, error, isFetchedAfterMount } = useQuery(query);
  if (error && !data) throw error;
  return data && isFetchedAfterMount ? <Editor key={playerKey} opened={data} /> : <ScreenSkeleton />;
};

const Editor = ({ opened }: { opened: Player }) => {
  const { accountKey, playerKey } = route.useParams();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const update = useUpdatePlayer(accountKey, playerKey);
  const mayWrite = useMay('account.writePlayers', { accountKey });
  // As it was opened or saved here: changes by others are reported as a conflict.
  const [player, setPlayer] = useState(opened);
  const [values] = useState(() => valuesOf(opened));
  return (
    <>
      <PageHeader title={player.name} windowTitle={`Player ${player.name}`} />
      <PlayerTabs accountKey={accountKey} playerKey={playerKey} />
      <PlayerBuilder
        values={values}
        player={player}
        choice={{ accountKey, stations: list.entities.map(playerStationOf) }}
        readOnly={!mayWrite}
        save={async ({ kind: _, ...body }) => {
          const saved = await update.mutateAsync({ ...body, revision: player.revision });
          setPlayer(saved);
          toastSuccess('Player saved. Your websites show it within a minute.');
          return valuesOf(saved);
        }}
      />
    </>
  );
};
