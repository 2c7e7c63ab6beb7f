import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { fetchFeed } from './fetch-feed.ts';
import { proofLetter } from './proof-letter.ts';
import { countLetters, putProof, removeProof, takeTry } from './proof.repo.ts';
import type { FeedPodcast } from './read/read-channel.ts';

const minutes = 30;
const mostTries = 5;
const lettersAnHour = 3;

/**
 * Mails a code to the owner whom a locked feed names: good for 30 minutes and five tries, for this person and feed; only
 * its hash is kept. Refuses where the feed isn't locked, names nobody, or three codes went to that address within the hour.
 */
export const mailProof = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'mail' | 'outbound' | 'log'>,
  who: Person,
  feedUrl: string,
): Promise<{ sent_to: string; expires: string }> => {
  const { podcast } = await fetchFeed(deps, who.id, feedUrl);
  if (!podcast.isLocked) refuse('import.notLocked');
  if (podcast.owner === '') refuse('import.lockedForGood');
  const now = deps.clock.now();
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  const expires_at = new Date(now.getTime() + minutes * 60_000);
  const kept = { user_id: who.id, feed_url: feedUrl, email: podcast.owner, expires_at };
  await deps.db.transaction().execute(async (tx) => {
    if ((await countLetters(tx, podcast.owner, now)) >= lettersAnHour) refuse('import.tooManyCodes');
    await putProof(tx, { ...kept, code_hash: hashOf(code, feedUrl) }, now);
  });
  const letter = { to: podcast.owner, code, title: podcast.values.title, feedUrl, asker: who.email, minutes };
  await deps.mail.deliver(proofLetter(letter)).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the code of an import could not be mailed');
    refuse('import.codeNotSent');
  });
  return { sent_to: shownAddress(podcast.owner), expires: expires_at.toISOString() };
};

/** Refuses a locked feed unless the code that was mailed to its owner is given. */
export const checkUnlocked = async (
  deps: Pick<Kernel, 'db' | 'clock'>,
  who: Person,
  { feedUrl, code }: { feedUrl: string; code: string | undefined },
  podcast: FeedPodcast,
): Promise<void> => {
  if (!podcast.isLocked) return;
  if (podcast.owner === '') refuse('import.lockedForGood');
  const given = code?.replace(/[\s-]/g, '') ?? '';
  if (given === '') refuse('import.locked', { owner: shownAddress(podcast.owner) }, { code: 'This field is required' });
  const at = { user: who.id, feedUrl, email: podcast.owner, now: deps.clock.now(), most: mostTries };
  const proof = (await takeTry(deps.db, at)) ?? refuse('import.codeExpired');
  if (timingSafeEqual(Buffer.from(proof.code_hash), Buffer.from(hashOf(given, feedUrl)))) return;
  refuse('import.codeWrong', { left: mostTries - proof.tries }, { code: 'This code is not the one that was mailed.' });
};

/** A code is good once. */
export const forgetProof = async ({ db }: Pick<Kernel, 'db'>, who: Person, feedUrl: string): Promise<void> =>
  await removeProof(db, who.id, feedUrl);

const hashOf = (code: string, feedUrl: string): string =>
  createHash('sha256').update(`${code} ${feedUrl}`).digest('hex');

/** Enough of an address for its owner to know it: `a…@example.com`. */
const shownAddress = (email: string): string => email.replace(/^(.)[^@]*/, '$1…');
