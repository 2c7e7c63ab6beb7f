import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { did, startCallsRig, type CallsRig } from '#streaming/calls/testing/calls-rig.ts';
import { detectTones, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { missingPrograms, run } from './testing/programs.ts';

const promptHertz = 600;
let rig: CallsRig;
beforeAll(async () => {
  const prompt = await ffmpeg([...tone(promptHertz, 2), '-ac', '1', '-ar', '8000', '-f', 'mulaw', 'pipe:1']);
  rig = await startCallsRig(prompt);
});
afterAll(() => rig?.close());

const noSipp = missingPrograms(['sipp']);
describe.skipIf(noSipp !== '')(`sipp${noSipp === '' ? '' : ` (no ${noSipp} here)`}`, { timeout: 60_000 }, () => {
  const calls = 20;
  it.each(['u1', 't1', 'tn'])('has all of its calls answered and ended (%s)', async (transport) => {
    const before = rig.events.length;
    const sipp = run('sipp', [
      ...[`127.0.0.1:${rig.port}`, '-sn', 'uac', '-s', did, '-m', String(calls), '-r', '20', '-d', '300'],
      ...['-i', '127.0.0.1', '-t', transport, '-nostdin', '-max_socket', '100'],
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
    it('hears the prompt as a whole', async () => {
      const folder = join(rig.folder, 'baresip');
      mkdirSync(folder);
      writeFileSync(join(folder, 'accounts'), '<sip:caller@127.0.0.1>;regint=0\n');
      writeFileSync(join(folder, 'contacts'), '');
      const lines = [
        ...[
          'sip_listen 127.0.0.1:0',
          'audio_source aubridge,none',
          'audio_player aubridge,none',
          'audio_buffer 20-160',
        ],
        ...['module_path /usr/lib/baresip/modules', 'module g711.so', 'module aubridge.so'],
        ...['module sndfile.so', `snd_path ${folder}`, 'module_tmp account.so', 'module_app menu.so', ''],
      ];
      writeFileSync(join(folder, 'config'), lines.join('\n'));
      const before = rig.events.length;
      const telephone = run('baresip', ['-f', folder, '-e', `/dial sip:${did}@127.0.0.1:${rig.port}`, '-t', '5'], {
        env: { HOME: folder },
      });
      await expect.poll(() => rig.events.length, { timeout: 50_000 }).toBeGreaterThan(before);
      await telephone.end();
      const recorded = readdirSync(folder).find((name) => name.endsWith('-dec.wav'));
      expect(recorded, telephone.output()).toBeDefined();
      const spans = await detectTones(readFileSync(join(folder, recorded!)), 'wav', [promptHertz, 1500]);
      const heard = spans.reduce((sum, { hertz, from, to }) => sum + (hertz === promptHertz ? to - from : 0), 0);
      expect(heard, `${JSON.stringify(rig.events.slice(before))} ${telephone.output()}`).toBeGreaterThan(1900);
    });
  },
);
