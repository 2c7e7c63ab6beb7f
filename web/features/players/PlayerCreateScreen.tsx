import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, accountStationsQuery } from '#web/parts/account-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { newPlayerValues, valuesOf } from './builder/player-values.ts';
import { PlayerBuilder } from './builder/PlayerBuilder.tsx';
import { useCreatePlayer } from './queries.ts';
import { playerStationOf } from './player-station.ts';

const route = getRouteApi('/shell/accounts/$accountKey/embedding/players/create');

/** `…/embedding/players/create`: a new player, at first of the account's first station. */
export const PlayerCreateScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const create = useCreatePlayer(accountKey);
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const stations = list.entities.map(playerStationOf);
  const [values] = useState(() =>
    newPlayerValues(
      stations[0]?.name ?? '',
      stations.slice(0, 1).map((one) => one.key),
    ),
  );
  return (
    <>
      <PageHeader title="New player" windowTitle={`${account.company}: New player`} />
      <PlayerBuilder
        values={values}
        player={undefined}
        choice={{ accountKey, stations }}
        readOnly={false}
        save={async (body) => {
          const player = await create.mutateAsync({ body, key });
          toastSuccess('Player created. Copy its code into your website.');
          const params = { accountKey, playerKey: player.key };
          // After the form has taken over the saved values, so that nothing is unsaved.
          setTimeout(() => void navigate({ to: '/accounts/$accountKey/embedding/players/$playerKey', params }));
          return valuesOf(player);
        }}
      />
    </>
  );
};
