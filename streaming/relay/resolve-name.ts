import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

const resolver = new Resolver({ timeout: 3000, tries: 2 });
let last: Promise<unknown> = Promise.resolve();

/**
 * Every address of a name, IPv4 first. DNS queries bypass the thread pool that reads files, so that a hanging name
 * server can't delay playback; names known only locally are looked up in the pool, one at a time.
 */
export const resolveName = async (host: string): Promise<string[]> => {
  if (isIP(host) !== 0) return [host];
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const hasTimedOut = answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
  if (hasTimedOut) throw new Error('The name server did not answer.');
  return lookUp(host);
};

const lookUp = async (host: string): Promise<string[]> => {
  const before = last;
  const ownLookup = before.then(() => lookup(host, { all: true, order: 'ipv4first' }));
  last = ownLookup.catch(() => undefined);
  const records = await ownLookup.catch(() => {
    throw new Error('The host name could not be resolved.');
  });
  return records.map(({ address }) => address);
};

const isTimeout = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
