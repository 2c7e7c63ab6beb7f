import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StationDesired } from '#contract/engine/engine.ts';
import { tones, type EngineRig } from './engine-rig.ts';
import { butt, darkice } from './desktop-encoders.ts';
import { run, type Running } from './programs.ts';

/** The engine and station to broadcast to. */
export type Target = { rig: EngineRig; station: StationDesired };

export type EncoderCase = {
  name: string;
  programs: string[];
  /** The codec that the engine reports. */
  codec: string;
  /** Whether it is converted to the station's format. */
  adapted: boolean;
  /** Its virtual sound card delivers blocks of two seconds, so that gaps are not the engine's. */
  pauses?: boolean;
  /** The title that listeners receive while it is on the air. */
  title: string | null;
  start(target: Target): Running | Promise<Running>;
};

const sine = (hertz: number): string[] => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=44100`];
const host = '127.0.0.1';
const asMp3 = ['-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];

const ffmpegCase = (codec: string, args: string[], adapted = true): EncoderCase => ({
  name: `ffmpeg icecast:// ${codec}`,
  programs: ['ffmpeg'],
  codec: codec.replace('ogg-', '').replace(' by SOURCE', ''),
  adapted,
  title: null,
  start: ({ rig, station }) =>
    run('ffmpeg', [
      ...[
        '-hide_banner',
        '-loglevel',
        'error',
        '-re',
        ...sine(tones.live),
        '-ac',
        '2',
        '-ice_name',
        'Ada Live',
        ...args,
      ],
      `icecast://source:${station.password}@${host}:${rig.port}/${station.mount}`,
    ]),
});

const liquidsoapCase = (codec: string, encoder: string, adapted: boolean): EncoderCase => ({
  name: `liquidsoap output.icecast ${codec}`,
  programs: ['liquidsoap'],
  codec,
  adapted,
  title: 'Ada - Liquid',
  start({ rig, station }) {
    const script = join(rig.folder, `${station.mount}.liq`);
    writeFileSync(
      script,
      `settings.init.allow_root.set(true)
settings.log.stdout.set(true)
settings.log.file.set(false)
s = insert_metadata(sine(${tones.live}.))
def tell() = thread.run(delay=0.5, {s.insert_metadata([("artist", "Ada"), ("title", "Liquid")])}) end
output.icecast(${encoder}, host="${host}", port=${rig.port}, password="${station.password}", mount="${station.mount}", fallible=true, on_connect=tell, s)
`,
    );
    return run('liquidsoap', [script], { env: { HOME: rig.folder } });
  },
});

const gstreamerCase = (protocol: 'http' | 'icy'): EncoderCase => ({
  name: `GStreamer shout2send protocol=${protocol}`,
  programs: ['gst-launch-1.0'],
  codec: 'mp3',
  adapted: false,
  title: 'Ada - Shout',
  start({ rig, station }) {
    const password = protocol === 'icy' ? `${station.mount}:${station.password}` : station.password;
    return run('gst-launch-1.0', [
      ...['audiotestsrc', `freq=${tones.live}`, 'is-live=true', '!', 'audio/x-raw,rate=44100,channels=2'],
      ...['!', 'lamemp3enc', 'target=bitrate', 'bitrate=128', 'cbr=true'],
      ...['!', 'taginject', 'tags=artist=Ada,title=Shout'],
      ...['!', 'shout2send', `protocol=${protocol}`, `ip=${host}`, `port=${rig.port}`, `mount=/${station.mount}`],
      ...['username=source', `password=${password}`],
    ]);
  },
});

const ezstream: EncoderCase = {
  name: 'ezstream (libshout)',
  programs: ['ezstream', 'ffmpeg'],
  codec: 'mp3',
  adapted: false,
  title: 'Ada - Easy',
  start({ rig, station }) {
    const config = join(rig.folder, `${station.mount}.xml`);
    writeFileSync(
      config,
      `<ezstream>
<servers><server><hostname>${host}</hostname><port>${rig.port}</port><password>${station.password}</password></server></servers>
<streams><stream><mountpoint>/${station.mount}</mountpoint><format>MP3</format></stream></streams>
<intakes><intake><filename>${join(rig.folder, 'live.mp3')}</filename></intake></intakes>
</ezstream>\n`,
      { mode: 0o600 },
    );
    return run('ezstream', ['-v', '-c', config]);
  },
};

/** Shoutcast v1 written out by hand: a password, headers, audio; and a title by `/admin.cgi`. */
const rawShoutcast: EncoderCase = {
  name: 'Shoutcast v1 by hand, port + 1',
  programs: ['bash', 'ffmpeg', 'curl'],
  codec: 'mp3',
  adapted: false,
  title: 'Ada - By hand',
  start({ rig, station }) {
    const password = `${station.mount}:${station.password}`;
    const title = `http://${host}:${rig.port}/admin.cgi?mode=updinfo&pass=${password}&song=Ada%20-%20By%20hand`;
    const script = `exec 3<>/dev/tcp/${host}/${rig.port + 1}
printf '${password}\\r\\n' >&3
read -r answer <&3; [[ $answer == OK2* ]] || exit 1
printf 'icy-name:By hand\\r\\nicy-br:128\\r\\ncontent-type:audio/mpeg\\r\\n\\r\\n' >&3
curl -fsS --retry 5 --retry-all-errors --retry-delay 1 '${title}' &
exec ffmpeg -hide_banner -loglevel error -re ${sine(tones.live).join(' ')} -ac 2 -c:a libmp3lame -b:a 128k -f mp3 pipe:1 >&3`;
    return run('bash', ['-c', script]);
  },
};

/** Shoutcast 2 (Ultravox 2.1) by a client written from its protocol; no Debian package implements it. */
const ultravox: EncoderCase = {
  name: 'Shoutcast 2 by hand',
  programs: ['bash', 'ffmpeg'],
  codec: 'mp3',
  adapted: false,
  title: 'Ada - Ultra',
  start({ rig, station }) {
    const encoder = `ffmpeg -hide_banner -loglevel error -re ${sine(tones.live).join(' ')} -ac 2 -c:a libmp3lame -b:a 128k -f mp3 pipe:1`;
    const pipe = join(import.meta.dirname, 'ultravox-pipe.ts');
    const sender = [process.execPath, pipe, `${rig.port}`, `${station.mount}:${station.password}`, 'Ultra'];
    return run('bash', ['-c', `exec ${sender.join(' ')} < <(${encoder})`]);
  },
};

/** Every encoder tested against the engine. */
export const encoders: EncoderCase[] = [
  ffmpegCase('mp3', asMp3, false),
  ffmpegCase('mp3 by SOURCE', ['-legacy_icecast', '1', ...asMp3], false),
  ffmpegCase('aac', ['-c:a', 'aac', '-b:a', '96k', '-content_type', 'audio/aac', '-f', 'adts']),
  ffmpegCase('ogg-vorbis', ['-c:a', 'libvorbis', '-content_type', 'application/ogg', '-f', 'ogg']),
  ffmpegCase('ogg-opus', ['-c:a', 'libopus', '-content_type', 'application/ogg', '-f', 'ogg']),
  ffmpegCase('ogg-flac', ['-c:a', 'flac', '-content_type', 'application/ogg', '-f', 'ogg']),
  ffmpegCase('flac', ['-c:a', 'flac', '-content_type', 'audio/flac', '-f', 'flac']),
  liquidsoapCase('mp3', '%mp3(bitrate=128)', false),
  liquidsoapCase('vorbis', '%vorbis(quality=0.4)', true),
  gstreamerCase('http'),
  gstreamerCase('icy'),
  ezstream,
  rawShoutcast,
  ultravox,
  darkice,
  butt,
];
