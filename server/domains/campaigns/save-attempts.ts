import { ownAudio, type NewCampaign } from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { attemptsOf, setAttempts, type AttemptRow } from './campaigns.repo.ts';
import { lockCreatives } from './creatives/creatives.repo.ts';
import { usableProviders } from './providers/providers.repo.ts';
import { findRuleChains } from './rule-chains.repo.ts';

/** One attempt for every listener, where a campaign names none. */
const everyone = { order: 1, provider: ownAudio, ruleChainId: null, name: '', rules: [], creativeId: null };

/**
 * Saves a campaign's attempts in their order. One without its own audio gets the campaign's: the newest of its first
 * attempt with audio. Audio that is still being prepared waits as the next, while the former one plays. A saved rule chain
 * gives its name and, unless rules are given, its rules. Refuses with `campaign.unknownCreative`, `ruleChain.notFound`, and
 * `adProvider.notFound` for an ad server that the account can't use now and did not use before.
 */
export const saveAttempts = async (
  tx: Tx,
  account: AccountKey,
  key: CampaignKey,
  wanted: NewCampaign['providerRuleChains'],
  uploaded?: string,
): Promise<void> => {
  const given = (wanted.length > 0 ? wanted : [everyone]).toSorted((a, b) => a.order - b.order);
  const before = await attemptsOf(tx, key);
  const main = uploaded ?? newestOf(firstOwn(before));
  const providerOf = ({ provider: { id } }: (typeof given)[number]) => (id === ownAudio.id ? null : id);
  const audioOf = (attempt: (typeof given)[number]) =>
    providerOf(attempt) === null ? (attempt.creativeId ?? main) : null;
  await checkProviders(tx, account, given.map(providerOf), before);
  const ids = [...new Set(given.map(audioOf).filter((id) => id !== null))];
  const creatives = new Map((await lockCreatives(tx, account, ids)).map((row) => [row.id, row]));
  const chainIds = [...new Set(given.map(({ ruleChainId }) => ruleChainId).filter((id) => id !== null))];
  const chains = new Map((await findRuleChains(tx, account, chainIds)).map((row) => [row.id, row]));
  const rows = given.map((attempt, i) => {
    const audio = audioOf(attempt);
    const creative = audio === null ? undefined : (creatives.get(audio) ?? refuse('campaign.unknownCreative'));
    const chain =
      attempt.ruleChainId === null ? undefined : (chains.get(attempt.ruleChainId) ?? refuse('ruleChain.notFound'));
    return {
      ...{ ord: i + 1, rule_chain_id: attempt.ruleChainId, name: attempt.name || (chain?.name ?? '') },
      rules: JSON.stringify(attempt.rules.length > 0 ? attempt.rules : (chain?.rules ?? [])),
      provider_id: providerOf(attempt),
      // Attempts may have been put in another order.
      ...(providerOf(attempt) === null
        ? audioColumns(audio, creative?.state === 'ready', before.find((one) => newestOf(one) === audio) ?? before[i])
        : { creative_id: null, next_creative_id: null }),
    };
  });
  await setAttempts(tx, key, rows);
};

const checkProviders = async (
  tx: Tx,
  account: AccountKey,
  wanted: readonly (string | null)[],
  before: readonly AttemptRow[],
): Promise<void> => {
  const kept = new Set(before.map(({ provider_id }) => provider_id));
  const ids = [...new Set(wanted.filter((id) => id !== null && !kept.has(id)))] as string[];
  if ((await usableProviders(tx, account, ids)).length < ids.length) refuse('adProvider.notFound');
};

/** The attempt whose audio is the campaign's. */
export const firstOwn = (attempts: readonly AttemptRow[]): AttemptRow | undefined =>
  attempts.find(({ provider_id }) => provider_id === null);

/** What plays, and what replaces it once it is ready. */
const audioColumns = (
  audio: string | null,
  isReady: boolean,
  before: AttemptRow | undefined,
): Pick<AttemptRow, 'creative_id' | 'next_creative_id'> => {
  const playing = before?.creative_id ?? null;
  return isReady || audio === playing
    ? { creative_id: audio, next_creative_id: null }
    : { creative_id: playing, next_creative_id: audio };
};

const newestOf = (attempt: AttemptRow | undefined): string | null =>
  attempt?.next_creative_id ?? attempt?.creative_id ?? null;

/** Lets new audio replace that of every attempt which has none, or has the campaign's. */
export const replaceAudio = async (tx: Tx, key: CampaignKey, uploaded: string): Promise<void> => {
  const before = await attemptsOf(tx, key);
  const own = firstOwn(before);
  const main = newestOf(own);
  const rows = before.map(({ campaign_key: _key, rules, ...attempt }) => ({
    ...attempt,
    rules: JSON.stringify(rules),
    ...(attempt.provider_id === null && newestOf(attempt as AttemptRow) === main && { next_creative_id: uploaded }),
  }));
  // Where only ad servers were asked, the audio plays when they have nothing.
  if (!own) {
    const last = before.at(-1);
    const attempt = { ord: (last?.ord ?? 0) + 1, rule_chain_id: last?.rule_chain_id ?? null, name: last?.name ?? '' };
    const rules = JSON.stringify(last?.rules ?? []);
    rows.push({ ...attempt, rules, provider_id: null, creative_id: null, next_creative_id: uploaded });
  }
  await setAttempts(tx, key, rows);
};
