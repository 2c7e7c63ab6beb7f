import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type { Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

const name = 'identity.jwks';

/** The provider's signing keys (RS256) including private parts; created on first use, shared by all processes. */
export const signingKeys = async (db: Db): Promise<{ keys: JWK[] }> => {
  const existing = await read(db);
  if (existing) return existing;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomLetters(16), use: 'sig', alg: 'RS256' };
  await db
    .insertInto('secrets')
    .values({ name, value: JSON.stringify({ keys: [jwk] }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await read(db);
  if (!stored) throw new Error('The signing keys could not be stored.');
  return stored;
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
