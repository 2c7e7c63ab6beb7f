import { PeerQuestion, type PeerAnswer } from '#contract/engine/engine-node.ts';
import type * as z from 'zod/mini';
import { ControlError } from './control-error.ts';
import { parseBody } from './read-call.ts';
import type { Route } from './routes.ts';

/** As long as the portal's own probes wait. */
const patienceMs = 500;
/** An engine's answer has eleven bytes. */
const bytesAtMost = 100;

/** The call by which the portal, before it moves the stations of an engine, asks others whether they reach it. */
export const peerRoutes: Route[] = [
  {
    method: 'POST',
    path: /^\/peers$/,
    async handle(_parts, { body }): Promise<z.infer<typeof PeerAnswer>> {
      return { reached: await isReached(healthOf(parseBody(PeerQuestion, body).url)) };
    },
  },
];

/**
 * The one address that may be asked for at a peer. The path is ours, so that a stolen token of the control port requests nothing
 * else of other servers in the private network.
 */
const healthOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new ControlError(400, 'url: is not the address of an engine.');
  return new URL('/healthz', url.origin);
};

/** Whether an engine answers there; the caller learns nothing of any other answer, or of where one redirects. */
const isReached = async (url: URL): Promise<boolean> => {
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    let text = '';
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.length > bytesAtMost) return false;
    }
    return reply.ok && (JSON.parse(text) as { ok?: unknown } | null)?.ok === true;
  } catch {
    return false;
  }
};
