import { limits } from '#contract/rules/limits.ts';
import { verifyLabel, type SiteDomain } from '#contract/api/site-domain.ts';
import type { Config } from '#server/kernel/config.ts';
import type { DomainRow } from './domains.repo.ts';

/** A domain with the records that prove it. */
export const presentDomain = ({ deliveryUrl }: Pick<Config, 'deliveryUrl'>, row: DomainRow): SiteDomain => {
  const { domain, state, problems, token, verified_at, checked_at, failing_since } = row;
  const servedUntil =
    state === 'failing' && failing_since
      ? new Date(failing_since.getTime() + limits.lostDomainHours * 3_600_000).toISOString()
      : null;
  return {
    ...{ domain, state, problems },
    records: [
      { name: `${verifyLabel}.${domain}`, type: 'TXT', value: token },
      { name: domain, type: 'CNAME', value: new URL(deliveryUrl).hostname },
    ],
    verified_at: verified_at?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
    served_until: servedUntil,
  };
};
