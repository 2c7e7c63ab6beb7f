import { useEffect, useRef, useState } from 'react';

let context: AudioContext | undefined;
const audioContext = (): AudioContext => (context ??= new AudioContext());

/** Decodes an audio file in the browser; rejects what the browser cannot play. */
export const decodeAudio = async (file: Blob): Promise<AudioBuffer> =>
  await audioContext().decodeAudioData(await file.arrayBuffer());

/** Plays a part of decoded audio; `position` is the second that plays, undefined while stopped. */
export const useSpotPlayer = () => {
  const [position, setPosition] = useState<number>();
  const stopCurrent = useRef<() => void>(undefined);
  useEffect(() => () => stopCurrent.current?.(), []);
  const stop = (): void => stopCurrent.current?.();
  const play = (audio: AudioBuffer, from: number, seconds: number): void => {
    stop();
    const player = audioContext();
    const source = new AudioBufferSourceNode(player, { buffer: audio });
    source.connect(player.destination);
    const startedAt = player.currentTime;
    const timer = setInterval(() => setPosition(from + player.currentTime - startedAt), 50);
    const end = (): void => {
      clearInterval(timer);
      source.disconnect();
      setPosition(undefined);
      stopCurrent.current = undefined;
    };
    source.onended = end;
    stopCurrent.current = () => {
      source.onended = null;
      source.stop();
      end();
    };
    void player.resume();
    source.start(0, from, seconds);
    setPosition(from);
  };
  return { position, play, stop };
};
