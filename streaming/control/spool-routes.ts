import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { spoolLines } from '#contract/engine/engine.ts';
import { numberParam, parseBody } from './read-call.ts';
import type { Route } from './routes.ts';

const waitAtMost = 60_000;

const sendLines = async (response: ServerResponse, path: string, head: Record<string, string>): Promise<void> => {
  const file = await open(path);
  const { size } = await file.stat();
  response.writeHead(200, { ...head, 'Content-Type': spoolLines, 'Content-Length': size });
  // The client may disconnect at any time; it then requests the batch again.
  await pipeline(file.createReadStream(), response).catch(() => response.destroy());
};

/**
 * The spool's batches: sent as one JSON document, or streamed from disk line by line, which holds none of it in memory.
 */
export const spoolRoutes: Route[] = [
  {
    method: 'GET',
    path: /^\/spool$/,
    async handle({ spool }, { url, left, response }) {
      const [wait, after] = [
        numberParam(url, 'wait', 0, waitAtMost),
        numberParam(url, 'after', 0, Number.MAX_SAFE_INTEGER),
      ];
      if (response.req.headers.accept === spoolLines) {
        const found = await spool.nextFile(wait, after, left);
        if (found === undefined) return undefined;
        await sendLines(response, found.path, { 'x-engine': spool.engine, 'x-batch': String(found.batch) });
        return 'handled';
      }
      const batch = await spool.nextJson(wait, after, left);
      if (batch === undefined) return undefined;
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': batch.length }).end(batch);
      return 'handled';
    },
  },
  {
    method: 'POST',
    path: /^\/spool\/ack$/,
    handle({ spool }, { body }) {
      spool.acknowledge(parseBody(z.object({ batch: z.number() }), body).batch);
      return undefined;
    },
  },
];
