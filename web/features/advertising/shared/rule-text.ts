import type { Rule, Target } from '#contract/rules/ad-rules.ts';
import { stationCategories } from '#contract/rules/limits.ts';
import { wording } from '#brand/wording.ts';
import { countryName } from '#web/lib/countries.ts';
import { languages } from '#web/lib/languages.ts';
import { segmentsOf } from './target-path.ts';

type Type = Target['type'];
/** Names of stations and podcasts by key. */
export type StationNames = ReadonlyMap<string, string>;

const verbs: Readonly<Record<Type, readonly [is: string, isNot: string]>> = {
  location: ['are in', 'are not in'],
  station: ['listen to', 'do not listen to'],
  podcast: ['listen to', 'do not listen to'],
  category: ['listen to a station of the category', 'listen to no station of the category'],
  language: [`listen to a ${wording.podcast} in`, `listen to no ${wording.podcast} in`],
  device: ['use', 'do not use'],
  player: ['use', 'do not use'],
  output: ['listen by', 'do not listen by'],
  position: ['hear it', 'do not hear it'],
};

export const targetTypeNames: Readonly<Record<Type, string>> = {
  location: 'Place',
  station: 'Station',
  podcast: wording.Podcast,
  category: 'Category of the station',
  language: `Language of the ${wording.podcast}`,
  device: 'Device',
  player: 'Player',
  output: `Stream or ${wording.podcast}`,
  position: 'Position',
};

/** The name of a target: `Athens`, `Greece`, `Radio One`. */
export const targetName = ({ type, path }: Target, stations: StationNames): string => {
  const segments = segmentsOf(path);
  const last = segments.at(-1) ?? path;
  if (type === 'location' && segments.length === 1) return countryName(last);
  if (type === 'station') return stations.get(path) ?? last;
  if (type === 'podcast') return podcastName(segments, stations);
  if (type === 'category') return stationCategories.find(({ id }) => String(id) === last)?.name ?? last;
  if (type === 'language') return languages().find(({ value }) => value === last)?.label ?? last;
  if (type === 'position') return positions[last] ?? last;
  if (type === 'output') return last === 'hls' ? 'HLS' : last === 'vast' ? 'apps (VAST)' : last;
  return last;
};

const positions: Readonly<Record<string, string>> = {
  pre: 'before the programme',
  mid: 'within the programme',
  post: 'at the end of an episode',
};

const podcastName = ([podcast = '', episode]: readonly string[], names: StationNames): string => {
  const title = names.get(podcast) ?? podcast;
  return episode === undefined ? title : `an episode of ${title}`;
};

const orList = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;

const maxNamed = 4;

/** A rule in words: `are in Athens or Patras`, `do not use VLC`. */
export const ruleText = ({ targets, isNegated }: Rule, stations: StationNames): string => {
  const types = [...new Set(targets.map(({ type }) => type))];
  return types
    .map((type) => {
      const names = targets.filter((target) => target.type === type).map((target) => targetName(target, stations));
      const shown =
        names.length > maxNamed
          ? [...names.slice(0, maxNamed - 1), `${String(names.length - maxNamed + 1)} more`]
          : names;
      return `${verbs[type][isNegated ? 1 : 0]} ${orList(shown)}`;
    })
    .join(isNegated ? ' and ' : ' or ');
};

/** All rules as one sentence. */
export const rulesText = (rules: readonly Rule[], stations: StationNames): string =>
  rules.length === 0
    ? 'Heard by all listeners.'
    : `Heard by listeners who ${rules.map((rule) => ruleText(rule, stations)).join(', and who ')}.`;
