import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import type { AnyEndpoint } from '#contract/api/http.ts';

/** The JSON body limit of endpoints without their own. */
export const jsonBytes = 1024 * 1024;
/** Enough for the `{}` that some clients send with every call. */
const emptyBytes = 1024;

/** The JSON body limit of an endpoint: almost nothing if it expects no JSON. Files have separate limits. */
export const bodyLimitOf = ({ spec }: AnyEndpoint): number =>
  spec.body === undefined ? emptyBytes : (spec.maxBytes ?? jsonBytes);

/** Reads JSON into memory (an empty body counts as none); leaves multipart to the route and refuses other types. */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      // Names that reach into prototypes are dropped, without a reviver, as that is called for each of a million
      // elements.
      done(null, parse(text, { protoAction: 'remove', constructorAction: 'remove' }));
    } catch {
      done(Object.assign(new Error('it is not JSON'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const type = request.headers['content-type'] ?? 'no content type';
    done(Object.assign(new Error(`a body of type ${type} is not supported`), { statusCode: 400 }));
  });
};
