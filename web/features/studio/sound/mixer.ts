import { createChangeable, type Observable } from '../observable.ts';
import type { Programme } from '../uplink/encoder.ts';
import type { Ducking } from './ducker.ts';
import type { Levels } from './mix.ts';
import type { FromProcessor, ToProcessor } from './studio-processor.ts';
// Vite makes a script of its own of it, and exports its URL.
// oxlint-disable-next-line import/default
import processorUrl from './studio-processor.ts?worker&url';

/** The page's mixing desk: microphone and files go in, the programme comes out. */
export type Mixer = {
  readonly context: AudioContext;
  readonly programme: Programme;
  readonly levels: Observable<Levels>;
  /** Where the microphone goes. */
  readonly voice: AudioNode;
  /** Where the decks go. */
  readonly files: AudioNode;
  /** What is only heard in the headphones. */
  readonly cue: AudioNode;
  duck(ducking: Ducking): void;
  /** How loud the decks are in the room, 0 to 1. */
  setMonitor(volume: number): void;
  /** The output for pre-listening, by its device ID; '' is the browser's own. */
  setCueOutput(deviceId: string): Promise<void>;
  close(): void;
};

const silent: Levels = { mic: 0, files: 0, out: 0, gain: 1, hearsVoice: false, isDucking: false };

/** Opens the desk; browsers only let it sound after a click. */
export const openMixer = async (): Promise<Mixer> => {
  // At the rate of the devices: Firefox connects no microphone of another rate.
  const context = new AudioContext({ latencyHint: 'interactive' });
  const { sampleRate } = context;
  await context.audioWorklet.addModule(processorUrl);
  const processor = new AudioWorkletNode(context, 'studio', {
    ...{ numberOfInputs: 2, numberOfOutputs: 1, outputChannelCount: [2] },
    ...{ channelCount: 2, channelCountMode: 'clamped-max' },
  });
  const [voice, files, monitor, muted] = [1, 1, 1, 0].map((gain) => new GainNode(context, { gain })) as [
    GainNode,
    GainNode,
    GainNode,
    GainNode,
  ];
  const out = context.createMediaStreamDestination();
  const cue = context.createMediaStreamDestination();
  voice.connect(processor, 0, 0);
  files.connect(processor, 0, 1);
  files.connect(monitor).connect(context.destination);
  processor.connect(out);
  // What reaches no output is not processed.
  processor.connect(muted).connect(context.destination);
  const headphones = new Audio();
  headphones.srcObject = cue.stream;
  const levels = createChangeable(silent);
  let receive: ((sound: Float32Array<ArrayBuffer>) => void) | undefined;
  const send = (message: ToProcessor): void => processor.port.postMessage(message);
  processor.port.onmessage = ({ data }: MessageEvent<FromProcessor>) => {
    if ('levels' in data) levels.change(data.levels);
    else receive?.(data.sound);
  };
  // A telephone call or another output may stop the sound for a moment.
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume();
  });
  await context.resume();
  await headphones.play();
  return {
    ...{ context, levels, voice, files, cue },
    programme: {
      ...{ sampleRate, stream: out.stream },
      capture(to) {
        receive = to;
        send({ capture: to !== undefined });
      },
    },
    duck: (ducking) => send({ ducking }),
    setMonitor: (volume) => void monitor.gain.setTargetAtTime(volume, context.currentTime, 0.01),
    async setCueOutput(deviceId) {
      if ('setSinkId' in headphones) await headphones.setSinkId(deviceId);
    },
    close() {
      headphones.pause();
      headphones.srcObject = null;
      void context.close();
    },
  };
};
