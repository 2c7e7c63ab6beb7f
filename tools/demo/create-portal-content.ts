import { fillText, type Brand } from '#contract/rules/brand.ts';
import { portal } from '#contract/api/portal.ts';
import { dayMs } from '#contract/rules/time.ts';
import { changelog, notifications, partners, posts, type DemoPost } from './content.ts';
import { draw } from './drawing.ts';
import type { PortalClient } from './portal-client.ts';

/**
 * Adds the missing portal content, as far as the brand has it; running it again adds nothing twice.
 */
export const createPortalContent = async (
  call: PortalClient,
  brand: Brand,
  log: (line: string) => void,
): Promise<void> => {
  const { flags } = brand;
  if (flags.partners) {
    await stagePartners(call);
    log('Portal: partners');
  }
  if (!flags.portalContent) return;
  await stageNotifications(call);
  await stageChangelog(call, brand);
  const existing = new Set((await call(portal.posts, {})).map(({ title }) => title));
  for (const post of posts.filter(({ title }) => !existing.has(title))) await stagePost(call, inWording(post, brand));
  log('Portal: notifications, posts and a changelog');
};

/** With the brand's nouns and names of plans. */
const inWording = <T extends { contentHtml: string }>(one: T, { wording, planNames }: Brand): T => ({
  ...one,
  contentHtml: fillText(one.contentHtml, wording, planNames),
});

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const stagePost = async (call: PortalClient, { hues, starts, stops, ...post }: DemoPost): Promise<void> => {
  const body = { ...post, startSending: inDays(starts), stopSending: stops === null ? null : inDays(stops) };
  await call(portal.addPost, hues ? { body, file: await draw('post', [1600, 900], hues) } : { body });
};

const stageNotifications = async (call: PortalClient): Promise<void> => {
  const existing = new Set((await call(portal.notifications, {})).map(({ title }) => title));
  for (const { stops, ...body } of notifications.filter(({ title }) => !existing.has(title)))
    await call(portal.addNotification, { body: { ...body, until: stops === null ? null : inDays(stops) } });
};

const stageChangelog = async (call: PortalClient, brand: Brand): Promise<void> => {
  const existing = new Set((await call(portal.changelog, {})).items.map(({ title }) => title));
  for (const { days, ...body } of changelog.filter(({ title }) => !existing.has(title)))
    await call(portal.addChangelog, { body: { ...inWording(body, brand), date: inDays(days).slice(0, 10) } });
};

const stagePartners = async (call: PortalClient): Promise<void> => {
  const existing = new Set((await call(portal.partners, {})).map(({ slug }) => slug));
  for (const { hues, ...body } of partners.filter(({ slug }) => !existing.has(slug))) {
    await call(portal.addPartner, { body });
    await call(portal.setPartnerLogo, { params: { slug: body.slug }, file: await draw('logo', [512, 512], hues) });
  }
};
