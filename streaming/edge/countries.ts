import { isIP } from 'node:net';
import maxmind, { type Reader, type Response } from 'maxmind';
import { plainAddress } from '#streaming/listen/client-address.ts';

/** In which country an address is: ISO 3166, '' where that isn't known or the address is private. */
export type Countries = {
  of(address: string): string;
  /** Reads the databases, once; before that no country is known. */
  open(): Promise<void>;
  isOpen(): boolean;
};

/** Private, loopback, link-local and shared addresses, and those of several. */
const notPublic =
  /^(0|10|127|2[2-5]\d|169\.254|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|172\.(1[6-9]|2\d|3[01]))\.|^(::1?$|f[cdef])/i;

type Readers = { ipv4: Reader<Response>; ipv6: Reader<Response> };

/**
 * Countries by the two databases (IPv4 and IPv6) at these paths, which take 134 MB: they are read when the first station
 * asks for countries. Where they can't be read that is told once, and no country is known.
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
    of(address) {
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

/** Countries of an edge that has no databases. */
export const noCountries: Countries = { of: () => '', open: async () => {}, isOpen: () => true };
