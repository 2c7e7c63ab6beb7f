import { StudioReply, type StudioAir, type StudioConnect, type StudioTitle } from '#contract/engine/studio-wire.ts';

/** The part of a WebSocket that a connection uses. */
export type UplinkSocket = Pick<
  WebSocket,
  'send' | 'close' | 'bufferedAmount' | 'onopen' | 'onmessage' | 'onclose' | 'binaryType'
>;

/** One connection to the engine. */
export type Connection = {
  /** False: the network doesn't take more at present. */
  readonly takesMore: boolean;
  send(sound: Uint8Array<ArrayBuffer>): void;
  title(title: string): void;
  /** Ends it without a word to its listener. */
  close(): void;
};

export type ConnectionEvents = {
  /** What to introduce the page with. */
  hello(): StudioConnect;
  connected(): void;
  air(air: StudioAir): void;
  /** It is over: by a code of `studioCloses` with its reason, or any other. */
  lost(code: number, reason: string): void;
};

/** What the browser may have unsent before the rest waits, bytes: a second and a half. */
const mostUnsent = 24 * 1024;
/** The engine reports every second: silence for so long means that the connection is dead, ms. */
const deadMs = 5000;

export const openConnection = (socket: UplinkSocket, events: ConnectionEvents): Connection => {
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const close = (): void => {
    isOver = true;
    clearTimeout(watchdog);
    socket.close();
  };
  const lose = (code: number, reason: string): void => {
    if (isOver) return;
    close();
    events.lost(code, reason);
  };
  const watch = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lose(0, ''), deadMs);
  };
  watch();
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => socket.send(JSON.stringify(events.hello()));
  socket.onclose = ({ code, reason }) => lose(code, reason);
  socket.onmessage = ({ data }: MessageEvent) => {
    if (isOver) return;
    watch();
    const reply = StudioReply.safeParse(JSON.parse(String(data))).data;
    if (reply?.type === 'connected') events.connected();
    if (reply?.type === 'air') events.air(reply);
  };
  return {
    get takesMore() {
      return socket.bufferedAmount < mostUnsent;
    },
    send: (sound) => socket.send(sound),
    title: (title) => socket.send(JSON.stringify({ type: 'title', title } satisfies StudioTitle)),
    close,
  };
};
