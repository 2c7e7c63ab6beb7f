import { createMessageReader, types, type Message } from './messages.ts';
import { createSongReader, type Song } from './song.ts';

export type BroadcastEvents = {
  answer(type: number, text: string): void;
  song(song: Song): void;
};

const firstOfData = 0x2000;

/** Takes the messages of a running broadcast: gives the sound in them, tells songs, answers what wants an answer. Throws where it is broken or over. */
export function createBroadcastReader({ answer, song }: BroadcastEvents): (bytes: Buffer) => Buffer[] {
  const reader = createMessageReader();
  const readSong = createSongReader();

  function take({ type, payload }: Message): void {
    if (type === types.terminate) throw new Error('The encoder ended the broadcast.');
    if (type === types.song) {
      const described = readSong(payload);
      if (described) song(described);
    } else if (type === types.flushMetadata) answer(type, 'ACK');
    else if (type < firstOfData && type !== types.fileData) answer(type, 'NAK:Unsupported packet type');
  }

  return (bytes) => {
    const sound: Buffer[] = [];
    reader.push(bytes);
    for (let message = reader.next(); message; message = reader.next()) {
      const isSound = message.type >= types.firstSound && message.type <= types.lastSound;
      if (!isSound) take(message);
      else if (message.payload.length > 0) sound.push(message.payload);
    }
    return sound;
  };
}
