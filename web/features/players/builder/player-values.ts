import type { StationKey } from '#contract/keys.ts';
import {
  ChangedPlayer,
  defaultPlayerSettings,
  NewPlayer,
  type Player,
  type PlayerPreview,
  type PlayerSettings,
  type PlayerStation,
} from '#contract/player.ts';

/** What the builder's form holds: everything that can be changed. */
export const PlayerForm = NewPlayer;
export type PlayerValues = PlayerSettings & {
  name: string;
  stations: StationKey[];
  domains: string[];
  active: boolean;
};

/** The values of a new player of these stations. */
export const newPlayerValues = (name: string, stations: StationKey[]): PlayerValues => ({
  ...{ ...defaultPlayerSettings, name, stations, domains: [], active: true },
});

/** The values of a player that exists. */
export const valuesOf = (player: Player): PlayerValues => {
  const names = Object.keys(defaultPlayerSettings) as (keyof PlayerSettings)[];
  const settings = Object.fromEntries(names.map((name) => [name, player[name]])) as PlayerSettings;
  const { name, domains, active } = player;
  return { ...settings, name, domains, active, stations: player.stations.map(({ key }) => key) };
};

/** The values of the form as a preview needs them; what is missing or wrong shows as its default. */
export const previewOf = (values: NewPlayer, stations: readonly PlayerStation[]): PlayerPreview['preview'] => {
  const { name, stations: _, domains: __, active: ___, ...settings } = values;
  const given = ChangedPlayer.safeParse({ ...settings, revision: 1 });
  const { revision: ____, ...valid } = given.success ? given.data : { revision: 1 };
  const { colours, show, ...rest } = valid as Partial<PlayerSettings>;
  return {
    ...defaultPlayerSettings,
    ...rest,
    colours: { ...defaultPlayerSettings.colours, ...colours },
    show: { ...defaultPlayerSettings.show, ...show },
    name: name ?? '',
    stations: [...stations],
  };
};
