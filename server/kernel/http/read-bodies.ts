import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import type { AnyEndpoint } from '#contract/http.ts';

/** The most a JSON body may have where the endpoint names no other bound. */
export const jsonBytes = 1024 * 1024;
/** Enough for the `{}` that some clients send with every call. */
const emptyBytes = 1024;

/** The most bytes of JSON that are read for an endpoint: almost none where no JSON is due. Files are bounded apart. */
export const bodyLimitOf = ({ spec }: AnyEndpoint): number =>
  spec.body === undefined ? emptyBytes : (spec.maxBytes ?? jsonBytes);

/** JSON is read into memory (nothing at all is no body); multipart is left to the route, the rest refused. */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      // Names that reach into prototypes are dropped. No reviver: it is called for each of a million elements.
      done(null, parse(text, { protoAction: 'remove', constructorAction: 'remove' }));
    } catch {
      done(Object.assign(new Error('it is not JSON'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const type = request.headers['content-type'] ?? 'no content type';
    done(Object.assign(new Error(`a body of ${type} is not taken here`), { statusCode: 400 }));
  });
};
