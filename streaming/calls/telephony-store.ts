import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Telephony } from '#contract/engine/engine-calls.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';

export type TelephonyStore = {
  /** Undefined before the portal sent it for the first time. */
  current(): Telephony | undefined;
  /** Uses it from now on, and resolves once it is on disk; false for one older than the current one. */
  set(telephony: Telephony): Promise<boolean>;
};

/** Trunks and limits as the portal last sent them, on disk, so that calls are answered while the portal is away. */
export const createTelephonyStore = (
  path: string,
  { changed, failed }: { changed(telephony: Telephony): void; failed(error: unknown): void },
): TelephonyStore => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let current = load(path, failed);
  let saved: Promise<void> = Promise.resolve();
  return {
    current: () => current,
    async set(next) {
      if (current && next.revision < current.revision) return false;
      current = next;
      changed(next);
      const before = saved;
      // One write after the other; what was replaced meanwhile is not written.
      const write = async (): Promise<void> => {
        await before.catch(() => {});
        if (current === next) await writeAtomically(path, JSON.stringify(next));
      };
      saved = write();
      await saved;
      return true;
    },
  };
};

const load = (path: string, failed: (error: unknown) => void): Telephony | undefined => {
  try {
    return Telephony.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return undefined;
  }
};
