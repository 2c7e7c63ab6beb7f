import { Anchor, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Player } from '#contract/api/player.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { CodeText } from '#web/ui/CodeText.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { valuesOf } from './builder/player-values.ts';
import { PlayerBuilder } from './builder/PlayerBuilder.tsx';
import { StationPlayerTabs } from './PlayerTabs.tsx';
import { stationPlayerQuery } from '#web/parts/station-settings-queries.ts';
import { useUpdateStationPlayer } from './queries.ts';
import { nowPlayingCode } from './title-code.ts';
import classes from './builder/Builder.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/widget/player`, the widget tab: the player that the station has, and its titles, for other websites (spec §2). */
export const StationPlayerScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const query = { ...stationPlayerQuery(stationKey), refetchOnMount: 'always' as const };
  const { data, error, isFetchedAfterMount } = useQuery(query);
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Widget`);
  if (error && !data) throw error;
  if (!data || !isFetchedAfterMount) return <ScreenSkeleton />;
  const code = nowPlayingCode(station, location.origin);
  return (
    <div className={classes.fields} key={stationKey}>
      <StationPlayerTabs accountKey={accountKey} stationKey={stationKey} />
      <Editor opened={data} />
      <Surface
        title="Now playing"
        description="Shows the current title and updates as soon as the next one starts."
        actions={<CopyButton label="Title code" value={code} />}
      >
        <CodeText label="Title code" code={code} />
      </Surface>
    </div>
  );
};

const Editor = ({ opened }: { opened: Player }) => {
  const { accountKey, stationKey } = route.useParams();
  const update = useUpdateStationPlayer(stationKey);
  const mayWrite = useMay('station.update', { accountKey, stationKey });
  const mayReadPlayers = useMay('account.readPlayers', { accountKey });
  // As it was opened or saved here: changes by others are reported as a conflict.
  const [player, setPlayer] = useState(opened);
  const [values] = useState(() => valuesOf(opened));
  return (
    <>
      {mayReadPlayers && (
        <Text size="sm">
          This is the station’s own player. For others, or for several stations in one, see{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/accounts/$accountKey/embedding/players" params={{ accountKey }} {...props} />
            )}
          >
            the players of the account
          </Anchor>
          .
        </Text>
      )}
      <PlayerBuilder
        values={values}
        player={player}
        choice={undefined}
        readOnly={!mayWrite}
        save={async ({ kind: _, stations: __, ...body }) => {
          const saved = await update.mutateAsync({ ...body, revision: player.revision });
          setPlayer(saved);
          toastSuccess('Player saved. Your websites show it within a minute.');
          return valuesOf(saved);
        }}
      />
    </>
  );
};
