import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { ListenerRules } from '../rules/listener-rules.ts';
import { Country } from '../rules/listing.ts';
import { parseNetwork } from '../rules/network.ts';

/** Maximum number of networks in each of the two lists. */
export const maxNetworks = 1000;
export const networkMessage = 'Not an IP address or network, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32.';

/** `written` is the number as people read it. */
const listeners = (most: number, written: string) =>
  z.nullable(
    z
      .number('Please enter a number.')
      .check(z.int('Please enter a whole number.'), z.gte(1, 'At least 1.'), z.lte(most, `At most ${written}.`)),
  );
const MaxListeners = listeners(1_000_000, '1,000,000');
const MaxPerAddress = listeners(10_000, '10,000');
const Networks = z
  .array(
    z.string().check(
      z.trim(),
      z.maxLength(64, networkMessage),
      z.refine((text) => parseNetwork(text) !== undefined, networkMessage),
    ),
  )
  .check(z.maxLength(maxNetworks, `At most ${maxNetworks.toLocaleString('en')} addresses and networks.`));

/** Who may listen to a station, how many at once, and whether their number is public. */
export const StreamRules = z.extend(ListenerRules, {
  /** All listeners of the station; null for no limit. */
  max_listeners: z.nullable(z.number()),
  /** Listeners per IPv4 address or IPv6 /64 network; null for no limit. */
  max_per_address: z.nullable(z.number()),
  show_listeners: z.boolean(),
});
export type StreamRules = z.infer<typeof StreamRules>;

/** Omitted fields stay unchanged. */
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

/** Whether an address would be admitted, by which kind of rule, and its country ('' if unknown). */
export const ListenerVerdict = z.object({
  admitted: z.boolean(),
  because: z.enum(['nothing', 'network', 'country']),
  country: z.string(),
});
export type ListenerVerdict = z.infer<typeof ListenerVerdict>;

const Address = z.string().check(
  z.trim(),
  z.maxLength(64, 'Not an IP address, such as 192.0.2.7 or 2001:db8::1.'),
  z.refine(
    (text) => !text.includes('/') && parseNetwork(text) !== undefined,
    'Not an IP address, such as 192.0.2.7 or 2001:db8::1.',
  ),
);

export const streamRules = {
  get: endpoint('GET stations/{key}/stream-rules', {
    access: 'station.readSettings',
    summary: 'The listener rules of a station',
    returns: StreamRules,
    spec: 'own',
  }),
  set: endpoint('PUT stations/{key}/stream-rules', {
    access: 'station.update',
    summary: 'Change the listener rules of a station; listeners who are no longer allowed are disconnected',
    body: ChangedStreamRules,
    returns: StreamRules,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  decide: endpoint('POST stations/{key}/stream-rules/decision', {
    access: 'station.readSettings',
    summary: "Test whether an IP address may listen, by the given rules or the station's",
    body: z.object({ address: Address, rules: z.optional(ChangedStreamRules) }),
    returns: ListenerVerdict,
    audit: false,
    spec: 'own',
    changes: { none: 'It only calculates.' },
  }),
};
