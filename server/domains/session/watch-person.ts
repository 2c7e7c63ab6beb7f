import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';

/**
 * Looks every while, and at once when a person changed in this process, who they are now: `changed` is called each
 * time, one after the other, `removed` once they are gone. Until what is given back is called.
 */
export const watchPerson = (
  { people }: { people: People },
  id: string,
  everyMs: number,
  { changed, removed }: { changed(person: Person): Promise<void>; removed(): void },
): (() => void) => {
  let isOver = false;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    if (isOver) return;
    try {
      await changed(await people.anew(id));
    } catch (thrown) {
      // A database that is away takes nobody's rights.
      if (thrown instanceof Refusal) removed();
    }
  };
  const lookNext = (): void => void (looking = looking.then(look));
  const timer = setInterval(lookNext, everyMs);
  const stop = people.onForget((forgotten) => forgotten === id && lookNext());
  return () => {
    isOver = true;
    clearInterval(timer);
    stop();
  };
};
