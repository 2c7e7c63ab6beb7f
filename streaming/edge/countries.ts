import { isIP } from 'node:net';
import maxmind, { type Reader, type Response } from 'maxmind';
import { plainAddress } from '#streaming/listen/client-address.ts';

/** Where IP addresses are. */
export type Countries = {
  /** ISO 3166, '' if unknown or private. */
  countryOf(address: string): string;
  /** The country, region and city as far as they are known. */
  placeOf(address: string): string[];
  /** Loads the databases, once; before that every country is unknown. */
  open(): Promise<void>;
  isOpen(): boolean;
};

/** Private, loopback, link-local, shared and multicast addresses. */
const notPublic =
  /^(0|10|127|2[2-5]\d|169\.254|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|172\.(1[6-9]|2\d|3[01]))\.|^(::1?$|f[cdef])/i;

type Found = { country_code?: string; state1?: string; city?: string };
type Readers = { ipv4: Reader<Response>; ipv6: Reader<Response> };

/**
 * Looks up countries in the two databases (IPv4 and IPv6) at these paths, which take 134 MB: they are loaded when the
 * first station uses country rules. If they can't be read, that is reported once and every country is unknown.
 */
export const createCountries = (paths: { ipv4: string; ipv6: string }, failed: (error: unknown) => void): Countries => {
  let readers: Readers | undefined;
  let opening: Promise<void> | undefined;
  let isOpen = false;

  const read = async (): Promise<void> => {
    try {
      const cache = { max: 5000 };
      const [ipv4, ipv6] = await Promise.all([
        maxmind.open(paths.ipv4, { cache }),
        maxmind.open(paths.ipv6, { cache }),
      ]);
      readers = { ipv4, ipv6 };
    } catch (error) {
      failed(error);
    }
    isOpen = true;
  };

  const lookUp = (address: string): Found | null => {
    const plain = plainAddress(address);
    const kind = isIP(plain);
    if (!readers || kind === 0 || notPublic.test(plain)) return null;
    return readers[kind === 4 ? 'ipv4' : 'ipv6'].get(plain) as Found | null;
  };

  return {
    countryOf: (address) => lookUp(address)?.country_code ?? '',
    placeOf(address) {
      const { country_code = '', state1 = '', city = '' } = lookUp(address) ?? {};
      const unknown = [country_code, state1, city].indexOf('');
      return [country_code, state1, city].slice(0, unknown < 0 ? 3 : unknown);
    },
    open: () => (opening ??= read()),
    isOpen: () => isOpen,
  };
};

/** For an edge without databases. */
export const noCountries: Countries = {
  countryOf: () => '',
  placeOf: () => [],
  open: async () => {},
  isOpen: () => true,
};
