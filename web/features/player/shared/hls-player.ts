import Hls from 'hls.js/light';

/** Plays HLS in browsers without native support. Returns a function that detaches the audio element. */
export const attachHls = (audio: HTMLAudioElement, url: string, onFailure: () => void): (() => void) => {
  const hls = new Hls({
    enableWorker: false,
    lowLatencyMode: false,
    liveSyncDurationCount: 2,
    // Metadata tracks use a URL that the page's content security policy does not allow.
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onFailure());
  hls.loadSource(url);
  hls.attachMedia(audio);
  return () => hls.destroy();
};

/** Whether this browser supports Media Source Extensions. */
export const canAttach = (): boolean => Hls.isSupported();
