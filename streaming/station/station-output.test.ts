import { expect, it } from 'vitest';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import type { Input } from './input.ts';
import { createLiveSource } from './live-source.ts';
import { createStationOutput, type OutputSource } from './station-output.ts';

const { frame } = silenceOf(mp3Stereo);
const frameMs = (frame.samples * 1000) / mp3Stereo.sample_rate;

/** An output with an Auto DJ, and a stream on the air that is always 200 ms ahead, by a clock that `pass` moves. */
const withStreamOnAir = () => {
  let now = 0;
  const switches: { to: OutputSource; reason: string }[] = [];
  const autodj: Pick<AutoDj, 'pull' | 'status'> = { pull: () => frame, status: () => 'ready' };
  const source = createLiveSource(mp3Stereo, 2000, { now: () => now });
  const input = { kind: 'failover', source: () => source } as Input;
  const output = createStationOutput({
    format: mp3Stereo,
    settings: () => ({ burst_ms: 5000, stall_ms: 5000, hold_ms: 0 }),
    autodj: autodj as AutoDj,
    from: 0,
    emit: () => undefined,
    successor: () => undefined,
    switched: (to, _left, reason) => switches.push({ to, reason }),
  });
  const pass = (ms: number, isSending = true): void => {
    for (const end = now + ms; now < end; now += 50) {
      while (isSending && source.lead() < 200) source.push(frame);
      output.turn(now);
    }
  };
  output.switchTo(input, now);
  return { output, input, switches, pass, now: () => now };
};

it('leaves a silent stream that still sends, faster than it plays', () => {
  const { output, input, switches, pass, now } = withStreamOnAir();
  pass(1000);
  output.removeSender(input, now(), 'it is silent', 'cut');
  expect(output.onAir()).toBe(input);
  pass(100 + 2 * frameMs);
  expect(switches).toEqual([
    { to: 'failover', reason: '' },
    { to: 'autodj', reason: 'it is silent' },
  ]);
});

it('plays all that a stream sent before it ended', () => {
  const { output, input, switches, pass, now } = withStreamOnAir();
  pass(1000);
  output.removeSender(input, now(), 'it ended', 'play');
  pass(100, false);
  expect(output.source()).toBe('failover');
  pass(200, false);
  expect(switches.at(-1)).toEqual({ to: 'autodj', reason: 'it ended' });
});
