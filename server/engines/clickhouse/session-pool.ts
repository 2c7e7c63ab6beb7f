/** A session, and what it was last prepared with. */
export type Prepared<Session> = { session: Session; set: string | undefined };

const maxIdle = 12;

/**
 * A pool of idle sessions, as opening one and setting its database and settings costs more than a small query. A session is
 * reused only for statements of the same shape; the longest idle are closed first.
 */
export const sessionPool = <Session>(close: (session: Session) => void) => {
  const idle: (Prepared<Session> & { shape: string })[] = [];
  return {
    /** An idle session of this shape, if possible one that needs no other values. */
    acquire(shape: string, set: string | undefined): Prepared<Session> | undefined {
      const same = idle.findLastIndex((one) => one.shape === shape && one.set === set);
      const index = same < 0 ? idle.findLastIndex((one) => one.shape === shape) : same;
      return index < 0 ? undefined : idle.splice(index, 1)[0];
    },
    release(shape: string, prepared: Prepared<Session>): void {
      idle.push({ ...prepared, shape });
      if (idle.length > maxIdle) close(idle.shift()!.session);
    },
    closeAll(): void {
      for (const { session } of idle.splice(0)) close(session);
    },
  };
};
