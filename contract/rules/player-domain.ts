import * as z from 'zod/mini';

const shape = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A website that may show a player: `example.com`, `*.example.com` for all its sub-domains, or `localhost`. Stored in lower case
 * and in ASCII, without protocol, port and path.
 */
export const PlayerDomain = z.string().check(
  z.trim(),
  z.maxLength(260),
  z.overwrite((written: string) => hostIn(written)),
  z.maxLength(253),
  z.refine(
    (host) => host === 'localhost' || shape.test(host),
    'Please enter a domain like example.com or *.example.com.',
  ),
);

/** The host of what was written or pasted: a domain, a domain with `*.`, or the address of a page. */
const hostIn = (written: string): string => {
  const [, star = '', rest = ''] = /^(?:https?:\/\/)?(\*\.)?(.*)$/is.exec(written) ?? [];
  const host = URL.parse(`https://${rest}`)?.hostname ?? '';
  return host === '' ? written : `${star}${host.replace(/\.$/, '')}`;
};
