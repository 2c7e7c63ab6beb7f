import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './kernel.ts';

/** The letters that can be stopped: an id is one of a report's recipients, or one of an alert's letters. */
type Kind = 'reports' | 'alerts';

/** What the stop link of a letter carries: whose it is, and that we have written it. It does not end, and nothing of it is kept. */
export const unsubscribeToken = async (secrets: Secrets, kind: Kind, id: string): Promise<string> =>
  `${id}.${sign(await secrets.get(`${kind}.unsubscribe`), id)}`;

/** Whose token this is; undefined where we did not write it. */
export const idOfToken = async (secrets: Secrets, kind: Kind, token: string): Promise<string | undefined> => {
  const [id = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const right = Buffer.from(sign(await secrets.get(`${kind}.unsubscribe`), id));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
};

const sign = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${id}`).digest('base64url');
