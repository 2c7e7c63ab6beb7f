import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { issuerOf } from './realm.ts';

/**
 * Links the users of this installation to its realm, where they were linked to one of another name: the realm's name
 * is the brand's, but its people are the same.
 */
export const adoptUsers = async ({ config, db }: { config: Pick<Config, 'publicUrl' | 'brand'>; db: Db }) => {
  const issuer = issuerOf(config);
  await db
    .updateTable('users as u')
    .set({ issuer })
    .where('issuer', 'like', `${escaped(config.publicUrl)}/realms/%`)
    .where('issuer', '<>', issuer)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where('other.issuer', '=', issuer)
            .whereRef('other.subject', '=', 'u.subject'),
        ),
      ),
    )
    .execute();
};

/** As text within a LIKE pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
