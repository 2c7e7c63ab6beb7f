import {
  areRestrictive,
  compileRules,
  type Decide,
  type ListenerRules,
  type Verdict,
} from '#contract/rules/listener-rules.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { Countries } from './countries.ts';

/** A station's head, or anything else with listener rules. */
type Ruled = Pick<StationHead, 'rules'>;

export type Admission = {
  /** Evaluates the station's rules for an IP address, from memory. */
  decide(head: Ruled, address: string): Verdict;
  /** Resolves once the data for `decide` is loaded; undefined if it already is. */
  whenReady(head: Ruled): Promise<void> | undefined;
};

const anybody: Verdict = { admitted: true, because: 'nothing' };

/** Evaluates the stations' listener rules; each rules document is compiled once. */
export const createAdmission = (countries: Countries): Admission => {
  const compiled = new WeakMap<ListenerRules, Decide>();

  const compiledRules = (rules: ListenerRules): Decide => {
    const known = compiled.get(rules);
    if (known) return known;
    const decide = compileRules(rules);
    compiled.set(rules, decide);
    return decide;
  };

  return {
    decide: ({ rules }, address) =>
      rules && areRestrictive(rules) ? compiledRules(rules)(address, countries.countryOf) : anybody,
    whenReady: ({ rules }) =>
      rules && rules.country_mode !== 'all' && !countries.isOpen() ? countries.open() : undefined,
  };
};

/** The text sent to a listener that the rules refuse. */
export const refusalTexts: Record<Verdict['because'], string> = {
  nothing: '',
  country: 'This station is not available in your country.',
  network: 'This station is not available from your IP address.',
};
