import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { ListenerRules } from './listener-rules.ts';
import { Country } from './listing.ts';
import { parseNetwork } from './network.ts';

/** How many networks each of the two lists holds. */
export const networksMost = 1000;
export const networkMessage = 'Not an address or network, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32.';

const listeners = (most: number) =>
  z.nullable(
    z
      .number('Please enter a number.')
      .check(
        z.int('Please enter a whole number.'),
        z.gte(1, 'At least 1.'),
        z.lte(most, `At most ${most.toLocaleString('en')}.`),
      ),
  );
const MaxListeners = listeners(1_000_000);
const MaxPerAddress = listeners(10_000);
const Networks = z
  .array(
    z.string().check(
      z.trim(),
      z.maxLength(64, networkMessage),
      z.refine((text) => parseNetwork(text) !== undefined, networkMessage),
    ),
  )
  .check(z.maxLength(networksMost, `At most ${networksMost.toLocaleString('en')} addresses and networks.`));

/** Who may listen to a station, how many, and whether the public is told how many do. */
export const StreamRules = z.extend(ListenerRules, {
  /** All listeners of the station together; null for no limit. */
  max_listeners: z.nullable(z.number()),
  /** Listeners at one address (of IPv6: one network of 64 bits); null for no limit. */
  max_per_address: z.nullable(z.number()),
  show_listeners: z.boolean(),
});
export type StreamRules = z.infer<typeof StreamRules>;

/** What isn't named stays as it is. */
export const ChangedStreamRules = z.object({
  country_mode: z.optional(z.enum(['all', 'only', 'except'])),
  countries: z.optional(z.array(Country.check(z.minLength(2, 'Please choose a country.'))).check(z.maxLength(300))),
  allowed_networks: z.optional(Networks),
  blocked_networks: z.optional(Networks),
  only_allowed: z.optional(z.boolean()),
  max_listeners: z.optional(MaxListeners),
  max_per_address: z.optional(MaxPerAddress),
  show_listeners: z.optional(z.boolean()),
});
export type ChangedStreamRules = z.input<typeof ChangedStreamRules>;

/** Whether an address would be let in, by which kind of rule, and where it is ('' where that isn't known). */
export const ListenerVerdict = z.object({
  admitted: z.boolean(),
  because: z.enum(['nothing', 'network', 'country']),
  country: z.string(),
});
export type ListenerVerdict = z.infer<typeof ListenerVerdict>;

const Address = z.string().check(
  z.trim(),
  z.maxLength(64, 'Not an address, such as 192.0.2.7 or 2001:db8::1.'),
  z.refine(
    (text) => !text.includes('/') && parseNetwork(text) !== undefined,
    'Not an address, such as 192.0.2.7 or 2001:db8::1.',
  ),
);

export const streamRules = {
  get: endpoint('GET stations/{key}/stream-rules', {
    access: 'station.readSettings',
    summary: 'Who may listen to a station, and how many',
    returns: StreamRules,
    spec: 'own',
  }),
  set: endpoint('PUT stations/{key}/stream-rules', {
    access: 'station.update',
    summary: 'Change who may listen to a station; listeners who no longer may are let go, the others stay',
    body: ChangedStreamRules,
    returns: StreamRules,
    spec: 'own',
  }),
  decide: endpoint('POST stations/{key}/stream-rules/decision', {
    access: 'station.readSettings',
    summary: 'Whether an address would be let in, by these rules or by those the station has',
    body: z.object({ address: Address, rules: z.optional(ChangedStreamRules) }),
    returns: ListenerVerdict,
    audit: false,
    spec: 'own',
  }),
};
