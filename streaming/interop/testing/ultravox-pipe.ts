import { connectUltravox, audioFrames, songFrames } from '#streaming/ingest/testing/ultravox-client.ts';

/** Sends the MP3 of its standard input to a station by Shoutcast 2: `ultravox-pipe.ts port mount:password title`. */
const [port, password, title] = process.argv.slice(2) as [string, string, string];
const client = connectUltravox(Number(port));
for (const answer of [
  await client.logIn({ user: 'dj', password }),
  await client.request(0x1040, 'audio/mpeg'),
  await client.request(0x1002, '128000:128000'),
  await client.request(0x1004, ''),
])
  if (!answer.startsWith('ACK')) throw new Error(answer);
for (const part of songFrames(`<metadata><TIT2>${title}</TIT2><TPE1>Ada</TPE1></metadata>`)) client.socket.write(part);
for await (const audio of process.stdin) client.socket.write(audioFrames(0x7000, audio as Buffer));
