import dns from 'node:dns/promises';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closedUrls } from '#contract/testing/address-corpus.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { findStream } from '#streaming/relay/find-stream.ts';
import { readConfig } from '#streaming/config.ts';

/*
 * Every file that connects to another machine: through one of the two clients that check the IP address, or to a
 * service that the operator configured. List new ones here; URLs that a user may choose must use a guarded client.
 */
const guarded = [
  'server/domains/campaigns/providers/ask-provider.ts',
  'server/domains/campaigns/providers/fetch-spot.ts',
  'server/domains/campaigns/providers/send-reports.ts',
  'server/domains/campaigns/providers/vast/ask-tag.ts',
  'server/domains/library/add-url.ts',
  'server/domains/podcasts/distribution/find-listing.ts',
  'server/domains/podcasts/feed/notices.ts',
  'server/domains/podcasts/import/fetch-chapters.ts',
  'server/domains/podcasts/import/fetch-feed.ts',
  'server/domains/podcasts/import/fetch-file.ts',
  'server/engines/referral/http-referral.ts',
  'server/engines/vat/vies.ts',
];
const clients = ['server/kernel/outbound/guarded.ts', 'streaming/relay/request-stream.ts'];
const operatorServices = [
  'server/domains/analytics/engine-sessions.ts',
  'server/domains/analytics/live/follow-listeners.ts',
  'server/domains/campaigns/plan/ad-engine.ts',
  'server/domains/fleet/engine-probe.ts',
  'server/domains/logger/log-engine.ts',
  'server/domains/playout/engine-client.ts',
  'server/domains/podcasts/recording/recording-engine.ts',
  'server/domains/portal/health-checks.ts',
  'server/domains/presenters/presenter-recordings.ts',
  'server/domains/telephony/telephony-engine.ts',
  'server/engines/clickhouse/clickhouse.ts',
  'server/engines/identity/keycloak-client.ts',
  'server/engines/payments/sandbox/webhooks.ts',
  'server/kernel/auth/bearer.ts',
  'server/kernel/auth/issuer-health.ts',
  'server/kernel/check-services.ts',
  'server/supervisor/program.ts',
  'server/supervisor/services.ts',
  'shared/role-lock.ts',
  'streaming/bus/bus-client.ts',
  'streaming/bus/remote-bus.ts',
  // One fixed address; what a request names is only part of its path.
  'streaming/calls/cloud/telnyx.ts',
  // The health of another engine, at an address of the portal's settings.
  'streaming/control/peer-routes.ts',
  'streaming/listen/pass-on.ts',
  'streaming/media/download.ts',
];

const project = join(import.meta.dirname, '..');
const connectPattern =
  /\boutbound\.(get|open|post|notify)\(|\bawait fetch\(|\bfetch\((url|new URL)|from 'undici'|import \{[^}]*\b(request|get|connect)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/;

test('every file that connects to another machine is listed', () => {
  const files = globSync('{server,shared,streaming}/**/*.ts', { cwd: project }).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/interop\//.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const connecting = files.filter((file) => connectPattern.test(readFileSync(join(project, file), 'utf8')));
  expect(connecting.toSorted()).toEqual([...guarded, ...clients, ...operatorServices].toSorted());
});

describe('connections to this machine are refused', () => {
  let localServer: Server;
  let port: number;
  let hits = 0;
  const bounds = { maxBytes: 1000, timeoutMs: 10_000 };
  // All ports are allowed, so that only the address can be the reason for a refusal.
  const outbound = guardedOutbound({ isAllowed: isPublicAddress, isPortAllowed: () => true });
  const { mayDial } = readConfig({ ENGINE_TOKEN: 'a token of the engine' });
  const follow = (url: string) =>
    findStream(url, { mayDial, mayTry: () => true, signal: AbortSignal.timeout(bounds.timeoutMs) });

  beforeAll(async () => {
    localServer = createServer((_, reply) => void reply.end('secret')).on('connection', () => hits++);
    localServer.listen(0);
    await once(localServer, 'listening');
    ({ port } = localServer.address() as AddressInfo);
  });
  afterAll(() => {
    localServer.closeAllConnections();
    localServer.close();
  });

  const atPort = (url: string): string => {
    const at = URL.parse(url);
    return at ? Object.assign(at, { port: String(port) }).href : url;
  };
  const connections: Record<string, (url: string) => Promise<unknown>> = {
    'a feed, chapters or a listing': (url) => outbound.get(url, bounds),
    'media, artwork or an episode': (url) => outbound.open(url, { timeoutMs: bounds.timeoutMs, stallMs: 1000 }),
    'a referral': (url) => outbound.post(url, {}, bounds),
    'a hub or podping': (url) => outbound.notify(url, { form: { hub: 'publish' } }, bounds),
    'a relay or fail-over stream': follow,
  };

  test.each(Object.entries(connections))('by %s, however its address is written', async (_, connect) => {
    const urls = [...closedUrls, ...closedUrls.map(atPort), `http://user:pw@127.0.0.1:${port}/`];
    const answers = await Promise.allSettled(urls.map(connect));
    expect(urls.filter((_url, at) => answers[at]?.status !== 'rejected')).toEqual([]);
    expect(hits).toBe(0);
  });

  test('by a name that resolves to another address the second time', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    const answer = (address: string) => [{ address, family: 4 }] as never;
    lookup.mockResolvedValueOnce(answer('192.0.2.1')).mockResolvedValue(answer('127.0.0.1'));
    syncBuiltinESMExports();
    const { guardedOutbound: freshGuardedOutbound } = await import('#server/kernel/outbound/guarded.ts');
    const open = freshGuardedOutbound({ isAllowed: (address) => address === '192.0.2.1', isPortAllowed: () => true });
    const url = `http://rebinding.test:${port}/`;
    await expect(open.get(url, { maxBytes: 1000, timeoutMs: 1000 })).rejects.toThrow();
    await expect(open.get(url, { maxBytes: 1000, timeoutMs: 1000 })).rejects.toThrow();
    expect(lookup).toHaveBeenCalledTimes(2);
    expect(hits).toBe(0);
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
});
