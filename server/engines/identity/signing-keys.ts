import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type { Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

const name = 'identity.jwks';

/** The provider's signing keys (RS256), private parts too; made when first asked for, the same for every process. */
export const signingKeys = async (db: Db): Promise<{ keys: JWK[] }> => {
  const found = await read(db);
  if (found) return found;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomLetters(16), use: 'sig', alg: 'RS256' };
  await db
    .insertInto('secrets')
    .values({ name, value: JSON.stringify({ keys: [jwk] }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await read(db);
  if (!kept) throw new Error('The signing keys could not be kept.');
  return kept;
};

/** The public keys that verify the embedded provider's tokens, read in process. */
export const localJwks = async (db: Db): Promise<JSONWebKeySet> => {
  const { keys } = await signingKeys(db);
  return { keys: keys.map(({ kty, n, e, kid, use, alg }) => ({ kty: kty ?? 'RSA', n, e, kid, use, alg })) };
};

const read = async (db: Db): Promise<{ keys: JWK[] } | undefined> => {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(row.value) as { keys: JWK[] }) : undefined;
};
