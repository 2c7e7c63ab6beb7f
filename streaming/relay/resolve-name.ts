import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

const resolver = new Resolver({ timeout: 3000, tries: 2 });
let last: Promise<unknown> = Promise.resolve();

/**
 * Every address of a name, IPv4 first. Names are asked for without the threads that read files, as a name server that
 * hangs must not hold up what plays; names that only this machine knows are looked up by them, one at a time.
 */
export async function resolveName(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const hangs = answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
  if (hangs) throw new Error('Its name server did not answer.');
  return lookUp(host);
}

async function lookUp(host: string): Promise<string[]> {
  const before = last;
  const mine = before.then(() => lookup(host, { all: true, order: 'ipv4first' }));
  last = mine.catch(() => undefined);
  const found = await mine.catch(() => {
    throw new Error('Its name is not known.');
  });
  return found.map(({ address }) => address);
}

const isTimeout = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
