import { areClosed, compileRules, type Decide, type ListenerRules, type Verdict } from '#contract/listener-rules.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { Countries } from './countries.ts';

/** A station's head, or what else bears its rules. */
type Ruled = Pick<StationHead, 'rules'>;

export type Admission = {
  /** What the station's rules say of an address, from memory. */
  decide(head: Ruled, address: string): Verdict;
  /** Resolves when `decide` knows what it needs; undefined where it does already. */
  awaited(head: Ruled): Promise<void> | undefined;
};

const anybody: Verdict = { admitted: true, because: 'nothing' };

/** Whom the stations' rules let in; rules are compiled once for each document that brings them. */
export function createAdmission(countries: Countries): Admission {
  const compiled = new WeakMap<ListenerRules, Decide>();

  const decisionOf = (rules: ListenerRules): Decide => {
    const known = compiled.get(rules);
    if (known) return known;
    const made = compileRules(rules);
    compiled.set(rules, made);
    return made;
  };

  return {
    decide: ({ rules }, address) => (rules && areClosed(rules) ? decisionOf(rules)(address, countries.of) : anybody),
    awaited: ({ rules }) =>
      rules && rules.country_mode !== 'all' && !countries.isOpen() ? countries.open() : undefined,
  };
}

/** What a listener reads whom the rules keep out. */
export const barredText: Record<Verdict['because'], string> = {
  nothing: '',
  country: 'This station cannot be heard in your country.',
  network: 'This station cannot be heard from your network address.',
};
