import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';

/**
 * Re-reads a person periodically, and immediately when they change in this process: calls `changed` each time, one
 * call after the other, and `removed` once they are removed. Returns the function that stops it.
 */
export const watchPerson = (
  { people }: { people: People },
  id: string,
  everyMs: number,
  { changed, removed }: { changed(person: Person): Promise<void>; removed(): void },
): (() => void) => {
  let isStopped = false;
  let pending = Promise.resolve();
  const check = async (): Promise<void> => {
    if (isStopped) return;
    try {
      await changed(await people.readCurrent(id));
    } catch (error) {
      // An unreachable database must not end the stream.
      if (error instanceof Refusal) removed();
    }
  };
  const scheduleCheck = (): void => void (pending = pending.then(check));
  const timer = setInterval(scheduleCheck, everyMs);
  const stop = people.onForget((forgotten) => forgotten === id && scheduleCheck());
  return () => {
    isStopped = true;
    clearInterval(timer);
    stop();
  };
};
