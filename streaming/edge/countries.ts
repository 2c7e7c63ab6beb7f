import { isIP } from 'node:net';
import maxmind, { type Reader, type Response } from 'maxmind';
import { plainAddress } from '#streaming/listen/client-address.ts';

/** The country of an IP address: ISO 3166, '' if unknown or private. */
export type Countries = {
  countryOf(address: string): string;
  /** Loads the databases, once; before that every country is unknown. */
  open(): Promise<void>;
  isOpen(): boolean;
};

/** Private, loopback, link-local, shared and multicast addresses. */
const notPublic =
  /^(0|10|127|2[2-5]\d|169\.254|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|172\.(1[6-9]|2\d|3[01]))\.|^(::1?$|f[cdef])/i;

type Readers = { ipv4: Reader<Response>; ipv6: Reader<Response> };

/**
 * Looks up countries in the two databases (IPv4 and IPv6) at these paths, which take 134 MB: they are loaded when the
 * first station uses country rules. If they can't be read, that is reported once and every country is unknown.
 */
export function createCountries(paths: { ipv4: string; ipv6: string }, failed: (error: unknown) => void): Countries {
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

  return {
    countryOf(address) {
      if (!readers) return '';
      const plain = plainAddress(address);
      const kind = isIP(plain);
      if (kind === 0 || notPublic.test(plain)) return '';
      const found = readers[kind === 4 ? 'ipv4' : 'ipv6'].get(plain) as { country_code?: string } | null;
      return found?.country_code ?? '';
    },
    open: () => (opening ??= read()),
    isOpen: () => isOpen,
  };
}

/** For an edge without databases. */
export const noCountries: Countries = { countryOf: () => '', open: async () => {}, isOpen: () => true };
