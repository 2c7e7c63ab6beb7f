import { adPositions, type Rule, type Target } from '#contract/rules/ad-rules.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { isCountry } from '#server/kernel/iso-codes.ts';
import { stationsOfAccount } from './campaigns.repo.ts';

const mostSegments = {
  ...({ location: 3, station: 1, podcast: 2, category: 1, language: 1 } as const),
  ...({ device: 2, player: 1, output: 1, position: 1 } as const),
};
const outputs: readonly string[] = ['stream', 'hls', 'podcast', 'vast'];

/** The segments of a target's path, decoded; undefined if it is malformed. Only the region above a city may be empty. */
export const segmentsOf = ({ path }: Pick<Target, 'path'>): string[] | undefined => {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.every((segment, i) => segment !== '' || (i === 1 && segments.length === 3)) ? segments : undefined;
  } catch {
    return undefined;
  }
};

/** Refuses rules with a target that no listener can be in (`campaign.unknownTarget`), e.g. another account's station. */
export const checkTargets = async (
  db: Db | Tx,
  account: AccountKey,
  rules: readonly Rule[],
  anyStation = false,
): Promise<void> => {
  const targets = rules.flatMap((rule) => rule.targets);
  for (const target of targets) if (!isPossible(target)) refuseTarget(target);
  if (anyStation) return;
  const own = await ownKeys(db, account, targets);
  const unknown = targets.find(({ type, path }) => isPlace(type) && !own.has(path.split('/')[0]!));
  if (unknown) refuseTarget(unknown);
};

const isPlace = (type: Target['type']): boolean => type === 'station' || type === 'podcast';

/** Which of the targeted stations and podcasts belong to the account. */
const ownKeys = async (db: Db | Tx, account: AccountKey, targets: readonly Target[]): Promise<Set<string>> => {
  const of = (kind: Target['type']): string[] =>
    targets.filter(({ type }) => type === kind).map(({ path }) => path.split('/')[0]!);
  const [stations, podcasts] = [of('station') as StationKey[], of('podcast') as PodcastKey[]];
  return new Set<string>([
    ...(stations.length === 0 ? [] : await stationsOfAccount(db, account, stations)),
    ...(podcasts.length === 0 ? [] : await podcastsOfAccount(db, account, podcasts)),
  ]);
};

const podcastsOfAccount = async (db: Db | Tx, account: AccountKey, keys: PodcastKey[]): Promise<PodcastKey[]> =>
  (
    await db.selectFrom('podcasts').select('key').where('account_key', '=', account).where('key', 'in', keys).execute()
  ).map(({ key }) => key);

/** Whether a target's path is well formed and names a country, output or category that exists. */
export const isPossible = (target: Target): boolean => {
  const segments = segmentsOf(target);
  if (!segments || segments.length > mostSegments[target.type]) return false;
  const [first = ''] = segments;
  if (target.type === 'location') return /^[A-Z]{2}$/.test(first) && isCountry(first);
  if (target.type === 'output') return outputs.includes(first);
  if (target.type === 'position') return (adPositions as readonly string[]).includes(first);
  if (target.type === 'category') return /^\d{1,6}$/.test(first);
  return true;
};

const refuseTarget = ({ type, path }: Target): never => refuse('campaign.unknownTarget', { target: `${type} ${path}` });
