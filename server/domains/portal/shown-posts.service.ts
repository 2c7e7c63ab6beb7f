import { postPlans, type ShownPost } from '#contract/api/portal.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imageUrl } from '#server/platform/images.ts';
import { isForReader, preferredLanguage, type PostPlan } from './post-rules.ts';
import { findPost, isPerson, maxPosts, plansOf, postsByKey, publishedAt, currentPostRules } from './posts.repo.ts';
import { markSeen, seenOf } from './seen.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;

/**
 * The latest 200 posts for a person now, by time, plans and the caller's browser language. `id` is `me` or the
 * caller's own; only a portal admin may request another person's. Refuses `person.notFound`.
 */
export const postsFor = async (
  { db, clock }: Deps,
  id: string,
  who: Person,
  acceptLanguage: string | undefined,
): Promise<ShownPost[]> => {
  const person = id === 'me' ? who.id : id.toLowerCase();
  const isOther = person !== who.id;
  if (isOther && !(who.isPortalAdmin && (await isPerson(db, person)))) refuse('person.notFound');
  const now = clock.now();
  const [candidates, plans] = await Promise.all([currentPostRules(db, now), plansOf(db, person, now)]);
  const reader = { language: preferredLanguage(acceptLanguage), plans: postPlansOf(plans) };
  const keys = candidates.filter(({ rules }) => isForReader(rules, reader)).map(({ key }) => key);
  return await shown(db, person, keys.slice(0, maxPosts));
};

/** Marks a post as seen by the person; idempotent. Refuses `post.notFound`. */
export const markPostSeen = async ({ db, events }: Deps, key: string, who: Person): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    if (!(await findPost(tx, key))) refuse('post.notFound');
    if ((await markSeen(tx, who.id, 'post', [key])) > 0) await notifyInbox(events, tx, [who.id]);
  });
};

const shown = async (db: Kernel['db'], person: string, keys: string[]): Promise<ShownPost[]> => {
  const [rows, seen] = await Promise.all([postsByKey(db, keys), seenOf(db, person, 'post', keys)]);
  return rows.map((row) => ({
    key: row.key,
    title: row.title,
    contentHtml: row.content_html,
    format: row.format,
    image: imageUrl(row.image),
    imageTargetUrl: row.image_target_url,
    publishDate: publishedAt(row).toISOString(),
    seen: seen.has(row.key),
  }));
};

/** No account, an account without a plan and a trial count as FREE. */
const postPlansOf = (plans: (PlanId | null)[]): PostPlan[] => (plans.length === 0 ? ['FREE'] : plans.map(postPlanOf));
const postPlanOf = (plan: PlanId | null): PostPlan => postPlans.find((one) => one === plan) ?? 'FREE';
