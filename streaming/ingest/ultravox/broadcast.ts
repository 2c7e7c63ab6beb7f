import { createMessageReader, types, type Message } from './messages.ts';
import { createSongReader, type Song } from './song.ts';

export type BroadcastEvents = {
  answer(type: number, text: string): void;
  song(song: Song): void;
};

const firstOfData = 0x2000;

/**
 * Reads the messages of a running broadcast: returns its audio, reports songs, and answers messages that need an
 * answer. Throws on broken framing and at the end.
 */
export const createBroadcastReader = ({ answer, song }: BroadcastEvents): ((bytes: Buffer) => Buffer[]) => {
  const reader = createMessageReader();
  const readSong = createSongReader();

  const handle = ({ type, payload }: Message): void => {
    if (type === types.terminate) throw new Error('The encoder ended the broadcast.');
    if (type === types.song) {
      const described = readSong(payload);
      if (described) song(described);
    } else if (type === types.flushMetadata) answer(type, 'ACK');
    else if (type < firstOfData && type !== types.fileData) answer(type, 'NAK:Unsupported packet type');
  };

  return (bytes) => {
    const audio: Buffer[] = [];
    reader.push(bytes);
    for (let message = reader.next(); message; message = reader.next()) {
      const isAudio = message.type >= types.firstSound && message.type <= types.lastSound;
      if (!isAudio) handle(message);
      else if (message.payload.length > 0) audio.push(message.payload);
    }
    return audio;
  };
};
