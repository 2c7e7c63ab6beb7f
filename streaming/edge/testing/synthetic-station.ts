import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { Frame } from '#streaming/frames/frame.ts';

const frameBytes = 400;

/** For tests: a station whose bytes depend on their position, so that a listener's bytes can be checked one by one. */
export type SyntheticStation = {
  head: StationHead;
  /** Publishes `frames` frames of 400 bytes and 25 ms each. */
  emit(frames: number): FrameBatch;
  /** Publishes real frames as one batch. */
  play(frames: readonly Frame[]): void;
  /** Everything emitted so far. */
  audio(): Buffer;
  title(title: string): void;
  change(head: Partial<StationHead>): void;
};

/** Publishes a synthetic station on the bus. */
export const createSyntheticStation = (bus: Bus, own: Partial<StationHead> = {}): SyntheticStation => {
  let head: StationHead = {
    station: 's-1111111111111111111111',
    account: 'a-1111111111111111111111',
    mount: 'tone',
    name: 'Tone FM',
    description: 'Tones',
    genre: 'Test',
    website: 'https://tone.example',
    public: true,
    running: true,
    reason: '',
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    burst_ms: 1000,
    max_listeners: null,
    max_per_address: null,
    hls: false,
    ...own,
  };
  const emitted: Buffer[] = [];
  let seq = 0;
  let bytes = 0;
  let title = 0;
  const publish = (offsets: number[], data: Buffer): FrameBatch => {
    const { station } = head;
    const duration = offsets.length * 25_000;
    const batch = { station, seq: seq++, at: bytes * 62.5, duration, offsets, data, title };
    bytes += data.length;
    emitted.push(data);
    bus.publish({ type: 'batch', batch });
    return batch;
  };
  bus.publish({ type: 'head', head });
  bus.publish({ type: 'title', station: head.station, number: 0, title: 'First', url: '' });
  return {
    get head() {
      return head;
    },
    emit(frames) {
      const data = Buffer.from(Array.from({ length: frames * frameBytes }, (_, index) => byteAt(bytes + index)));
      return publish(
        Array.from({ length: frames }, (_, index) => index * frameBytes),
        data,
      );
    },
    play(frames) {
      let end = 0;
      const offsets = frames.map((frame) => (end += frame.end - frame.start) - (frame.end - frame.start));
      publish(offsets, Buffer.concat(frames.map(({ buffer, start, end: to }) => buffer.subarray(start, to))));
    },
    audio: () => Buffer.concat(emitted),
    title(text) {
      title += 1;
      bus.publish({ type: 'title', station: head.station, number: title, title: text, url: '' });
    },
    change(next) {
      head = { ...head, ...next };
      bus.publish({ type: 'head', head });
    },
  };
};

/** Zeros where a frame's header would claim a bit reservoir. */
const byteAt = (position: number): number =>
  position % frameBytes < 8 ? 0 : (position * 31 + (position >> 8) * 17) & 0xff;
