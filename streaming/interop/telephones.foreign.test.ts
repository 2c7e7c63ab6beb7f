import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trunk } from '#contract/engine/engine-calls.ts';
import { did, startCallsRig, type CallsRig } from '#streaming/calls/testing/calls-rig.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { detectTones, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { freePorts } from './testing/engine-rig.ts';
import { missingPrograms, run } from './testing/programs.ts';

const promptHertz = 600;
let rig: CallsRig;
/** Only encrypted calls; baresip names the address of its network interface. */
const encryptedTrunk: Trunk = {
  ...{ id: 'tls', name: 'Encrypted', addresses: ['0.0.0.0/0'], username: null, secret: null, transport: 'tls' },
  ...{ srtp: 'required', number_from: 'uri', media: 'same', kind: 'sip', public_key: null, public_url: null },
};
beforeAll(async () => {
  const prompt = await ffmpeg([...tone(promptHertz, 2), '-ac', '1', '-ar', '8000', '-f', 'mulaw', 'pipe:1']);
  const folder = mkdtempSync(join(tmpdir(), 'telephones-'));
  rig = await startCallsRig(prompt, 500, { tls: makeCertificate(folder) });
  copyFileSync(join(folder, 'cert.pem'), join(rig.folder, 'cert.pem'));
  rmSync(folder, { recursive: true });
});
afterAll(() => rig?.close());

const noSipp = missingPrograms(['sipp']);
describe.skipIf(noSipp !== '')(`sipp${noSipp === '' ? '' : ` (no ${noSipp} here)`}`, { timeout: 60_000 }, () => {
  const calls = 20;
  // On a busy machine ACK and BYE of a short call may be read at once, and then its caller has heard nothing.
  const callMs = 1500;
  it.each(['u1', 't1', 'tn'])('has all of its calls answered and ended (%s)', async (transport) => {
    const before = rig.events.length;
    const sipp = run('sipp', [
      ...[`127.0.0.1:${rig.port}`, '-sn', 'uac', '-s', did, '-m', String(calls), '-r', '20'],
      ...['-d', String(callMs)],
      // Its usual port, 5060, is that of any portal with telephony on this machine.
      ...['-i', '127.0.0.1', '-p', String(await freePorts()), '-t', transport, '-nostdin', '-max_socket', '100'],
    ]);
    await expect.poll(() => sipp.isRunning(), { timeout: 50_000 }).toBe(false);
    expect(sipp.child.exitCode, sipp.output().slice(-2000)).toBe(0);
    const events = rig.events.slice(before);
    expect(events.map(({ end, reason }) => `${end}${reason}`)).toEqual(Array.from({ length: calls }, () => 'caller'));
    expect(events.every(({ prompt_ms }) => prompt_ms > 0)).toBe(true);
  });
});

const noBaresip = missingPrograms(['baresip']);
describe.skipIf(noBaresip !== '')(
  `baresip${noBaresip === '' ? '' : ` (no ${noBaresip} here)`}`,
  { timeout: 60_000 },
  () => {
    const call = async (name: string, account: string, to: string, modules: readonly string[] = []) => {
      const folder = join(rig.folder, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'accounts'), `${account}\n`);
      writeFileSync(join(folder, 'contacts'), '');
      const lines = [
        ...['sip_listen 127.0.0.1:0', 'audio_source aubridge,none', 'audio_player aubridge,none'],
        ...['audio_buffer 20-160', `sip_cafile ${join(rig.folder, 'cert.pem')}`],
        ...['module_path /usr/lib/baresip/modules', 'module g711.so', 'module aubridge.so'],
        ...modules.map((module) => `module ${module}.so`),
        ...['module sndfile.so', `snd_path ${folder}`, 'module_tmp account.so', 'module_app menu.so', ''],
      ];
      writeFileSync(join(folder, 'config'), lines.join('\n'));
      const before = rig.events.length;
      const telephone = run('baresip', ['-f', folder, '-e', `/dial ${to}`, '-t', '5'], { env: { HOME: folder } });
      await expect.poll(() => rig.events.length, { timeout: 50_000 }).toBeGreaterThan(before);
      await telephone.end();
      const recorded = readdirSync(folder).find((file) => file.endsWith('-dec.wav'));
      expect(recorded, telephone.output()).toBeDefined();
      const spans = await detectTones(readFileSync(join(folder, recorded!)), 'wav', [promptHertz, 1500]);
      const heard = spans.reduce((sum, { hertz, from, to: end }) => sum + (hertz === promptHertz ? end - from : 0), 0);
      expect(heard, `${JSON.stringify(rig.events.slice(before))} ${telephone.output()}`).toBeGreaterThan(1900);
      return rig.events.at(-1);
    };

    it('hears the prompt as a whole', async () => {
      await call('plain', '<sip:caller@127.0.0.1>;regint=0', `sip:${did}@127.0.0.1:${rig.port}`);
    });

    it('hears it encrypted, over TLS with SRTP', async () => {
      rig.setTelephony({ sandbox: false, trunks: [encryptedTrunk] });
      const account = '<sip:caller@127.0.0.1;transport=tls>;regint=0;mediaenc=srtp-mand';
      const event = await call('tls', account, `sip:${did}@127.0.0.1:${rig.tlsPort};transport=tls`, ['srtp']);
      expect(event).toMatchObject({ trunk: 'tls', end: 'caller' });
    });

    it('hears it in wideband, as it offers G.722 first', async () => {
      rig.setTelephony({});
      // The prompt is encoded by the first such call.
      const first = await rig.caller({ payloads: [9] });
      expect((await first.invite()).status).toBe(200);
      await first.bye();
      const account = '<sip:caller@127.0.0.1>;regint=0;audio_codecs=G722/16000,PCMU';
      const event = await call('wide', account, `sip:${did}@127.0.0.1:${rig.port}`, ['g722']);
      expect(event).toMatchObject({ codec: 'g722' });
    });
  },
);
