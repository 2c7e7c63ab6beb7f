import { Resolver } from 'node:dns/promises';

/** What is known of a name in the DNS; an absent name has no records. Throws if no server answers. */
export type DomainResolver = {
  /** Each record as one text. */
  txt(name: string): Promise<string[]>;
  /** In lower case, without a final dot. */
  cname(name: string): Promise<string[]>;
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
};

/**
 * Asks the machine's DNS servers, or those at `servers` (`address:port`). Only records of a name are asked for, and nothing is
 * connected to.
 */
export const dnsResolver = (servers?: readonly string[]): DomainResolver => {
  const make = (): Resolver => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    if (servers) resolver.setServers(servers);
    return resolver;
  };
  return {
    txt: async (name) => (await orNone(make().resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) => (await orNone(make().resolveCname(name))).map(plain),
    async addresses(name) {
      const [four, six] = await Promise.all([orNone(make().resolve4(name)), orNone(make().resolve6(name))]);
      return [...four, ...six];
    },
  };
};

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');
/** The name doesn't exist, or has no record of this type. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

const orNone = async <T>(asked: Promise<T[]>): Promise<T[]> => {
  try {
    return await asked;
  } catch (error) {
    if (absent.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
};
