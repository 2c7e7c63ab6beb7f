/** A session and the preamble it has run. */
type Prepared<Session> = { session: Session; preamble: string };

const maxIdle = 12;

/**
 * A pool of idle sessions, as opening one and setting its database and settings costs more than a small query. A
 * session is reused only for exactly the same preamble; the longest idle are closed first.
 */
export const sessionPool = <Session>(close: (session: Session) => void) => {
  const idle: Prepared<Session>[] = [];
  return {
    acquire(preamble: string): Session | undefined {
      const index = idle.findLastIndex((one) => one.preamble === preamble);
      return index < 0 ? undefined : idle.splice(index, 1)[0]!.session;
    },
    release(preamble: string, session: Session): void {
      idle.push({ session, preamble });
      if (idle.length > maxIdle) close(idle.shift()!.session);
    },
    closeAll(): void {
      for (const { session } of idle.splice(0)) close(session);
    },
  };
};
