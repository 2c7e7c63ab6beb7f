import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Form } from '#contract/api/http.ts';
import { randomLetters } from '../keys.ts';
import type { UploadedFile } from './handler.ts';
import { parseInput } from './input.ts';
import { Refusal, refuse } from './refuse.ts';

export type Multipart = { body: unknown; fields: Record<string, unknown>; file: UploadedFile | undefined };

type ReadJson = (schema: z.ZodMiniType, given: unknown) => unknown;

/**
 * Reads a multipart body: the file is streamed to `folder` (size-limited, hashed); fields and the JSON field may come
 * before or after it. Refuses 400/413, leaving nothing on disk.
 */
export const readMultipart = async (
  request: FastifyRequest,
  form: Form,
  folder: string,
  readJson: ReadJson,
): Promise<Multipart> => {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) refuse('request.malformed', { reason: 'it is not multipart/form-data' });
  await mkdir(folder, { recursive: true });
  const path = join(folder, `upload-${randomLetters(22)}`);
  try {
    const { values, file } = await readParts(request, type, form, path);
    return { ...parseParts(form, values, readJson), file: required(form, file) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const fieldBytes = 1024 * 1024;

const readParts = async (request: FastifyRequest, type: string, form: Form, path: string) => {
  const values = new Map<string, string>();
  let writing: Promise<UploadedFile> | undefined;
  const parser = busboyFor(request, type, form);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) parser.destroy(new Refusal('request.tooLarge', { max: '1 MB' }, {}));
    values.set(name, value);
  });
  parser.on('file', (name, stream, filename, _encoding, mimetype) => {
    if (name !== form.file?.field || writing) return void stream.resume();
    writing = writeFile(stream, path, form.file, { filename, mimetype });
    // The sender notices by the end of parsing; the promise itself is awaited below.
    writing.catch((error: unknown) => parser.destroy(error as Error));
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => parser.destroy(new Refusal('request.malformed', { reason: 'it has too many parts' }, {})));
  await pipeline(request.raw, parser).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    throw new Refusal('request.malformed', { reason: 'the upload was incomplete' }, {});
  });
  return { values, file: await writing };
};

const busboyFor = (request: FastifyRequest, type: string, form: Form) => {
  const limits = { fields: 50, files: 5, parts: 60, fieldSize: fieldBytes, fileSize: (form.file?.maxBytes ?? 0) + 1 };
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': type }, limits });
  } catch {
    return refuse('request.malformed', { reason: 'its multipart boundary is missing' });
  }
};

const writeFile = async (
  stream: BusboyFileStream,
  path: string,
  { maxBytes, tooLarge = 'request.tooLarge' }: NonNullable<Form['file']>,
  named: { filename: string; mimetype: string },
): Promise<UploadedFile> => {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > maxBytes ? new Refusal(tooLarge, { max: megabytes(maxBytes) }, {}) : null, chunk);
    },
  });
  await pipeline(stream as Readable, measure, createWriteStream(path, { flags: 'wx', mode: 0o640 }));
  return { path, size, sha256: hash.digest('hex'), ...named };
};

const megabytes = (bytes: number) =>
  bytes >= 1024 ** 3 ? `${String(bytes / 1024 ** 3)} GB` : `${String(Math.round(bytes / 1024 ** 2))} MB`;

const parseParts = (form: Form, values: Map<string, string>, readJson: ReadJson) => {
  const fields = parseInput(z.object(form.fields ?? {}), Object.fromEntries(values)) as Record<string, unknown>;
  if (!form.json) return { body: undefined, fields };
  return { body: readJson(form.json.schema, parseJson(form.json.field, values.get(form.json.field))), fields };
};

const parseJson = (field: string, text: string | undefined): unknown => {
  if (text === undefined) return refuse('request.invalid', {}, { [field]: 'This field is required' });
  try {
    return JSON.parse(text);
  } catch {
    return refuse('request.malformed', { reason: `${field} is not JSON` });
  }
};

const required = (form: Form, file: UploadedFile | undefined): UploadedFile | undefined => {
  if (form.file && !form.file.optional && !file)
    refuse('request.invalid', {}, { [form.file.field]: 'This field is required' });
  return file;
};
