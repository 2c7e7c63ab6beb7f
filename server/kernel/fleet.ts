import type { Metric } from '#shared/metrics/metric.ts';
import type { StationKey } from '#contract/rules/keys.ts';

/** A streaming engine of the settings. */
export type EngineSetting = {
  /** Its name in placements: as the operator named it, else its host and port. */
  id: string;
  /** The URL of its control port. */
  url: string;
};

/** An engine, with the token that it knows. */
export type EngineNode = EngineSetting & { token: string };

/**
 * All streaming engines, and which one has a station. Of one engine, all stations are its own, and the database is not
 * asked.
 */
export type Fleet = {
  engines: readonly [EngineNode, ...EngineNode[]];
  /** Resolves once every station is placed that an engine may have; an engine must not be told before which ones are its own. */
  ready(): Promise<void>;
  /** The engine that should have the station; places a station that no engine has yet. */
  ownerOf(station: StationKey): Promise<EngineNode>;
  /** The same for many stations, in two queries. */
  ownersOf(stations: readonly StationKey[]): Promise<Map<StationKey, EngineNode>>;
  /** The engines that may have had the station since then (ms): its own one, or all if it moved meanwhile. */
  enginesSince(station: StationKey, since: number): Promise<readonly EngineNode[]>;
  /** Of several engines, the state and the stations of each, from the database. */
  metrics(): Promise<Metric[]>;
};

/** Reads the form of ENGINES: `name@url` or `url`, with commas or blanks between. */
export const parseEngines = (text: string): EngineSetting[] =>
  text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const named = /^([^@/:]+)@(.*)$/s.exec(entry);
      if (named) return { id: named[1]!, url: withoutSlash(named[2]!) };
      return { id: URL.canParse(entry) ? new URL(entry).host : entry, url: withoutSlash(entry) };
    });

/** The engines in the form of ENGINES. */
export const formatEngines = (engines: readonly EngineSetting[]): string =>
  engines.map(({ id, url }) => `${id}@${url}`).join(',');

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
