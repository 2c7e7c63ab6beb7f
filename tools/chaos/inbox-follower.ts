import type { PortalClient } from '../demo/portal-client.ts';

/** A browser's event stream at one portal, opened again whenever it ends. */
export const followInbox = (url: string, call: PortalClient) => {
  const ended = new AbortController();
  let isOpen = false;
  const waiting: ((at: number) => void)[] = [];
  const read = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${await call.token()}` };
    const reply = await fetch(`${url}/v1/events`, { headers, signal: ended.signal });
    if (!reply.ok || !reply.body) return;
    isOpen = true;
    for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
      if (!text.includes('event: inbox')) continue;
      for (const heard of waiting.splice(0)) heard(performance.now());
    }
  };
  const follow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await read().catch(() => undefined);
      isOpen = false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  void follow();
  return {
    isOpen: (): boolean => isOpen,
    /** When it next hears that the inbox changed, by `performance.now()`. */
    next: async (): Promise<number> => await new Promise((resolve) => waiting.push(resolve)),
    end: (): void => ended.abort(),
  };
};
