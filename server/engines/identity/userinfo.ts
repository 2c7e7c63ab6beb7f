import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { claimsOf, personById } from './people.ts';
import { audienceOf, issuerOf, type IdentityKernel } from './realm.ts';
import { localJwks } from './signing-keys.ts';

/**
 * The userinfo endpoint, which accepts the API's access tokens like Keycloak's (the provider library would require
 * another kind of token).
 */
export const userinfo = async (app: FastifyInstance, kernel: IdentityKernel): Promise<void> => {
  const { config, db } = kernel;
  const keys = createLocalJWKSet(await localJwks(db));
  const expected = { issuer: issuerOf(config), audience: audienceOf(config), typ: 'at+jwt', algorithms: ['RS256'] };
  app.get('/protocol/openid-connect/userinfo', async (request, reply) => {
    const [, token = ''] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const verified = await jwtVerify(token, keys, expected).catch(() => undefined);
    const person = verified && (await personById(db, verified.payload.sub ?? ''));
    if (!person) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      return reply.code(401).send({ error: 'invalid_token' });
    }
    return { sub: person.id, ...claimsOf(person) };
  });
};
