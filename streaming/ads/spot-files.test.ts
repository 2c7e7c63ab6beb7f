import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Spot } from '#contract/engine/engine-ads.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import { createSpotFiles } from './spot-files.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const mono: StreamFormat = { ...format, channels: 1 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spot-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const spotOf = (number: number, files: { path: string; data: Buffer; of?: StreamFormat }[]): Spot => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  files: files.map(({ path, data, of = format }) => ({
    ...{ path, format: of, bytes: data.length, frames: 0, duration: 0 },
    sha256: createHash('sha256').update(data).digest('hex'),
  })),
});

it('reads what fits the stream, and says what it could not read', async () => {
  const data = silenceOf(format).run(50).data;
  writeFileSync(join(folder, 'a'), data);
  writeFileSync(join(folder, 'b'), Buffer.from('something else'));
  const files = createSpotFiles(mediaBelow(folder));
  const good = spotOf(1, [{ path: 'a', data }]);
  const changed = spotOf(2, [{ path: 'b', data }]);
  const missing = spotOf(3, [{ path: '../c', data: Buffer.from('c') }]);
  const otherwise = spotOf(4, [{ path: 'a', data, of: mono }]);
  const wanted = [good, changed, missing, otherwise].map((spot) => ({ spot, format }));
  await files.load([...wanted.slice(1), { spot: otherwise, format: mono }]);
  expect(files.unreadable().map(({ spot }) => spot)).toEqual([changed.id, missing.id, otherwise.id]);
  expect(files.get(changed.id, format)).toBeUndefined();

  await files.load(wanted);
  expect(files.get(good.id, format)!.offsets).toHaveLength(50);
  expect(files.get(good.id, format)!.ms).toBeCloseTo((50 * 1152) / 44.1);
  expect(files.get(good.id, { ...format, bitrate: 64_000 })).toBeDefined();
  expect(files.get(good.id, mono)).toBeUndefined();
  await files.load([]);
  expect(files.get(good.id, format)).toBeUndefined();
});
