import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** Who pays: an account, for its plan or for an add-on of one of its stations. */
export type Owner = { account: AccountKey; station: StationKey | null };

/**
 * The URL to which a page of the provider returns, by default the account's subscriptions. Joined to PUBLIC_URL, never to a Host
 * header; refuses paths outside of the account and its stations as invalid input.
 */
export const returnUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  owner: Owner,
  path = `/accounts/${owner.account}/subscriptions/account`,
  query: Record<string, string> = {},
): string => {
  const url = localUrl(path);
  const isOwn = url && rootsOf(owner).some((root) => `${url.pathname}/`.startsWith(root));
  if (!isOwn) return refuse('request.invalid', {}, { returnPath: 'Please return to a page of this account.' });
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return `${publicUrl}${url.pathname}${url.search}`;
};

const rootsOf = ({ account, station }: Owner): string[] => [
  `/accounts/${account}/`,
  `/onboarding/${account}/`,
  ...(station === null ? [] : [`/stations/${station}/`]),
];

/** The path without dots, backslashes or another host; undefined if it isn't one of ours. */
const localUrl = (path: string): URL | undefined => {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  const url = URL.parse(path, base);
  return url?.origin === base ? url : undefined;
};

const base = 'http://portal.invalid';
