import { createChangeable, type Observable } from '../observable.ts';
import type { Mixer } from './mixer.ts';

export type MicrophoneState = {
  /** '' without one. */
  deviceId: string;
  /** Echo cancellation, noise suppression and automatic gain: for talking without headphones. */
  isProcessed: boolean;
  isMuted: boolean;
  /** 0 to 2. */
  volume: number;
  /** Why there is none. */
  problem: '' | 'denied' | 'none';
};

export type Microphone = {
  readonly state: Observable<MicrophoneState>;
  /** Opens a device; '' is the browser's choice. */
  choose(deviceId: string, isProcessed?: boolean): Promise<void>;
  setMuted(isMuted: boolean): void;
  setVolume(volume: number): void;
  close(): void;
};

/** The microphone of the desk, muted until its owner says otherwise. */
export const createMicrophone = (mixer: Mixer): Microphone => {
  const state = createChangeable<MicrophoneState>({
    ...{ deviceId: '', isProcessed: false, isMuted: true, volume: 1, problem: 'none' },
  });
  const gain = new GainNode(mixer.context, { gain: 0 });
  gain.connect(mixer.voice);
  let source: MediaStreamAudioSourceNode | undefined;
  const applyGain = (): void => {
    const { isMuted, volume } = state.value;
    gain.gain.setTargetAtTime(isMuted ? 0 : volume, mixer.context.currentTime, 0.01);
  };
  const end = (): void => {
    source?.disconnect();
    for (const track of source?.mediaStream.getTracks() ?? []) track.stop();
    source = undefined;
  };
  return {
    state,
    async choose(deviceId, isProcessed = state.value.isProcessed) {
      const processing = { echoCancellation: isProcessed, noiseSuppression: isProcessed, autoGainControl: isProcessed };
      const device = deviceId === '' ? {} : { deviceId: { exact: deviceId } };
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ audio: { ...device, ...processing } });
        end();
        source = new MediaStreamAudioSourceNode(mixer.context, { mediaStream: stream });
        source.connect(gain);
        const [track] = stream.getAudioTracks();
        track?.addEventListener('ended', () => state.change({ problem: 'none', deviceId: '' }));
        state.change({ deviceId: track?.getSettings().deviceId ?? deviceId, isProcessed, problem: '' });
      } catch (error) {
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        state.change({ problem: isDenied ? 'denied' : 'none' });
      }
    },
    setMuted(isMuted) {
      state.change({ isMuted });
      applyGain();
    },
    setVolume(volume) {
      state.change({ volume });
      applyGain();
    },
    close: end,
  };
};
