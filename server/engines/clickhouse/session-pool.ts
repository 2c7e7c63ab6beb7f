/** What a statement runs on, and the preamble it has been given already. */
type Prepared<Session> = { session: Session; preamble: string };

const mostIdle = 12;

/**
 * Sessions that have answered and may answer again: opening one and telling it its database and settings costs more
 * than a small question. One is only handed to a statement that asks for the very same preamble; the longest idle go first.
 */
export const sessionPool = <Session>(close: (session: Session) => void) => {
  const idle: Prepared<Session>[] = [];
  return {
    take(preamble: string): Session | undefined {
      const found = idle.findLastIndex((one) => one.preamble === preamble);
      return found < 0 ? undefined : idle.splice(found, 1)[0]!.session;
    },
    giveBack(preamble: string, session: Session): void {
      idle.push({ session, preamble });
      if (idle.length > mostIdle) close(idle.shift()!.session);
    },
    closeAll(): void {
      for (const { session } of idle.splice(0)) close(session);
    },
  };
};
