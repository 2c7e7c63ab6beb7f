import type { TelephonyState } from '#contract/engine-calls.ts';
import type { Log } from '#streaming/base/log.ts';
import type { Calls } from './calls.ts';
import { openSipTransport, type SipTransport } from './sip/transport.ts';

export type Listening = {
  /** Listens on this machine only, or on all its addresses. */
  setSandbox(isSandbox: boolean): void;
  /** Resolves when the last change is done. */
  settled(): Promise<void>;
  ports(): TelephonyState['ports'];
  problem(): string;
  stop(): Promise<void>;
};

type Options = {
  calls: Calls;
  port: number;
  tls: { cert: Buffer; key: Buffer; port: number } | undefined;
  log: Log;
  failed(error: unknown): void;
  retryMs?: number;
};

const noPorts: TelephonyState['ports'] = { udp: null, tcp: null, tls: null };
const defaultRetryMs = 30_000;

/** Keeps the SIP ports open. One that another program uses is named, and tried again; calls in progress are unaffected. */
export function keepListening({ calls, port, tls, log, failed, retryMs = defaultRetryMs }: Options): Listening {
  let transport: SipTransport | undefined;
  let host: string | undefined;
  let named = '';
  let retry: NodeJS.Timeout | undefined;
  let changing: Promise<void> = Promise.resolve();

  const open = async (): Promise<void> => {
    const { isKnown, stranger, received } = calls;
    await transport?.stop();
    transport =
      host === undefined ? undefined : await openSipTransport({ host, port, tls, isKnown, stranger, received, failed });
    calls.setPorts(transport?.ports ?? noPorts);
    const problem = transport?.problem ?? '';
    if (problem !== named && problem !== '') log.warn({ host }, `no calls on ${problem}: another program may use it`);
    named = problem;
    clearTimeout(retry);
    if (problem !== '') retry = setTimeout(reopen, retryMs);
  };
  const reopen = (): void => {
    changing = changing.then(open).catch(failed);
  };
  return {
    setSandbox(isSandbox) {
      const next = isSandbox ? '127.0.0.1' : '0.0.0.0';
      if (next === host) return;
      host = next;
      reopen();
    },
    settled: () => changing,
    ports: () => transport?.ports ?? noPorts,
    problem: () => named,
    async stop() {
      host = undefined;
      reopen();
      await changing;
      clearTimeout(retry);
    },
  };
}
