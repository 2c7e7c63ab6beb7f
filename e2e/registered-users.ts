import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { expect, vi } from 'vitest';
import { people } from '#contract/api/people.ts';
import { requestUrl } from '#contract/api/request.ts';
import { session } from '#contract/api/session.ts';
import { testBrowser } from '#server/testing/browser.ts';
import { signInByPassword, type PortalClient } from '../tools/demo/portal-client.ts';
import type { Product } from './product.ts';

/** A user registered at the identity provider. */
export type Member = { email: string; password: string; call: PortalClient };

const password = 'correct horse battery';

/** Registers a user as people do: the form, the e-mail, its link; then signs them in for API calls. */
export const register = async (product: Product, email: string): Promise<Member> => {
  const browser = testBrowser(product.url, randomClient());
  const { issuer } = (await (await fetch(product.url + requestUrl(session.config, {}))).json()) as { issuer: string };
  const form = await browser.open(`${issuer}/register`);
  const [first = '', last = 'Person'] = email.split('@')[0]!.split('.');
  await browser.submit(form, { email, first_name: first, last_name: last, password });
  const link = await linkInEmail(product, email, '/realms/');
  const confirmation = await browser.submit(await browser.open(link));
  expect(confirmation.status).toBe(200);
  return { email, password, call: await signInByPassword(product.url, email, password) };
};

/** A random client IP address, as registrations per address and hour are limited. */
const randomClient = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });

/** The URL below `path` in the newest e-mail to `email`; waits until there is one. */
export const linkInEmail = async (product: Product, email: string, path: string): Promise<string> => {
  const pattern = new RegExp(`${product.url}${path}[^\\s"<>]+`);
  const find = async (): Promise<string | undefined> =>
    (await emailTextsTo(product, email)).map((text) => pattern.exec(text)?.[0]).findLast((link) => link !== undefined);
  const url = await vi.waitUntil(find, { timeout: 60_000, interval: 100 });
  return url ?? '';
};

/** The texts of the e-mails to `email` in the outbox folder, oldest first. */
export const emailTextsTo = async (product: Product, email: string): Promise<string[]> =>
  (await emailsTo(product, email)).map(({ text }) => text ?? '');

/** The e-mails to `email` in the outbox folder, parsed, oldest first. */
export const emailsTo = async (product: Product, email: string): Promise<ParsedMail[]> => {
  const folder = join(product.dataDir, 'outbox');
  // Named after their recipients. All files of a run share the folder: parsing each of its e-mails takes seconds of CPU.
  const recipient = email.replaceAll(/[^A-Za-z0-9@._+-]/g, '_');
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.eml') && name.includes(recipient),
  );
  const emails = await Promise.all(
    names.toSorted().map(async (name) => simpleParser(await readFile(join(folder, name)))),
  );
  return emails.filter(({ to }) => to !== undefined && [to].flat().some(({ text }) => text.includes(email)));
};

/** Accepts all invitations of this user. */
export const acceptInvitations = async ({ call }: Member): Promise<void> => {
  for (const { token } of await call(people.myInvites, {})) await call(people.accept, { params: { token } });
};
