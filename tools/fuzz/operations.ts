import * as z from 'zod';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Schema = {
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

type Content = Record<string, { schema?: Schema }>;
type Declared = {
  operationId: string;
  tags: string[];
  security: { session?: unknown; purpose?: unknown }[];
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
};

export type Answer = {
  status: number;
  type: string | undefined;
  /** What is wrong with the JSON of such an answer; undefined if it is as declared. */
  problem(body: unknown): string | undefined;
};

/** An operation of the OpenAPI document. */
export type Operation = {
  id: string;
  group: string;
  method: string;
  path: string;
  isOpen: boolean;
  parameters: Declared['parameters'];
  body: Schema | undefined;
  answers: Answer[];
  /** Statuses declared as a class: `4` of `4XX`. */
  classes: Set<string>;
};

type Document = { paths: Record<string, Record<string, Declared>>; components: { schemas: { Error: object } } };

/** Reads the operations of the OpenAPI document that the product at `url` serves. */
export const readOperations = async (
  url: string,
): Promise<{ operations: Operation[]; problemOfError: Answer['problem'] }> => {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => operationOf(method.toUpperCase(), path, declared)),
  );
  return { operations, problemOfError: problemBy(document.components.schemas.Error) };
};

const operationOf = (method: string, path: string, declared: Declared): Operation => {
  const responses = Object.entries(declared.responses);
  const content = declared.requestBody?.content ?? {};
  return {
    id: declared.operationId,
    group: declared.tags[0] ?? '',
    method,
    path,
    isOpen: declared.security.length === 0,
    parameters: declared.parameters,
    body: content['application/json']?.schema ?? content['multipart/form-data']?.schema,
    answers: responses
      .filter(([status]) => /^\d+$/.test(status))
      .flatMap(([status, one]) => answersOf(Number(status), one.content)),
    classes: new Set(responses.filter(([status]) => /^\dXX$/.test(status)).map(([status]) => status.slice(0, 1))),
  };
};

const answersOf = (status: number, content: Content = {}): Answer[] => {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return [{ status, type: undefined, problem: () => undefined }];
  return kinds.map(([type, { schema }]) => ({
    status,
    type,
    problem: type === 'application/json' && schema ? problemBy(schema) : () => undefined,
  }));
};

/** Compiles a schema on first use, without its patterns, as JSON Schema cannot express their flags. */
const problemBy = (schema: object): Answer['problem'] => {
  let compiled: z.ZodType | undefined;
  return (body) => {
    compiled ??= z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0]);
    const parsed = compiled.safeParse(body);
    if (parsed.success) return undefined;
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  };
};

const withoutPatterns = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'pattern' && typeof value === 'string' ? undefined : value,
  ) as object;
