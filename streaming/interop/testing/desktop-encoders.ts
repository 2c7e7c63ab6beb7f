import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encoderProfile } from '#contract/api/encoder-profiles.ts';
import type { EncoderCase } from './encoders.ts';
import { tones } from './engine-rig.ts';
import { run, type Running } from './programs.ts';

const host = '127.0.0.1';

/** A sound server whose only input is a tone, for programs that record. */
const startSoundCard = async (folder: string): Promise<{ env: Record<string, string>; running: Running }> => {
  const home = mkdtempSync(join(folder, 'sound-'));
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  const socket = join(home, 'run', 'sound');
  const env = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), PULSE_SERVER: `unix:${socket}` };
  writeFileSync(join(home, '.asoundrc'), 'pcm.!default { type pulse }\nctl.!default { type pulse }\n');
  const running = run(
    'pulseaudio',
    [
      ...['-n', '-v', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'],
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      `--load=module-sine-source frequency=${tones.live}`,
    ],
    { env },
  );
  await running.until(/Daemon startup complete/);
  return { env, running };
};

/** Combines a program with helpers that end when it ends. */
const withHelpers = (program: Running, ...others: Running[]): Running => ({
  ...program,
  async end(signal) {
    await program.end(signal);
    await Promise.all(others.map((other) => other.end()));
  },
});

/** DarkIce streams the input of a sound card. */
export const darkice: EncoderCase = {
  name: 'DarkIce',
  programs: ['darkice', 'pulseaudio'],
  codec: 'mp3',
  adapted: false,
  title: null,
  async start({ rig, station }) {
    const card = await startSoundCard(rig.folder);
    const config = join(rig.folder, `${station.mount}.cfg`);
    writeFileSync(
      config,
      `[general]\nduration = 0\nbufferSecs = 1\nreconnect = no\nrealtime = no
[input]\ndevice = pulseaudio\nsampleRate = 44100\nbitsPerSample = 16\nchannel = 2\npaSourceName = sine_input
[icecast2-0]\nformat = mp3\nbitrateMode = cbr\nbitrate = 128\nquality = 0.8\nserver = ${host}\nport = ${rig.port}
password = ${station.password}\nmountPoint = ${station.mount}\nname = DarkIce\n`,
    );
    return withHelpers(run('darkice', ['-c', config], { env: card.env }), card.running);
  },
};

/** BUTT on a virtual screen, connecting at its start. */
export const butt: EncoderCase = {
  name: 'BUTT',
  pauses: true,
  programs: ['butt', 'pulseaudio', 'Xvfb'],
  codec: 'mp3',
  adapted: false,
  title: null,
  async start({ rig, station }) {
    const card = await startSoundCard(rig.folder);
    const screen = run('Xvfb', ['-displayfd', '1', '-screen', '0', '800x600x24', '-nolisten', 'tcp']);
    const [, display] = await screen.until(/^(\d+)$/m);
    const config = join(rig.folder, `${station.mount}.buttrc`);
    // The profile that presenters download, with what is of this machine.
    const { sample_rate, channels, bitrate } = station.format;
    const icecast = { host, port: rig.port, mount: `/${station.mount}`, user: 'source', url: '' };
    const shoutcast = { host, port: rig.port, direct_port: rig.port + 1, stream_id: 1 };
    const settings = { icecast, shoutcast, format: { media_type: 'MP3', sample_rate, channels, bitrate } };
    const profile = encoderProfile('butt', station.name, settings, { user: 'source', password: station.password });
    const local = profile.text
      .replace('[main]', '[main]\nconnect_at_startup = 1')
      .replace('[audio]', '[audio]\ndevice = default');
    writeFileSync(config, local);
    const env = { ...card.env, DISPLAY: `:${display}` };
    return withHelpers(run('butt', ['-x', '-c', config], { env }), card.running, screen);
  },
};
