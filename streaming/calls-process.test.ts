import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import pino from 'pino';
import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import { startCallsProcess } from './calls-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calls-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('without ffmpeg calls are not answered, and the reason is reported', async () => {
  const busPath = join(folder, 'bus.sock');
  const states: TelephonyState[] = [];
  const server = await serveBus({
    ...{ path: busPath, bus: createBus() },
    received(_link, message) {
      if (message.type === 'telephony-state') states.push(message.state);
    },
    closed: () => {},
  });
  const process = await startCallsProcess(
    {
      ...{ engineBuses: [busPath], mediaDir: folder, tls: undefined, ffmpeg: null, folder: join(folder, 'calls') },
      calls: {
        sipPort: 0,
        sipTlsPort: 0,
        webPort: 0,
        rtpPorts: { first: 30_000, last: 30_001 },
        most: 1,
        address: null,
      },
    },
    pino({ level: 'silent' }),
  );
  await expect.poll(() => states.length).toBeGreaterThan(0);
  expect(states[0]).toMatchObject({
    ...{ running: true, ports: { udp: null, tcp: null, tls: null } },
    problem: 'Calls need ffmpeg, which is not installed. Install it and restart the server.',
  });
  await process.stop();
  await server.stop();
});
