import type { StudioMedia } from '#contract/engine/studio-wire.ts';
import { createOggOpus } from './ogg-opus.ts';

/** A part of an encoded stream; `head`: what a decoder needs before anything else. */
export type Chunk = { bytes: Uint8Array<ArrayBuffer>; ms: number; head: boolean };

/** Encodes what the studio sends. */
export type SoundEncoder = {
  readonly media: StudioMedia;
  /** Whether a decoder continues after parts that are missing. */
  readonly mayDrop: boolean;
  /** Begins a stream of its own, with its head; a former one is over. */
  begin(emit: (chunk: Chunk) => void): void;
  stop(): void;
};

/** Where the sound comes from: packets of 20 ms, left samples first, and the same as a track. */
export type Programme = {
  readonly sampleRate: number;
  readonly stream: MediaStream;
  capture(receive: ((sound: Float32Array<ArrayBuffer>) => void) | undefined): void;
};

/** bit/s: transparent for music and voice. */
const bitrate = 128_000;
const webm = 'audio/webm;codecs=opus';
/** How much sound MediaRecorder hands out at a time, ms. */
const sliceMs = 100;

/** WebCodecs where the browser has an Opus encoder, as it loses nothing when it begins again; else MediaRecorder. */
export const createSoundEncoder = async (programme: Programme): Promise<SoundEncoder> => {
  const config = { codec: 'opus', sampleRate: programme.sampleRate, numberOfChannels: 2, bitrate };
  const hasCodec =
    typeof AudioEncoder !== 'undefined' &&
    (await AudioEncoder.isConfigSupported(config).then(
      ({ supported }) => supported === true,
      () => false,
    ));
  if (hasCodec) return packetEncoder(programme, config);
  if (typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(webm)) return recordingEncoder(programme);
  throw new Error('This browser can’t encode sound for broadcasting.');
};

const packetEncoder = (programme: Programme, config: AudioEncoderConfig): SoundEncoder => {
  let encoder: AudioEncoder | undefined;
  const stop = (): void => {
    programme.capture(undefined);
    if (encoder?.state === 'configured') encoder.close();
    encoder = undefined;
  };
  return {
    media: 'audio/ogg',
    mayDrop: true,
    stop,
    begin(emit) {
      stop();
      const ogg = createOggOpus(config.numberOfChannels, Math.floor(Math.random() * 2 ** 32));
      emit({ bytes: ogg.head(), ms: 0, head: true });
      const own = new AudioEncoder({
        output(packet) {
          const bytes = new Uint8Array(packet.byteLength);
          packet.copyTo(bytes);
          const ms = (packet.duration ?? 20_000) / 1000;
          if (own === encoder) emit({ bytes: ogg.page(bytes, ms * 48), ms, head: false });
        },
        error: () => own === encoder && stop(),
      });
      own.configure(config);
      encoder = own;
      let frames = 0;
      programme.capture((sound) => {
        const numberOfFrames = sound.length / 2;
        const timestamp = Math.round((frames * 1_000_000) / config.sampleRate);
        frames += numberOfFrames;
        const { sampleRate, numberOfChannels } = config;
        const data = new AudioData({
          ...{ format: 'f32-planar', sampleRate, numberOfFrames, numberOfChannels, timestamp, data: sound },
        });
        own.encode(data);
        data.close();
      });
    },
  };
};

const recordingEncoder = (programme: Programme): SoundEncoder => {
  let recorder: MediaRecorder | undefined;
  const stop = (): void => {
    const own = recorder;
    recorder = undefined;
    if (own && own.state !== 'inactive') own.stop();
  };
  return {
    media: 'audio/webm',
    mayDrop: false,
    stop,
    begin(emit) {
      stop();
      const own = new MediaRecorder(programme.stream, { mimeType: webm, audioBitsPerSecond: bitrate });
      recorder = own;
      let isFirst = true;
      // Blobs become bytes one after another.
      let read = Promise.resolve();
      own.ondataavailable = ({ data }) => {
        read = read.then(async () => {
          const bytes = new Uint8Array(await data.arrayBuffer());
          if (own !== recorder || bytes.length === 0) return;
          emit({ bytes, ms: sliceMs, head: isFirst });
          isFirst = false;
        });
      };
      own.start(sliceMs);
    },
  };
};
