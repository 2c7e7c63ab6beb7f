import type { AnyEndpoint } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { buildBody, type Request as Input } from '#contract/api/request.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { inputWith } from '#server/testing/input-with.ts';
import { hostileText, hostileValue } from './hostile.ts';
import type { Json, Operation, Schema } from './operations.ts';
import type { Chance } from './random.ts';
import type { Role, Tenants } from './tenants.ts';

/** One request, ready to be sent. */
export type Case = {
  operation: Operation;
  endpoint: AnyEndpoint;
  role: Role;
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** It contains a key of the second tenant. */
  isForeign: boolean;
};

const endpoints = new Map(allEndpoints().map(({ domain, name, endpoint }) => [`${domain}.${name}`, endpoint]));
const longestText = 3000;

/** Builds a call of an operation by a role: a valid one, usually with one hostile value. */
export const buildCase = async (tenants: Tenants, operation: Operation, role: Role, chance: Chance): Promise<Case> => {
  const endpoint = endpoints.get(operation.id);
  if (!endpoint) throw new Error(`${operation.id} is in the OpenAPI document but not in the contract.`);
  const whose = role === 'portalAdmin' || chance.percent(85) ? 'own' : chance.pick(['foreign', 'deleted'] as const);
  const input = inputWith(endpoint, fixtureOf(operation.id), () => tenants[whose]);
  const params: Record<string, string> = toStrings(input.params ?? {});
  const query = queryOf(input.query ?? {});
  const headers: Record<string, string> = {};
  const token = await tenants.tokenFor(role, endpoint);
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  let { body } = input;

  const places = [
    ...operation.parameters.filter(({ in: place }) => place !== 'header'),
    ...(operation.body ? ['body', 'body'] : []),
    'nothing',
  ] as const;
  const place = chance.pick(places as readonly (Operation['parameters'][number] | string)[]);
  if (typeof place === 'object' && place.name !== 'token') {
    const text = hostileText(chance, place.schema).slice(0, longestText);
    if (place.in === 'path') params[place.name] = text || ' ';
    else query.push([place.name, text]);
  }
  if (place === 'body' && operation.body) body = mutate(body as Json, operation.body, chance, 0);
  if (chance.percent(3)) query.push([chance.pick(['__proto__', 'constructor', 'a[b]', '']), 'x']);
  if (chance.percent(5)) headers['idempotency-key'] = hostileHeader(chance);
  if (chance.percent(5)) headers['range'] = chance.pick(ranges);
  if (chance.percent(3)) headers['accept'] = chance.pick(['text/event-stream', '*/*;q=0', hostileHeader(chance)]);
  const sent = await sentBody(endpoint, { ...input, body }, chance);
  return {
    operation,
    endpoint,
    role,
    method: operation.method,
    address: pathAndQuery(operation.path, params, query),
    headers: { ...headers, ...sent.headers },
    body: sent.body,
    isForeign: whose === 'foreign' && usesKeys(endpoint),
  };
};

const ranges = ['bytes=0-1', 'bytes=-1', 'bytes=5-2', 'bytes=999999999-', 'bytes=0-0,2-3', 'bytes=x', 'lines=1-2'];

const usesKeys = ({ access }: AnyEndpoint): boolean => Object.keys(access).some((place) => place.startsWith('path.'));

const toStrings = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const queryOf = (values: NonNullable<Input['query']>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] => (one === undefined || one === null ? [] : [[name, String(one)]])),
  );

const hostileHeader = (chance: Chance): string =>
  hostileText(chance, {})
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '')
    .trim()
    .slice(0, 300) || 'key';

const pathAndQuery = (path: string, params: Record<string, string>, query: [string, string][]): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encode(params[name] ?? ' '));
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
};

/** Like encodeURIComponent, but encodes a lone surrogate as its bytes. */
const encode = (text: string): string =>
  Array.from(text, (letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80')).join('');

/** A copy of a body in which one value is hostile, missing, or has an unknown name. */
const mutate = (value: Json, schema: Schema, chance: Chance, depth: number): Json => {
  const shape = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((one) => one.properties);
  if (Array.isArray(value) && value.length > 0 && depth < 5 && chance.percent(70)) {
    const at = chance.below(value.length);
    return value.map((one, i) => (i === at ? mutate(one, schema.items ?? {}, chance, depth + 1) : one));
  }
  if (!isObject(value) && !shape) return hostileValue(chance, schema);
  if (depth === 0 && chance.percent(6)) return hostileValue(chance, schema);
  const object: { [name: string]: Json } = isObject(value) ? { ...value } : {};
  const names = [...new Set([...Object.keys(object), ...Object.keys(shape?.properties ?? {})])];
  if (names.length === 0 || chance.percent(4))
    return withName(object, chance.pick(['__proto__', 'constructor', 'misspelt']));
  const name = chance.pick(names);
  if (chance.percent(8)) {
    const { [name]: _removed, ...rest } = object;
    return rest;
  }
  object[name] = mutate(object[name] ?? null, shape?.properties?.[name] ?? {}, chance, depth + 1);
  return object;
};

const withName = (object: { [name: string]: Json }, name: string): Json =>
  JSON.parse(
    `{${[...Object.entries(object).map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`), `"${name}":{"a":1}`].join(',')}}`,
  ) as Json;

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Sent = { headers: Record<string, string>; body: string | Buffer | undefined };

const brokenBodies = ['{', '', 'nul', '[1,2', '{"a":1}}', '"\\ud800"', '\ufeff{}', '[' + '['.repeat(5000)];

const sentBody = async (endpoint: AnyEndpoint, input: Input, chance: Chance): Promise<Sent> => {
  const json = { 'content-type': 'application/json' };
  const { form } = endpoint.spec;
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  if (hasBody && chance.percent(3)) return { headers: json, body: chance.pick(brokenBodies) };
  if (hasBody && chance.percent(1))
    return { headers: { 'content-type': chance.pick(['text/plain', 'a/b', 'x', '']) }, body: 'a=b' };
  const fields = form?.fields && chance.percent(40) ? hostileFields(input.fields ?? {}, chance) : input.fields;
  const file = form?.file && chance.percent(30) ? hostileFile(chance) : input.file;
  const body = buildBody(endpoint, { ...input, fields, file });
  if (body === undefined) return { headers: {}, body: undefined };
  if (typeof body === 'string') return { headers: json, body };
  const multipart = new Response(body);
  const type = multipart.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, body: Buffer.from(await multipart.arrayBuffer()) };
};

const hostileFields = (fields: NonNullable<Input['fields']>, chance: Chance): NonNullable<Input['fields']> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, hostileText(chance, {}).slice(0, longestText)]));

const hostileFile = (chance: Chance): Blob => {
  const start = chance.pick([
    '',
    'ID3\u0004',
    '\u0089PNG\r\n',
    'GIF89a',
    '<svg xmlns="x">',
    '#EXTM3U\nfile:///etc/passwd',
    'RIFF',
  ]);
  const bytes = Buffer.from(start + 'x'.repeat(chance.pick([0, 10, 5000])), 'latin1');
  return new File([bytes], chance.pick(['a.mp3', '../../a.mp3', 'a\0.png', '.htaccess', 'x'.repeat(400)]));
};
