import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from './config.ts';
import { mediaFolder, storageOf } from './create-kernel.ts';

it('makes the files folder private, also if it was readable before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-files-'));
  const folder = mediaFolder({ dataDir });
  await mkdir(folder);
  await chmod(folder, 0o755);
  await storageOf({ dataDir, s3: undefined } as Config);
  expect((await stat(folder)).mode & 0o777).toBe(0o750);
  await rm(dataDir, { recursive: true });
});
