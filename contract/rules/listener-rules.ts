import * as z from 'zod/mini';
import { addressDigits, parseNetwork, type Network } from './network.ts';

/** Who may listen to a station, by country and IP address; both the engine and the portal apply it. */
export const ListenerRules = z.object({
  /** From everywhere, only from these countries, or from everywhere but these. */
  country_mode: z.enum(['all', 'only', 'except']),
  /** ISO 3166, two letters. */
  countries: z.array(z.string()),
  /** Admitted from any country. */
  allowed_networks: z.array(z.string()),
  /** Never admitted. If an address is in two networks, the smaller one decides. */
  blocked_networks: z.array(z.string()),
  /** Only `allowed_networks` are admitted. */
  only_allowed: z.boolean(),
});
export type ListenerRules = z.infer<typeof ListenerRules>;

/** Whether an address is admitted, and which kind of rule decided it. */
export type Verdict = { admitted: boolean; because: 'nothing' | 'network' | 'country' };
export type Decide = (address: string, countryOf: (address: string) => string) => Verdict;

/** Rules that admit everyone. */
export const openRules: ListenerRules = {
  country_mode: 'all',
  countries: [],
  allowed_networks: [],
  blocked_networks: [],
  only_allowed: false,
};

/** Whether these rules can refuse anyone. */
export const areRestrictive = (rules: ListenerRules): boolean =>
  rules.country_mode !== 'all' || rules.blocked_networks.length > 0 || rules.only_allowed;

/**
 * Compiles rules to a decision that takes microseconds however many networks they list: networks first, then the
 * country. An address of unknown country is in none of the countries.
 */
export const compileRules = (rules: ListenerRules): Decide => {
  const networkVerdict = compileNetworks(rules);
  const countries = new Set(rules.countries);
  return (address, countryOf) => {
    const byNetwork = networkVerdict(address);
    if (byNetwork !== undefined) return { admitted: byNetwork, because: 'network' };
    if (rules.only_allowed) return { admitted: false, because: 'network' };
    if (rules.country_mode === 'all') return { admitted: true, because: 'nothing' };
    return { admitted: countries.has(countryOf(address)) === (rules.country_mode === 'only'), because: 'country' };
  };
};

type Listed = Network & { admitted: boolean };

/** Two networks are nested or disjoint, so they split all addresses into ranges with one answer each. */
const compileNetworks = (rules: ListenerRules): ((address: string) => boolean | undefined) => {
  const starts: string[] = [];
  const answers: (boolean | undefined)[] = [];
  const begin = (first: string, answer: boolean | undefined): void => {
    if (starts.at(-1) === first) answers[answers.length - 1] = answer;
    else {
      starts.push(first);
      answers.push(answer);
    }
  };
  const enclosing: Listed[] = [];
  const leave = (): void => {
    const closed = enclosing.pop();
    if (closed && !/^f+$/.test(closed.last)) begin(following(closed.last), enclosing.at(-1)?.admitted);
  };
  for (const network of sorted(rules)) {
    while ((enclosing.at(-1)?.last ?? network.first) < network.first) leave();
    begin(network.first, network.admitted);
    enclosing.push(network);
  }
  while (enclosing.length > 0) leave();
  return (address) => {
    if (starts.length === 0) return undefined;
    const wanted = addressDigits(address);
    return wanted === undefined ? undefined : answers[lastUpTo(starts, wanted)];
  };
};

/**
 * By first address, larger networks before those within them; of two equal ones the blocked one last, which decides.
 */
const sorted = ({ allowed_networks: allowed, blocked_networks: blocked }: ListenerRules): Listed[] => {
  const read = (texts: readonly string[], admitted: boolean): Listed[] =>
    texts.flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [{ ...network, admitted }] : [];
    });
  return [...read(allowed, true), ...read(blocked, false)].sort((one, other) => {
    if (one.first !== other.first) return one.first < other.first ? -1 : 1;
    return one.bits - other.bits;
  });
};

const following = (digits: string): string => (BigInt(`0x${digits}`) + 1n).toString(16).padStart(32, '0');

/** The index of the last of these that isn't above `wanted`; -1 if all are. */
const lastUpTo = (starts: readonly string[], wanted: string): number => {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? '') <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
