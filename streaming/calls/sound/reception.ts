export type Reception = {
  receive(packet: Buffer, keys: number | null): void;
  readonly counts: { digits: number; lost: number };
};

const headerBytes = 12;
/** A jump by more is a new beginning, not a loss (RFC 3550, MAX_DROPOUT). */
const largestJump = 3000;

/** What arrives from a caller: pressed keys (RFC 2833), each once, and how many packets were lost. */
export const createReception = (): Reception => {
  const counts = { digits: 0, lost: 0 };
  let last: number | undefined;
  let lastKey: number | undefined;
  return {
    counts,
    receive(packet, keys) {
      if (packet.length < headerBytes || packet[0]! >> 6 !== 2) return;
      const sequence = packet.readUInt16BE(2);
      const step = last === undefined ? 1 : (sequence - last) & 0xffff;
      // A packet that arrives late was counted as lost.
      if (step > 0x8000) counts.lost = Math.max(0, counts.lost - 1);
      else {
        if (step > 1 && step < largestJump) counts.lost += step - 1;
        last = sequence;
      }
      const body = headerBytes + 4 * (packet[0]! & 0x0f);
      const isKey = keys !== null && (packet[1]! & 0x7f) === keys && packet.length >= body + 4;
      // The end of a key is sent three times with the time at which it was pressed.
      if (!isKey || (packet[body + 1]! & 0x80) === 0 || packet[body]! > 15) return;
      const pressed = packet.readUInt32BE(4);
      if (pressed !== lastKey) counts.digits++;
      lastKey = pressed;
    },
  };
};
