import { verifyLabel, type DomainProblem } from '#contract/api/site-domain.ts';
import type { DomainResolver } from './resolver.ts';

/**
 * What is wrong with the records of a domain; nothing if its TXT record has the token, and its name leads to `target`: by a CNAME,
 * or (as the root of a zone can't have one) by one of its addresses.
 */
export const problemsOf = async (
  dns: DomainResolver,
  { domain, token, target }: { domain: string; token: string; target: string },
): Promise<DomainProblem[]> => {
  try {
    const [proof, route] = await Promise.all([
      proofProblem(dns, domain, token),
      routeProblem(dns, domain, target.toLowerCase()),
    ]);
    return [proof, route].filter((problem) => problem !== undefined);
  } catch {
    return ['dnsFailed'];
  }
};

const proofProblem = async (dns: DomainResolver, domain: string, token: string): Promise<DomainProblem | undefined> => {
  const found = (await dns.txt(`${verifyLabel}.${domain}`)).map((text) => text.trim());
  if (found.includes(token)) return undefined;
  return found.length === 0 ? 'txtMissing' : 'txtWrong';
};

const routeProblem = async (
  dns: DomainResolver,
  domain: string,
  target: string,
): Promise<DomainProblem | undefined> => {
  const [cname, own, ours] = await Promise.all([dns.cname(domain), dns.addresses(domain), dns.addresses(target)]);
  if (cname.includes(target) || own.some((address) => ours.includes(address))) return undefined;
  return cname.length === 0 && own.length === 0 ? 'cnameMissing' : 'cnameWrong';
};
