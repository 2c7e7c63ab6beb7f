import { NodeInfo, PeerAnswer } from '#contract/engine/engine-node.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import * as z from 'zod/mini';

/** How long an engine may take to answer. */
const patienceMs = 500;
/** A peer waits for the other engine as long as we do, and then answers us. */
const peerPatienceMs = 800;

/** A timer that is later than this was late because this process was busy. */
const punctualMs = 25;

/** Aborts after so long. Where this process was too busy itself to read an answer by then, after as long again: it may have come. */
const giveUpAfter = (ms: number): AbortSignal => {
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort();
  const startedAt = performance.now();
  const elapsed = (): void => {
    if (performance.now() - startedAt <= ms + punctualMs) giveUp();
    else setTimeout(giveUp, ms).unref();
  };
  setTimeout(elapsed, ms).unref();
  return waiting.signal;
};

/** Whether the engine answers. */
export const hasAnswered = async ({ url }: EngineNode): Promise<boolean> => {
  try {
    const reply = await fetch(new URL('/healthz', url), { signal: giveUpAfter(patienceMs) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
};

/** Whether one of these engines reaches the other one; one that doesn't answer in time, or is too old to know the call, doesn't. */
export const isReachedBy = async (peers: readonly EngineNode[], engine: EngineNode): Promise<boolean> => {
  const asked = peers.map(async (peer) => {
    if (!(await doesReach(peer, engine))) throw new Error('It does not reach it.');
  });
  return await Promise.any(asked).then(
    () => true,
    () => false,
  );
};

const doesReach = async (peer: EngineNode, { url }: EngineNode): Promise<boolean> => {
  const reply = await fetch(new URL('/peers', peer.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${peer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    signal: giveUpAfter(peerPatienceMs),
  });
  return reply.ok && z.parse(PeerAnswer, await reply.json()).reached;
};

/** What the engine says of itself. */
export const nodeInfo = async ({ url, token }: EngineNode, signal: AbortSignal): Promise<NodeInfo> => {
  const reply = await fetch(new URL('/node', url), { headers: { authorization: `Bearer ${token}` }, signal });
  if (!reply.ok) throw new Error(`The engine answered ${reply.status} to /node.`);
  return z.parse(NodeInfo, await reply.json());
};
