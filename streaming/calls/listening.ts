import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import type { Log } from '#streaming/base/log.ts';
import type { Calls } from './calls.ts';
import { createCloudServer } from './cloud/cloud-server.ts';
import { createSipTransport } from './sip/transport.ts';

export type Listening = {
  /** Listens on this machine only, or on all its addresses. */
  setSandbox(isSandbox: boolean): void;
  /** Opens the port for cloud carriers, or closes it. */
  setCloud(isOpen: boolean): void;
  /** Resolves when the last change is done. */
  settled(): Promise<void>;
  ports(): TelephonyState['ports'];
  /** The port for cloud carriers. */
  webPort(): number | null;
  problem(): string;
  stop(): Promise<void>;
};

type Options = {
  calls: Pick<Calls, 'isKnown' | 'stranger' | 'received' | 'setPorts' | 'cloud'>;
  port: number;
  webPort: number;
  tls: { cert: Buffer; key: Buffer; port: number } | undefined;
  log: Log;
  failed(error: unknown): void;
  retryMs?: number;
};

const defaultRetryMs = 30_000;

/** Keeps the SIP ports open. One that another program uses is named, and tried again; the open ones stay open. */
export const keepListening = ({
  calls,
  port,
  webPort,
  tls,
  log,
  failed,
  retryMs = defaultRetryMs,
}: Options): Listening => {
  const { isKnown, stranger, received } = calls;
  const transport = createSipTransport({ port, tls, isKnown, stranger, received, failed });
  const web = createCloudServer({ cloud: calls.cloud, port: webPort, tls, failed });
  let host: string | undefined;
  let isCloudWanted = false;
  let named = '';
  let retry: NodeJS.Timeout | undefined;
  let changing: Promise<void> = Promise.resolve();

  const open = async (): Promise<void> => {
    clearTimeout(retry);
    if (host === undefined) await transport.stop();
    else await transport.listenAt(host);
    await (host !== undefined && isCloudWanted ? web.open() : web.close());
    calls.setPorts(transport.ports);
    const problem = [transport.problem, web.problem].filter((one) => one !== '').join(', ');
    if (problem !== named && problem !== '') log.warn({ host }, `no calls on ${problem}: another program may use it`);
    named = problem;
    if (host !== undefined && problem !== '') retry = setTimeout(reopen, retryMs);
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
    setCloud(isOpen) {
      if (isOpen === isCloudWanted) return;
      isCloudWanted = isOpen;
      reopen();
    },
    settled: () => changing,
    ports: () => transport.ports,
    webPort: () => web.port,
    problem: () => named,
    async stop() {
      host = undefined;
      reopen();
      await changing;
    },
  };
};
