import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { ffmpeg, detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';
import { encoders, type EncoderCase } from './testing/encoders.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { missingPrograms } from './testing/programs.ts';

const second = 16_000;
const both = [tones.autodj, tones.live];

const broadcast = async (rig: EngineRig, encoder: EncoderCase): Promise<void> => {
  const station = await rig.putStation(encoder.pauses ? { stall_ms: 6000 } : {});
  const listener = await listenStrictly({
    port: rig.port,
    path: `/${station.mount}`,
    headers: { 'Icy-MetaData': '1' },
  });
  const receiveMore = async (seconds: number): Promise<Buffer> =>
    listener.receive(listener.audio().length + seconds * second);
  await receiveMore(1);
  const running = await encoder.start({ rig, station });
  try {
    const live = await rig.until(station, ({ source }) => source === 'live', `${encoder.name} is on the air`);
    expect(live.encoder).toMatchObject({ codec: encoder.codec, adapted: encoder.adapted });
    await receiveMore(2);
    if (encoder.title !== null) await waitForTitle(listener, encoder.title);
    await receiveMore(2);
    expect(running.isRunning(), running.output()).toBe(true);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${running.output().slice(-1500)}`, { cause: error });
  } finally {
    await running.end();
  }
  await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ is back');
  const spans = await detectTones(await receiveMore(2), 'mp3', both);
  expect(sequence(spans)).toEqual([tones.autodj, tones.live, tones.autodj]);
  if (!encoder.pauses) expect(longestGap(spans), JSON.stringify(spans)).toBeLessThanOrEqual(60);
  expect(listener.socket.closed).toBe(false);
  listener.close();
};

const waitForTitle = async (listener: StrictListener, title: string): Promise<void> => {
  const tries = 12;
  for (let i = 0; i < tries; i++) {
    if (listener.titles().some((received) => received.title === title)) return;
    await listener.receive(listener.audio().length + second);
  }
  throw new Error(`listeners received only ${JSON.stringify(listener.titles())}`);
};

describe('real encoders', () => {
  let rig: EngineRig;

  beforeAll(async () => {
    rig = await startEngineProcess();
    const tags = ['-metadata', 'artist=Ada', '-metadata', 'title=Easy'];
    const asMp3 = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-id3v2_version', '3'];
    await ffmpeg([...tone(tones.live, 60), ...asMp3, ...tags, join(rig.folder, 'live.mp3')]);
  });
  afterAll(() => rig.stop());

  for (const encoder of encoders) {
    const lacking = missingPrograms(encoder.programs);
    const name = `puts ${encoder.name} on the air and returns to the Auto DJ`;
    it.skipIf(lacking !== '').concurrent(lacking ? `${name} (no ${lacking} here)` : name, { timeout: 90_000 }, () =>
      broadcast(rig, encoder),
    );
  }
});
