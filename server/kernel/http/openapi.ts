import * as z from 'zod/mini';
import { errors } from '#contract/texts/errors.ts';
import type { AnyEndpoint, RawReply } from '#contract/api/http.ts';
import type { Domain } from '#contract/api/index.ts';
import { isOpen, tokenPurpose } from '../auth/access.ts';
import { isList } from './input.ts';

type Schema = z.ZodMiniType;
type Json = Record<string, unknown>;
export type Listed = { domain: Domain; name: string; endpoint: AnyEndpoint };

/** The registry as an OpenAPI 3.1 document; `origin` is the API's origin. */
export const openApi = (listed: Listed[], at: { title: string; origin: string }): Json => ({
  openapi: '3.1.1',
  info: { title: at.title, version: '1' },
  servers: [{ url: at.origin }],
  tags: [...new Set(listed.map(({ domain }) => domain))].map((name) => ({ name })),
  paths: pathsOf(listed),
  components: {
    securitySchemes: {
      session: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An access token of the sign-in service.',
      },
      purpose: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token for one purpose and one resource, in the header or as ?token=.',
      },
    },
    schemas: { Error: errorSchema },
    responses: {
      Error: {
        description: 'Refused; `code` says why.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  },
});

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'title', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errors) },
        title: { type: 'string' },
        message: { type: 'string' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Problems by dotted path.',
        },
        details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
        id: { type: 'string', description: 'ID of the log line.' },
      },
    },
  },
};

const pathsOf = (listed: Listed[]): Json => {
  const paths: Record<string, Json> = {};
  for (const one of listed) (paths[one.endpoint.path] ??= {})[one.endpoint.method.toLowerCase()] = operation(one);
  return paths;
};

const operation = ({ domain, name, endpoint }: Listed): Json => {
  const { spec } = endpoint;
  const body = requestBody(endpoint);
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: spec.summary,
    description: accessText(endpoint),
    security: isOpen(endpoint) ? [] : [tokenPurpose(endpoint) ? { purpose: [] } : { session: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', spec.query ?? {}),
      ...idempotencyKey(spec),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...success(endpoint),
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
  };
};

const accessText = (endpoint: AnyEndpoint): string =>
  Object.entries(endpoint.access)
    .map(([place, access]) => (place === '' ? `Needs \`${access}\`.` : `Needs \`${access}\` for \`${place}\`.`))
    .join(' ');

const idempotencyKey = (spec: AnyEndpoint['spec']): Json[] =>
  spec.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          schema: { type: 'string', maxLength: 200 },
          description: 'A repeated call with the same key gets the first reply; a different call with it is refused.',
        },
      ]
    : [];

const parameters = (place: 'path' | 'query', shape: Record<string, Schema>): Json[] =>
  Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    schema: jsonSchema(schema, 'input'),
    ...(isList(schema) ? { style: 'form', explode: true } : {}),
  }));

const requestBody = ({ spec }: AnyEndpoint): Json | undefined => {
  if (spec.body) return { required: true, content: { 'application/json': { schema: jsonSchema(spec.body, 'input') } } };
  if (!spec.form) return undefined;
  const { fields = {}, json, file } = spec.form;
  const properties: Json = {};
  for (const [name, schema] of Object.entries(fields)) properties[name] = jsonSchema(schema, 'input');
  if (json) properties[json.field] = jsonSchema(json.schema, 'input');
  if (file)
    properties[file.field] = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: file.maxBytes };
  const required = [json?.field, file && !file.optional ? file.field : undefined].filter((name) => name !== undefined);
  return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
};

const success = ({ spec }: AnyEndpoint): Json => {
  const { returns } = spec;
  if (!returns) return { [String(spec.status ?? 204)]: { description: 'Done.' } };
  const status = String(spec.status ?? ('raw' in returns && returns.raw === 'redirect' ? 302 : 200));
  if ('raw' in returns && returns.raw === 'binary') return file(spec.summary, rawContent(returns));
  if ('raw' in returns) return { [status]: { description: spec.summary, content: rawContent(returns) } };
  return {
    [status]: { description: spec.summary, content: { 'application/json': { schema: jsonSchema(returns, 'output') } } },
  };
};

/** A file is returned whole, in part for a range request, or not at all if the client has it. */
const file = (description: string, content: Json): Json => ({
  '200': { description, content },
  '206': { description: 'The requested range.', content },
  '304': { description: 'It has not changed.' },
});

const rawContent = (returns: RawReply): Json => {
  const text = { schema: { type: 'string' } };
  if (returns.raw === 'csv') return { 'text/csv': text };
  if (returns.raw === 'html') return { 'text/html': text };
  if (returns.raw === 'binary') return { [returns.type]: { schema: {} } };
  if (returns.raw === 'redirect') return {};
  const events = Object.entries(returns.events).map(([event, schema]) => ({
    title: event,
    ...jsonSchema(schema, 'output'),
  }));
  return { 'text/event-stream': { schema: { anyOf: events } } };
};

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _draft, ...found } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return found;
};
