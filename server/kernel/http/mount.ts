import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import { featureName, isOffered } from '#contract/rules/brand-flags.ts';
import { registry, type Domain } from '#contract/api/index.ts';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { checkKeys, isOpen } from '../auth/access.ts';
import type { Kernel } from '../kernel.ts';
import { admission, type Admission, type Admit } from './admission.ts';
import { audited } from './audit.ts';
import { checkBeforeBody, type BeforeBodies, type BeforeBody } from './before-body.ts';
import { bodyReader } from './unknown-fields.ts';
import type { Handlers, Person, UploadedFile } from './handler.ts';
import { runIdempotent, type StoredReply } from './idempotency.ts';
import { readMultipart } from './multipart.ts';
import { bodyLimitOf } from './read-bodies.ts';
import { Refusal } from './refuse.ts';
import { sendResult } from './reply.ts';
import { routesOf } from './routes.ts';
import { allowLongBody } from './slow-bodies.ts';
import { rowOf } from './with-row.ts';

type Handle = (call: unknown) => unknown;
export type DomainHandlers = { [D in Domain]?: Handlers<D> };

/**
 * Registers a route for each endpoint whose domain has handlers. The caller and the keys in path and query are checked
 * before the body is read, keys in the body before the handler runs. Features that the brand lacks are refused to
 * everyone.
 */
export const mount = (
  app: FastifyInstance,
  kernel: Kernel,
  admit: Admit,
  at: { handlers: DomainHandlers; beforeBodies?: BeforeBodies; brand: Brand },
): void => {
  const { handlers, beforeBodies = {}, brand } = at;
  for (const domain of Object.keys(handlers) as Domain[])
    for (const [name, found] of Object.entries(registry[domain])) {
      const endpoint = found as unknown as AnyEndpoint;
      const handle = (handlers[domain] as Record<string, Handle>)[name];
      if (isOffered(brand.flags, endpoint.spec.flag))
        mountEndpoint(app, kernel, admit, endpoint, handle, beforeBodies[domain]?.[name]);
      else mountRefusal(app, endpoint, brand);
    }
};

/** The route of a call that the brand lacks: it is refused before authentication. */
const mountRefusal = (app: FastifyInstance, endpoint: AnyEndpoint, brand: Brand): void => {
  const feature = featureName(brand, endpoint.spec.flag ?? 'tool');
  app.route({
    ...routesOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    // The body isn't read.
    config: { checksCallers: true },
    onRequest: () => Promise.reject(new Refusal('request.notOffered', { feature }, {})),
    handler: () => undefined,
  });
};

/** Registers the route of one endpoint; see `mount`. */
export const mountEndpoint = (
  app: FastifyInstance,
  kernel: Kernel,
  admit: Admit,
  endpoint: AnyEndpoint,
  handle: Handle | undefined,
  beforeBody?: BeforeBody,
): void => {
  if (!handle) throw new Error(`${endpoint.line} has no handler.`);
  const admitRequest = admission(kernel, admit, endpoint, rowOf(handle));
  const readSent = sentReader(kernel, endpoint);
  const admitted = new WeakMap<FastifyRequest, Admission>();
  app.route({
    ...routesOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    config: { checksCallers: !isOpen(endpoint) },
    onRequest: async (request, reply) => {
      const found = await admitRequest(request, reply);
      admitted.set(request, found);
      if (beforeBody) await checkBeforeBody(beforeBody, found, request, reply);
      if (endpoint.spec.form?.file) allowLongBody(request.raw);
    },
    handler: async (request, reply) => {
      const found = admitted.get(request);
      if (!found) throw new Error(`${endpoint.line} was reached without being admitted.`);
      return run(kernel, endpoint, { admitted: found, sent: await readSent(request) }, handle, request, reply);
    },
  });
};

const run = async (
  kernel: Kernel,
  endpoint: AnyEndpoint,
  input: { admitted: Admission; sent: Sent },
  handle: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { expires, ...caller } = input.admitted;
  const { body, fields, file } = input.sent;
  const signal = closedSignal(reply);
  let result: StoredReply;
  try {
    const resources = await checkKeys(
      kernel.db,
      endpoint,
      caller,
      { body: body as Record<string, unknown> },
      input.admitted.resources,
    );
    const call = { ...caller, resources, body, fields, file, request, reply, auditDetails: {}, get signal() { return signal(); } }; // oxfmt-ignore
    result = await handleOnce(kernel, endpoint, call, () => audited(kernel.db, endpoint, call, () => handle(call)));
  } finally {
    if (file) await rm(file.path, { force: true });
  }
  return sendResult(endpoint, result.body, { request, reply, expires, get signal() { return signal(); } }); // oxfmt-ignore
};

/** Runs the handler, or returns the reply of an earlier call with the same Idempotency-Key. */
const handleOnce = async (
  kernel: Kernel,
  endpoint: AnyEndpoint,
  call: Sent & { who: Person | undefined; request: FastifyRequest } & Pick<Admission, 'params' | 'query'>,
  handle: () => unknown,
): Promise<StoredReply> => {
  const { who, request, params, query, body, fields, file } = call;
  const status = endpoint.spec.status ?? 200;
  const create = async () => ({ status, body: await handle() });
  const key = request.headers['idempotency-key'];
  if (!endpoint.spec.idempotent || typeof key !== 'string' || !who) return create();
  const request_hash = hashOf([params, query, body, fields, file?.sha256]);
  return runIdempotent(kernel.db, { user_id: who.id, endpoint: endpoint.line, key, request_hash }, create);
};

/** A hash of the request: identical requests have the same. */
const hashOf = (sent: unknown[]): string => createHash('sha256').update(JSON.stringify(sent)).digest('hex');

type Sent = { body: unknown; fields: Record<string, unknown>; file: UploadedFile | undefined };

/** Reads the body of an endpoint's requests, as JSON or as a form. */
const sentReader = (kernel: Kernel, endpoint: AnyEndpoint): ((request: FastifyRequest) => Promise<Sent>) => {
  const { form, body, bodyOptional } = endpoint.spec;
  const readBody = bodyReader(endpoint);
  return async (request) => {
    if (form) return readMultipart(request, form, join(kernel.config.dataDir, 'tmp'), readBody);
    const sent = request.body === undefined && bodyOptional ? {} : request.body;
    return { body: body ? readBody(body, sent) : undefined, fields: {}, file: undefined };
  };
};

/**
 * Aborted if the client disconnects before the reply is complete. Made when it is first needed: an event stream that is
 * open for hours would keep it.
 */
const closedSignal = ({ raw }: FastifyReply): (() => AbortSignal) => {
  let controller: AbortController | undefined;
  return () => {
    if (controller) return controller.signal;
    const made = (controller = new AbortController());
    if (raw.closed) made.abort(closed);
    else raw.once('close', () => made.abort(closed));
    return made.signal;
  };
};

/** Shared, as creating an error takes a twentieth of a call's time. */
const closed = new Error('The client disconnected, or has its reply.');
