import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { siteDraft } from './site-fixtures.ts';
import type { Keys } from './world.ts';

/** Adds a domain to the microsite of an account, and returns it. */
export const domainChild =
  (db: () => Db) =>
  async ({ account }: Keys): Promise<string> => {
    const account_key = account as AccountKey;
    const row = { account_key, slug: account_key.toLowerCase(), draft: JSON.stringify(siteDraft()) };
    await db()
      .insertInto('sites')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const domain = `${randomLetters(12).toLowerCase()}.example`;
    await db().insertInto('site_domains').values({ account_key, domain, token: 'x' }).execute();
    return domain;
  };
