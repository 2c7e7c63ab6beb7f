import type { EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import {
  ChangedPlayer,
  defaultPlayerSettings,
  NewPlayer,
  type Player,
  type PlayerKind,
  type PlayerPreview,
  type PlayerSettings,
  type PlayerStation,
} from '#contract/api/player.ts';

/** What the builder's form holds: everything that can be changed. */
export const PlayerForm = NewPlayer;
export type PlayerValues = PlayerSettings & {
  name: string;
  kind: PlayerKind;
  /** What it plays, by its kind. */
  stations?: StationKey[];
  podcast?: PodcastKey;
  latest?: number;
  episodes?: EpisodeKey[];
  domains: string[];
  active: boolean;
};

/** The values of a new player of these stations. */
export const newPlayerValues = (name: string, stations: StationKey[]): PlayerValues => ({
  ...{ ...defaultPlayerSettings, name, kind: 'stations', domains: [], active: true, latest: 20 },
  ...(stations.length > 0 && { stations }),
});

/** The values of a player that exists. */
export const valuesOf = (player: Player): PlayerValues => {
  const names = Object.keys(defaultPlayerSettings) as (keyof PlayerSettings)[];
  const settings = Object.fromEntries(names.map((name) => [name, player[name]])) as PlayerSettings;
  const { name, domains, active } = player;
  return { ...settings, name, domains, active, ...contentOf(player) };
};

const contentOf = ({ kind, stations, podcast, latest, episodes }: Player) => {
  if (kind === 'stations') return { kind, stations: stations.map(({ key }) => key) };
  if (kind === 'podcast') return { kind, latest, ...(podcast && { podcast: podcast.key }) };
  return { kind, episodes: episodes.map(({ key }) => key) };
};

/** The values of the form as a preview needs them; what is missing or wrong shows as its default. */
export const previewOf = (values: NewPlayer, stations: readonly PlayerStation[]): PlayerPreview['preview'] => {
  const { name, domains: _, active: __, kind: ___, stations: ____, ...more } = values;
  const { podcast: _____, latest: ______, episodes: _______, ...settings } = more;
  const given = ChangedPlayer.safeParse({ ...settings, revision: 1 });
  const { revision: ________, ...valid } = given.success ? given.data : { revision: 1 };
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
