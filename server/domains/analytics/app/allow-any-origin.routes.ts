import type { FastifyInstance } from 'fastify';

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** Lets apps report from pages of any origin, because some run in a web view. */
export const mountAppPreflight = (app: FastifyInstance): void => {
  app.options('/ingest/app/:applicationKey', (_request, reply) => reply.code(204).headers(anyOrigin).send());
};
