import Hls from 'hls.js/light';

/** Plays HLS in an audio element of a browser that doesn't by itself; what is given back lets go of the element. */
export const attachHls = (audio: HTMLAudioElement, url: string, failed: () => void): (() => void) => {
  const hls = new Hls({
    enableWorker: false,
    lowLatencyMode: false,
    liveSyncDurationCount: 2,
    // Its track of metadata is one of an address that the page's policy doesn't allow.
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && failed());
  hls.loadSource(url);
  hls.attachMedia(audio);
  return () => hls.destroy();
};

/** Whether this browser can be given sound piece by piece. */
export const canAttach = (): boolean => Hls.isSupported();
