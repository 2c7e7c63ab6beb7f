import * as z from 'zod/mini';

/*
 * A domain of an account's own for its microsite. Two DNS records prove it: a TXT record whose value only this account
 * knows, and a CNAME (or addresses) that leads to us.
 */

/** What keeps a domain from being served. */
export const domainProblems = ['txtMissing', 'txtWrong', 'cnameMissing', 'cnameWrong', 'dnsFailed'] as const;
export type DomainProblem = (typeof domainProblems)[number];

/** `failing`: it was verified, and its records are wrong now; it is served for one more day. */
export const domainStates = ['pending', 'verified', 'failing', 'lost'] as const;
export type DomainState = (typeof domainStates)[number];

/** The name before the domain whose TXT record proves it. */
export const verifyLabel = '_radio-verify';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const shape = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);

/** A domain in ASCII (`xn--…`), lower case, without a port and a final dot; undefined for what isn't one, addresses included. */
export const domainOf = (written: string): string | undefined => {
  const plain = written.trim().replace(/\.$/, '');
  if (plain === '' || plain.length > 253 || /[^\p{L}\p{M}\p{N}.-]/u.test(plain)) return undefined;
  const host = URL.parse(`http://${plain}/`)?.hostname ?? '';
  return host.length <= 253 && shape.test(host) ? host : undefined;
};

/** A domain as it is entered; stored in ASCII. */
export const DomainName = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine((written) => domainOf(written) !== undefined, 'Please enter a domain like www.example.com.'),
  z.overwrite((written) => domainOf(written) ?? written),
);

export const SiteDomain = z.object({
  domain: z.string(),
  state: z.enum(domainStates),
  problems: z.array(z.enum(domainProblems)),
  /** The records to create: name, type and value. */
  records: z.array(z.object({ name: z.string(), type: z.enum(['TXT', 'CNAME']), value: z.string() })),
  verified_at: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
  /** When it stops being served, unless its records are right again. */
  served_until: z.nullable(z.string()),
});
export type SiteDomain = z.infer<typeof SiteDomain>;
