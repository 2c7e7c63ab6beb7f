/** How far the server's clock is ahead of this one; HLS needs it to know how old its sound is. */
export const createServerClock = () => {
  let aheadMs: number | undefined;
  return {
    /** A message of the server, which it sent at this time, has come. */
    hear(sentAt: string): void {
      const seen = Date.parse(sentAt) - Date.now();
      // Of all that came, the one that came fastest says most about the clocks.
      aheadMs = Math.max(aheadMs ?? seen, seen);
    },
    /** Undefined before the first message. */
    aheadMs: (): number | undefined => aheadMs,
  };
};
